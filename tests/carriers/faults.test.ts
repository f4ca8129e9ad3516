import { z } from 'zod';
import type { Retry } from '../../src/carriers/port.ts';
import { ACCOUNT, PUBLIC_CALLBACK } from './accounts.ts';
import { africasTalking, recipient, sentByAfricasTalking } from './dialect-africas-talking.ts';
import { type Answered, telnyx, twilio, vonage } from './dialects.ts';
import { answeredWith, carrier, simulator, smsBy, withSimulator } from './with-simulator.ts';

describe('twilio', () => {
  withSimulator(twilio);
  const error = (code: number, status = 400): Answered => ({ status, body: { code, message: 'no', status } });

  test.each([
    [21_211, 'never', 'This number does not exist or cannot receive messages'],
    [21_610, 'never', 'The recipient has asked not to receive messages'],
    [21_617, 'never', 'The message is too long'],
    [21_606, 'other-carrier', 'This sender ID is not allowed for this destination'],
    [21_408, 'other-carrier', 'This destination cannot be reached at the moment'],
    [21_611, 'later', 'The carrier is busy'],
    [20_003, 'other-carrier', 'The carrier did not take the message'],
    [99_999, 'other-carrier', 'The carrier did not take the message'],
  ] as const)('%i means %s: %s', async (code, retry: Retry, customerWords) => {
    expect(await answeredWith(error(code))).toMatchObject({
      kind: 'refused',
      code: String(code),
      retry,
      customerWords,
    });
  });

  test('takes a price for ours where it is in pounds', async () => {
    const { body } = twilio.accepted(twilio.newId(1));
    const priced = (price: string, price_unit: string): Answered => ({
      status: 201,
      body: { ...z.record(z.string(), z.json()).parse(body), price, price_unit },
    });
    expect(await answeredWith(priced('-0.00750', 'GBP'))).toMatchObject({ carrierCost: 75n });
    expect(await answeredWith(priced('-0.00751', 'GBP'))).toMatchObject({ carrierCost: 76n });
    expect(await answeredWith(priced('-0.00750', 'USD'))).toMatchObject({ carrierCost: undefined });
  });

  test.each([
    ['447700900999', '+447700900999'],
    ['60777', '60777'],
    ['Topline', 'Topline'],
  ])('gets the sender %s as %s', async (sender, from) => {
    await carrier.sendSms(smsBy({ sender }));
    expect(new URLSearchParams(simulator.taken[0]?.request.body).get('From')).toBe(from);
  });

  test('that is suspended is not healthy', async () => {
    simulator.script('GET', /\/Accounts\/AC\w+\.json$/, { status: 200, body: { status: 'suspended' } });
    expect(await carrier.health()).toEqual({ healthy: false, detail: 'the account is suspended' });
  });
});

describe('telnyx', () => {
  withSimulator(telnyx);
  const error = (code: string, pointer?: string): Answered => ({
    status: 422,
    body: { errors: [{ code, title: 'no', ...(pointer ? { source: { pointer } } : {}) }] },
  });

  test.each([
    ['40310', undefined, 'never', 'This number does not exist or cannot receive messages'],
    ['40300', undefined, 'never', 'The recipient has asked not to receive messages'],
    ['40305', undefined, 'other-carrier', 'This sender ID is not allowed for this destination'],
    ['10011', undefined, 'later', 'The carrier is busy'],
    ['10009', undefined, 'other-carrier', 'The carrier did not take the message'],
    ['99999', '/to', 'never', 'This number does not exist or cannot receive messages'],
    ['99999', '/from', 'other-carrier', 'This sender ID is not allowed for this destination'],
    ['99999', undefined, 'other-carrier', 'The carrier did not take the message'],
  ] as const)('%s at %s means %s: %s', async (code, pointer, retry: Retry, customerWords) => {
    expect(await answeredWith(error(code, pointer))).toMatchObject({ kind: 'refused', code, retry, customerWords });
  });

  test('whose messaging profile is off is not healthy', async () => {
    simulator.script('GET', /messaging_profiles/, { status: 200, body: { data: { enabled: false } } });
    expect(await carrier.health()).toMatchObject({ healthy: false });
  });
});

describe('vonage', () => {
  withSimulator(vonage);
  const states = (...statuses: string[]): Answered => ({
    status: 200,
    body: {
      'message-count': String(statuses.length),
      messages: statuses.map((status, index) => ({ status, 'message-id': `M${index + 1}` })),
    },
  });

  test.each([
    ['1', 'later', 'The carrier is busy'],
    ['6', 'never', 'This number does not exist or cannot receive messages'],
    ['7', 'never', "The recipient's network blocked the message"],
    ['9', 'other-carrier', 'The carrier did not take the message'],
    ['12', 'never', 'The message is too long'],
    ['15', 'other-carrier', 'This sender ID is not allowed for this destination'],
    ['99', 'other-carrier', 'The carrier did not take the message'],
  ] as const)('status %s means %s: %s', async (code, retry: Retry, customerWords) => {
    expect(await answeredWith(states(code))).toMatchObject({ kind: 'refused', code, retry, customerWords });
  });

  test('leaves open what became of a message in a fault of its platform', async () => {
    expect(await answeredWith(states('5'))).toEqual({ kind: 'uncertain', detail: 'status 5' });
  });

  test('answers for a long message by its last part; one that left only in part stays open', async () => {
    expect(await answeredWith(states('0', '0', '0'))).toMatchObject({
      ...{ kind: 'accepted', carrierMessageId: 'M3', partIds: ['M1', 'M2', 'M3'] },
    });
    expect(await answeredWith(states('0', '1', '0'))).toEqual({
      kind: 'uncertain',
      detail: '1 of 3 parts failed: status 1',
    });
    expect(await answeredWith(states('9', '9'))).toMatchObject({ kind: 'refused', code: '9' });
  });

  test('is told the alphabet, because it would lose letters otherwise', async () => {
    await carrier.sendSms(smsBy({ text: 'Price: 5€' }));
    await carrier.sendSms(smsBy({ text: 'Привет' }));
    const types = simulator.taken.map(({ request }) => new URLSearchParams(request.body).get('type'));
    expect(types).toEqual(['text', 'unicode']);
  });
});

describe('africa’s talking', () => {
  withSimulator(africasTalking);
  const KENYAN = '+254711082123';

  test.each([
    [402, 'other-carrier', 'This sender ID is not allowed for this destination'],
    [403, 'never', 'This number does not exist or cannot receive messages'],
    [405, 'other-carrier', 'The carrier did not take the message'],
    [406, 'never', 'The recipient has asked not to receive messages'],
    [407, 'other-carrier', 'This destination cannot be reached at the moment'],
    [409, 'never', 'The recipient has asked not to receive messages'],
  ] as const)('%i means %s: %s', async (code, retry, customerWords) => {
    const result = await answeredWith(sentByAfricasTalking(recipient(code, 'refused')), { number: KENYAN });
    expect(result).toMatchObject({ kind: 'refused', code: String(code), retry, customerWords });
  });

  test('a sender that it does not know is refused for all recipients at once', async () => {
    const answer: Answered = { status: 201, body: { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } } };
    expect(await answeredWith(answer, { number: KENYAN })).toMatchObject({ kind: 'refused', code: 'InvalidSenderId' });
  });

  test('a fault within its platform leaves open what became of a message', async () => {
    const result = await answeredWith(sentByAfricasTalking(recipient(500, 'InternalServerError')), { number: KENYAN });
    expect(result).toEqual({ kind: 'uncertain', detail: 'status 500' });
  });

  test.each([
    [{ status: 'Failed', failureReason: 'UserInBlackList' }, 'The recipient has asked not to receive messages'],
    [
      { status: 'Rejected', failureReason: 'UserDoesNotExist' },
      'This number does not exist or cannot receive messages',
    ],
    [{ status: 'AbsentSubscriber' }, 'The phone was switched off or out of reach'],
    [{ status: 'Expired' }, 'The message could not be delivered in time'],
  ] as const)('a report %o says why', async (fields, customerWords) => {
    const url = `${PUBLIC_CALLBACK}/africas-talking?secret=${ACCOUNT.africasTalking.callbackSecret}`;
    const body = new URLSearchParams({ id: 'ATXid_1', phoneNumber: KENYAN, ...fields }).toString();
    const { news } = await carrier.parseCallback({ url, headers: new Headers(), body });
    expect(news).toMatchObject([{ carrierMessageId: 'ATXid_1', outcome: 'undelivered', customerWords }]);
  });
});
