import { Validator } from '@seriousme/openapi-schema-validator';
import { DESCRIPTIONS, requestFaults } from './descriptions.ts';
import { keysOf } from '../kit/keys.ts';

const MESSAGES = 'https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000000/Messages.json';
const send = (url: string, body: string, authorization = 'Basic x') =>
  requestFaults('twilio', {
    method: 'POST',
    url,
    headers: new Headers({ authorization, 'content-type': 'application/x-www-form-urlencoded' }),
    body,
  });

describe("the carriers' descriptions", () => {
  for (const carrier of keysOf(DESCRIPTIONS)) {
    test(`are valid OpenAPI for ${carrier}`, async () => {
      const { valid, errors } = await new Validator().validate(DESCRIPTIONS[carrier].document);
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    });
  }
});

describe('holding a request against a description', () => {
  test('finds nothing in a right one', () => {
    expect(send(MESSAGES, 'To=%2B447700900123&From=Topline&Body=hello')).toEqual([]);
  });

  test.each([
    ['a missing field', MESSAGES, 'From=Topline', /To/],
    ['a field that does not exist', MESSAGES, 'To=%2B447700900123&Bodytext=hello', /Bodytext/],
    ['a value of a wrong form', MESSAGES, 'To=%2B447700900123&MessagingServiceSid=x', /MessagingServiceSid/],
    ['an account that cannot be one', MESSAGES.replace('AC', 'XX'), 'To=%2B447700900123', /AccountSid/],
    ['a parameter that does not exist', `${MESSAGES}?dry=1`, 'To=%2B447700900123', /dry/],
    ['an address that does not exist', MESSAGES.replace('Messages', 'Texts'), 'To=1', /no operation/],
  ])('finds %s', (_what, url, body, fault) => {
    expect(send(url, body).join()).toMatch(fault);
  });

  test('finds a missing authorization', () => {
    expect(send(MESSAGES, 'To=%2B447700900123', '').join()).toMatch(/authorization/);
  });
});
