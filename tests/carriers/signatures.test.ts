import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import { checkTelnyxSignature, ed25519Key } from '../../src/carriers/adapters/telnyx/signature.ts';
import { checkTwilioSignature } from '../../src/carriers/adapters/twilio/signature.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { readSignedFields, signFields } from '../../src/carriers/adapters/vonage/signature.ts';
import { vonageSettings } from '../../src/carriers/adapters/vonage/credential.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { ACCOUNT, carriersAt, hostFor, PUBLIC_CALLBACK, TELNYX_KEYS } from './accounts.ts';
import { signedByTelnyx, signedByTwilio, signedByVonage, tokenByVonage } from './dialects.ts';
import { parseAs, TestClock } from '../kit/index.ts';

const refused = { reason: 'bad_signature', status: 403 };

describe('a Twilio signature', () => {
  // The example of the carrier's documentation and of its libraries' own tests.
  const documented: CarrierCallback = {
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    headers: new Headers({ 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' }),
    body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
  };
  const check = (callback: CarrierCallback, token = '12345') => checkTwilioSignature(token, callback).form;

  test('is accepted as documented', () => {
    expect(check(documented).get('Digits')).toBe('1234');
  });

  test.each([
    ['with the standard port of https', 'https://mycompany.com:443/myapp.php?foo=1&bar=2'],
    ['with another port', 'https://mycompany.com:8443/myapp.php?foo=1&bar=2'],
  ])('is accepted at an address %s', (_what, url) => {
    expect(check({ ...documented, url }).get('Digits')).toBe('1234');
  });

  test('made over the address with its port is accepted at the one without', () => {
    const signed = signedByTwilio('https://topline.example:443/hook', new URLSearchParams({ a: '1' }));
    expect(check({ ...signed, url: 'https://topline.example/hook' }, ACCOUNT.twilio.token).get('a')).toBe('1');
  });

  test('covers a key that comes several times once for each value, in order', () => {
    // Computed with the carrier's own library (twilio 6.2.0, getExpectedTwilioSignature).
    const signature = 'DJ23o9r+F8J/TqHAETKoVvv4Dy8=';
    const headers = new Headers({ 'x-twilio-signature': signature });
    const url = 'https://mycompany.com/myapp.php';
    const body = 'MediaUrl=b&MediaUrl=a&MediaUrl=b&To=%2B447700900123';
    expect(check({ url, headers, body }).getAll('MediaUrl')).toEqual(['b', 'a', 'b']);
  });

  test('covers a body that is no form by its hash in the address', () => {
    const url =
      'https://mycompany.com/hook?bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620';
    const headers = new Headers({ 'x-twilio-signature': 'Zt6e5HPzrcUx+P8rk3xGMAlwtRw=' });
    const body = '{"property": "value", "boolean": true}';
    expect(() => check({ url, headers, body })).not.toThrow();
    expect(() => check({ url, headers, body: `${body} ` })).toThrow(expect.objectContaining(refused));
  });

  test.each([
    ['another address', { ...documented, url: 'https://mycompany.com/myapp.php?foo=1&bar=3' }],
    ['another path', { ...documented, url: 'https://mycompany.com/other.php?foo=1&bar=2' }],
    ['plain http', { ...documented, url: 'http://mycompany.com/myapp.php?foo=1&bar=2' }],
    ['another field', { ...documented, body: `${documented.body}&More=1` }],
    ['another value', { ...documented, body: documented.body.replace('1234&', '4321&') }],
    ['no signature', { ...documented, headers: new Headers() }],
  ])('is refused with %s', (_what, callback) => {
    expect(() => check(callback)).toThrow(expect.objectContaining(refused));
  });

  test('is refused with another token', () => {
    expect(() => check(documented, '12346')).toThrow(expect.objectContaining(refused));
  });

  test('that is genuine counts only at an address that we stamped, for a week', async () => {
    const host = hostFor(carriersAt('http://127.0.0.1:1'));
    const carrier = createTwilio().open(host);
    const fields = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'delivered' });
    const bare = signedByTwilio(`${PUBLIC_CALLBACK}/twilio`, fields);
    await expect(carrier.parseCallback(bare)).rejects.toMatchObject(refused);
    const stamp = Math.floor(host.clock.now().getTime() / 1000);
    const stamped = signedByTwilio(`${PUBLIC_CALLBACK}/twilio?reference=r1&stamp=${stamp}`, fields);
    const parsed = await carrier.parseCallback(stamped);
    expect(parsed).toMatchObject({ news: [{ carrierMessageId: 'SM1', reference: 'r1' }] });
    expect(parsed).toHaveProperty('seal.staleAt', new Date((stamp + 7 * 86_400 + 1) * 1000));
    host.clock.advance(8 * 86_400_000);
    await expect(carrier.parseCallback(stamped)).rejects.toMatchObject(refused);
  });
});

describe('a Telnyx signature', () => {
  const clock = new TestClock();
  const url = `${PUBLIC_CALLBACK}/telnyx`;
  const body = '{"data":{"event_type":"message.finalized"}}';
  const check = (callback: CarrierCallback) => checkTelnyxSignature(TELNYX_KEYS.publicKey, clock, callback);
  const at = (offsetMs: number) => new Date(clock.now().getTime() + offsetMs);

  test('is accepted for five minutes, and with the key as the console shows it', () => {
    expect(() => check(signedByTelnyx(TELNYX_KEYS.privateKey, at(-290_000), body, url))).not.toThrow();
    const raw = TELNYX_KEYS.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    const signed = signedByTelnyx(TELNYX_KEYS.privateKey, at(0), body, url);
    expect(() => checkTelnyxSignature(ed25519Key(raw), clock, signed)).not.toThrow();
  });

  test('is refused when replayed later, from the future, by another key, over another body or time', () => {
    const genuine = signedByTelnyx(TELNYX_KEYS.privateKey, at(0), body, url);
    const laterTime = new Headers(genuine.headers);
    laterTime.set('telnyx-timestamp', String(Math.floor(at(60_000).getTime() / 1000)));
    const broken = new Headers(genuine.headers);
    broken.set('telnyx-signature-ed25519', 'AAAA');
    const forged: CarrierCallback[] = [
      signedByTelnyx(TELNYX_KEYS.privateKey, at(-310_000), body, url),
      signedByTelnyx(TELNYX_KEYS.privateKey, at(310_000), body, url),
      signedByTelnyx(generateKeyPairSync('ed25519').privateKey, at(0), body, url),
      { ...genuine, body: `${body} ` },
      { ...genuine, headers: laterTime },
      { ...genuine, headers: broken },
      { ...genuine, headers: new Headers() },
    ];
    for (const callback of forged) expect(() => check(callback)).toThrow(expect.objectContaining(refused));
  });

  test('over something that is no report is accepted, and the report is not understood', async () => {
    const host = hostFor(carriersAt('http://127.0.0.1:1'));
    const signed = signedByTelnyx(TELNYX_KEYS.privateKey, host.clock.now(), 'no json', url);
    const parsed = createTelnyx().open(host).parseCallback(signed);
    await expect(parsed).rejects.toMatchObject({ reason: 'malformed_request' });
  });
});

describe('a Vonage signature', () => {
  // The tests of the carrier's own library for Ruby have this message as it comes in.
  test.each([
    ['md5hash', 'd2e7b1dc968737c5998ad624e02f90b7'],
    ['md5', 'DDEBD46008C2D4E93CCE578A332A52D5'],
    ['sha1', '27D0D05C2876C7CB1720DBCDBA4D492E1E55C09A'],
    ['sha256', 'DDB8397C2B90AAC7F3882D306475C9A5058C92322EEF43C92B298B6E0FC0D330'],
    [
      'sha512',
      'E0D3C650F8C9D1A5C174D10DDDBFB003E561F59B265616208B0487C5D819481C' +
        'D3C311D59CF6165ECD1139622D5BA3A256C0D763AC4A9AD9144B5A426B94FE82',
    ],
  ] as const)('by %s is what its makers compute', (method, expected) => {
    const fields = {
      'message-timestamp': '2013-11-21 15:27:30',
      messageId: '020000001B0FE827',
      msisdn: '14843472194',
      text: 'Test again',
      timestamp: '1385047698',
      to: '13239877404',
      type: 'text',
      sig: 'left out',
    };
    expect(signFields(method, 'my_secret_key_for_testing', fields)).toBe(expected.toLowerCase());
  });

  test('takes separators within a value for underscores', () => {
    const [plain, tricky] = ['You _ Me _ Love', 'You & Me = Love'].map((text) =>
      signFields('sha256', 'secret', { text }),
    );
    expect(tricky).toBe(plain ?? '');
  });

  const host = hostFor(carriersAt('http://127.0.0.1:1'));
  const settings = vonageSettings.read(host.config);
  if (!settings) throw new TypeError('vonage is not configured');
  const url = `${PUBLIC_CALLBACK}/vonage`;
  const now = () => host.clock.now();
  const seconds = (offset = 0) => String(Math.floor(now().getTime() / 1000) + offset);
  const fieldsAt = (offset = 0) => ({ messageId: 'M1', status: 'delivered', timestamp: seconds(offset) });
  const read = (callback: CarrierCallback) => readSignedFields(settings, host.clock, callback).fields;

  test('is read from JSON, from a form, and by its token', () => {
    const signed = signedByVonage(url, fieldsAt());
    expect(read(signed)).toMatchObject({ messageId: 'M1' });
    const form = new URLSearchParams(parseAs(signed.body, z.record(z.string(), z.string()))).toString();
    expect(read({ url, headers: new Headers(), body: form })).toMatchObject({ messageId: 'M1' });
    expect(read(tokenByVonage(url, fieldsAt(), now()))).toMatchObject({ messageId: 'M1' });
  });

  test('is refused when forged, without, or more than a day old', () => {
    const signed = signedByVonage(url, fieldsAt());
    const token = tokenByVonage(url, fieldsAt(), now());
    const unsigned = new Headers(token.headers);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    unsigned.set('authorization', `Bearer ${part({ alg: 'none' })}.${part({ iat: 1 })}.`);
    const forged: CarrierCallback[] = [
      { ...signed, body: signed.body.replace('M1', 'M2') },
      { ...signed, body: JSON.stringify(fieldsAt()) },
      signedByVonage(url, fieldsAt(-25 * 3600)),
      { ...token, body: token.body.replace('M1', 'M2') },
      { ...token, headers: unsigned },
      tokenByVonage(url, fieldsAt(), now(), 'another secret'),
      tokenByVonage(url, fieldsAt(), new Date(now().getTime() - 25 * 3_600_000)),
      // A token that is not genuine is refused, even if a valid signature comes with it.
      { ...signed, headers: unsigned },
    ];
    for (const callback of forged) expect(() => read(callback)).toThrow(expect.objectContaining(refused));
  });

  test('over a report that names no message is accepted, and the report is not understood', async () => {
    const parsed = createVonage()
      .open(host)
      .parseCallback(signedByVonage(url, { timestamp: seconds() }));
    await expect(parsed).rejects.toMatchObject({ reason: 'malformed_request' });
  });
});
