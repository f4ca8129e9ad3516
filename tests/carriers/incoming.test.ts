import { createHmac } from 'node:crypto';
import { createPlivo } from '../../src/carriers/adapters/plivo/plivo.ts';
import { createTelnyx } from '../../src/carriers/adapters/telnyx/telnyx.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { createVonage } from '../../src/carriers/adapters/vonage/vonage.ts';
import { readSmppMessage } from '../../src/carriers/adapters/smpp/incoming.ts';
import type { Adapter, CarrierCallback } from '../../src/carriers/port.ts';
import { TestClock } from '../kit/clock.ts';
import { secretUrl } from '../../src/carriers/adapters/callback-signature.ts';
import { ACCOUNT, carriersAt, hostFor, PUBLIC_CALLBACK, TELNYX_KEYS } from './accounts.ts';
import { requestFaults, type SeenRequest } from './descriptions.ts';
import { signedByPlivo } from './dialect-plivo.ts';
import { signedByTelnyx, signedByTwilio, signedByVonage } from './dialects.ts';

const clock = new TestClock();
const url = (carrier: string) => `${PUBLIC_CALLBACK}/${carrier}/messages`;

const twilioMessage = (fields: Record<string, string> = {}): CarrierCallback =>
  signedByTwilio(
    url('twilio'),
    new URLSearchParams({
      MessageSid: 'SM00000000000000000000000000000001',
      AccountSid: 'AC0123456789abcdef0123456789abcdef',
      From: '+447911123456',
      To: '+442071838750',
      Body: 'Grüße & more',
      NumMedia: '0',
      NumSegments: '1',
      ...fields,
    }),
  );

const telnyxEvent = (event: string): CarrierCallback => {
  const payload = {
    direction: 'inbound',
    id: '84cca175-9755-4859-b67f-4730d7f58aa3',
    type: 'SMS',
    record_type: 'message',
    from: { phone_number: '+447911123456', carrier: 'EE', line_type: 'Wireless' },
    to: [{ phone_number: '+442071838750', status: 'webhook_delivered' }],
    text: 'Grüße & more',
    parts: 1,
  };
  const data = { event_type: event, id: crypto.randomUUID(), record_type: 'event', payload };
  return signedByTelnyx(TELNYX_KEYS.privateKey, clock.now(), JSON.stringify({ data }), url('telnyx'));
};

const vonageMessage = (fields: Record<string, string> = {}): CarrierCallback =>
  signedByVonage(url('vonage'), {
    'api-key': 'abcd1234',
    msisdn: '447911123456',
    to: '442071838750',
    messageId: '0A0000000123ABCD1',
    text: 'Grüße & more',
    type: 'unicode',
    'message-timestamp': '2031-01-01 12:00:00',
    timestamp: String(Math.floor(clock.now().getTime() / 1000)),
    ...fields,
  });

const plivoHost = hostFor({}, clock);
afterAll(() => plivoHost.sql.end());

const plivoMessage = (address = secretUrl(plivoHost, url('plivo'))): CarrierCallback =>
  signedByPlivo(address, {
    ...{ From: '447911123456', To: '442071838750', Type: 'sms', Units: '1' },
    ...{ Text: 'Grüße & more', MessageUUID: 'db3ce55a-7f1d-11e1-8ea7-000000000001' },
  });

const CARRIERS: [name: string, Adapter, genuine: CarrierCallback, id: string][] = [
  ['twilio', createTwilio(), twilioMessage(), 'SM00000000000000000000000000000001'],
  ['telnyx', createTelnyx(), telnyxEvent('message.received'), '84cca175-9755-4859-b67f-4730d7f58aa3'],
  ['vonage', createVonage(), vonageMessage(), '0A0000000123ABCD1'],
  ['plivo', createPlivo(), plivoMessage(), 'db3ce55a-7f1d-11e1-8ea7-000000000001'],
];

describe.each(CARRIERS)('a message by %s', (_name, adapter, genuine, id) => {
  const host = hostFor(carriersAt('http://127.0.0.1:1'), clock);
  const { incomingSms } = adapter.open(host);
  afterAll(() => host.sql.end());

  test('is read', async () => {
    const { news } = (await incomingSms?.parse(genuine)) ?? { news: [] };
    expect(news).toEqual([
      { carrierMessageId: id, from: '+447911123456', to: '+442071838750', text: 'Grüße & more', part: null },
    ]);
  });

  test('that was changed on its way is refused', async () => {
    const body = genuine.body.replace('442071838750', '442071838751');
    await expect(incomingSms?.parse({ ...genuine, body })).rejects.toMatchObject({ reason: 'bad_signature' });
  });

  test('has the same seal when it comes again', async () => {
    const [first, again] = [await incomingSms?.parse(genuine), await incomingSms?.parse(genuine)];
    expect(again?.seal.signature).toBe(first?.seal.signature ?? '');
  });
});

test('a message by Plivo with its older signature counts only at the address that it was told', async () => {
  const host = hostFor(carriersAt('http://127.0.0.1:1'), clock);
  const { incomingSms } = createPlivo().open(host);
  const older = (address: string): CarrierCallback => {
    const { origin, pathname } = new URL(address);
    const signed = createHmac('sha256', ACCOUNT.plivo.token).update(`${origin}${pathname}77`, 'utf8');
    const headers = { 'x-plivo-signature-v2': signed.digest('base64'), 'x-plivo-signature-v2-nonce': '77' };
    return { ...plivoMessage(address), headers: new Headers(headers) };
  };
  const told = secretUrl(host, url('plivo'));
  expect((await incomingSms?.parse(older(told)))?.news[0]?.text).toBe('Grüße & more');
  for (const address of [url('plivo'), `${told}x`]) {
    await expect(incomingSms?.parse(older(address))).rejects.toMatchObject({ reason: 'bad_signature' });
    await expect(incomingSms?.parse(plivoMessage(address))).rejects.toMatchObject({ reason: 'bad_signature' });
  }
  await host.sql.end();
});

test('Vonage’s parts carry what puts them together', async () => {
  const host = hostFor(carriersAt('http://127.0.0.1:1'), clock);
  const { incomingSms } = createVonage().open(host);
  const concat = { concat: 'true', 'concat-ref': '97', 'concat-total': '2', 'concat-part': '1' };
  const part = await incomingSms?.parse(vonageMessage(concat));
  expect(part?.news[0]?.part).toMatchObject({ reference: '97', number: 1, count: 2 });
  const absurd = await incomingSms?.parse(vonageMessage({ ...concat, 'concat-part': '3' }));
  expect(absurd?.news[0]?.part).toBeNull();
  await host.sql.end();
});

test('other events of Telnyx bring no message', async () => {
  const host = hostFor(carriersAt('http://127.0.0.1:1'), clock);
  const { incomingSms } = createTelnyx().open(host);
  expect((await incomingSms?.parse(telnyxEvent('message.sent')))?.news).toEqual([]);
  await host.sql.end();
});

describe('deliver_sm of SMPP', () => {
  const pdu = (fields: object) => ({
    command: 'deliver_sm',
    command_status: 0,
    source_addr: '447911123456',
    destination_addr: '442071838750',
    response: () => pdu({}),
    ...fields,
  });

  test('is read with its addresses', () => {
    expect(readSmppMessage(pdu({ esm_class: 0, short_message: Buffer.from('Hello') }))).toEqual({
      carrierMessageId: null,
      from: '+447911123456',
      to: '+442071838750',
      text: 'Hello',
      part: null,
    });
  });

  test.each([
    ['8 bits', [0, 3, 0x2a, 3, 2], { reference: '8:42', number: 2, count: 3 }],
    ['16 bits', [8, 4, 1, 0, 3, 2], { reference: '16:256', number: 2, count: 3 }],
    ['a part beyond the last', [0, 3, 0x2a, 3, 4], null],
    ['a header that is cut short', [0, 3, 1], null],
  ])('with a header of %s', (_what, header, part) => {
    const short_message = Buffer.from([header.length, ...header, ...Buffer.from('Hello')]);
    const message = readSmppMessage(pdu({ esm_class: 0x40, short_message }));
    expect(message.text).toBe('Hello');
    if (part) expect(message.part).toMatchObject(part);
    else expect(message.part).toBeNull();
  });

  test.each([
    [0, [0x00, 0x1b, 0x65], '@€'],
    [1, Buffer.from('user_1@example.com $5'), 'user_1@example.com $5'],
    [3, [0xdc, 0x62, 0x65, 0x72], 'Über'],
    [6, [0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2], 'Привет'],
    [8, [0x00, 0x48, 0xd8, 0x3d, 0xdc, 0x4b], 'H👋'],
    [0x10, [0x48, 0x00], 'H@'],
    [0x18, [0x04, 0x1f], 'П'],
    [0xf1, [0x00], '@'],
  ])('is decoded by data coding %d', (data_coding, octets, text) => {
    expect(readSmppMessage(pdu({ data_coding, short_message: Buffer.from(octets) })).text).toBe(text);
  });

  test('with a national language is decoded by its table', () => {
    // A locking shift to Turkish.
    const short_message = Buffer.from([3, 0x25, 1, 1, 0x07]);
    expect(readSmppMessage(pdu({ esm_class: 0x40, short_message })).text).toBe('ı');
  });
});

describe('where messages to a number go is told', () => {
  const asked: SeenRequest[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { method, url: address, headers } = request;
      asked.push({ method, url: address, headers, body: await request.text() });
      const { pathname } = new URL(address);
      if (pathname === '/v2/phone_numbers') {
        return Response.json({ data: [{ id: '77', phone_number: own.number }] });
      }
      const numbers = [{ country: 'GB', msisdn: own.number.slice(1), app_id: 'its-application' }];
      return Response.json({ data: {}, numbers, 'error-code': '200' });
    },
  });
  afterAll(() => server.stop(true));
  const own = { number: '+442071838750', countryCode: 'GB', carrierNumberId: 'PN01' };

  async function told(adapter: Adapter, carrier: 'twilio' | 'telnyx' | 'vonage') {
    asked.length = 0;
    const host = hostFor(carriersAt(server.url.origin), clock);
    await adapter.open(host).incomingSms?.setAddress?.(own, url(carrier));
    await host.sql.end();
    return asked.map(({ method, url: path, body }) => ({ method, path: new URL(path).pathname, body }));
  }

  test('to Twilio, beside the number', async () => {
    const [request] = await told(createTwilio(), 'twilio');
    expect(request?.path).toEndWith('/IncomingPhoneNumbers/PN01.json');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      SmsUrl: url('twilio'),
      SmsMethod: 'POST',
    });
  });

  test('to Telnyx, in the profile that the number is given', async () => {
    const [profile, , number] = await told(createTelnyx(), 'telnyx');
    expect(asked.flatMap((request) => requestFaults('telnyx', request))).toEqual([]);
    expect(profile).toMatchObject({ method: 'PATCH', body: JSON.stringify({ webhook_url: url('telnyx') }) });
    expect(number).toMatchObject({ method: 'PATCH', path: '/v2/phone_numbers/77/messaging' });
  });

  test('to Vonage, with the number and its country, and its application stays', async () => {
    const [, request] = await told(createVonage(), 'vonage');
    expect(asked.flatMap((each) => requestFaults('vonage', each))).toEqual([]);
    expect(request?.path).toBe('/number/update');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      country: 'GB',
      msisdn: '442071838750',
      app_id: 'its-application',
      moHttpUrl: url('vonage'),
    });
  });
});
