import { callsUrl } from '../../src/carriers/callback-url.ts';
import { secretUrl } from '../../src/carriers/adapters/callback-signature.ts';
import { hostFor } from './accounts.ts';
import { plivo } from './dialect-plivo.ts';
import type { Json } from './description-file.ts';
import { type Answered, telnyx, twilio, vonage } from './dialects.ts';
import { bodies, carrier, ok, simulator, withSimulator } from './with-simulator.ts';

const NUMBER = '+442079460123';
const OWN = { number: NUMBER, countryCode: 'GB' };
const OTHER = '+442079460124';
const OWNER = { owner: '0191b2c3-0000-7000-8000-000000000003', made: {} };
const REFERENCE = '0191b2c3-0000-7000-8000-000000000002';

describe('twilio', () => {
  withSimulator(twilio);
  const sid = 'PN0123456789abcdef0123456789abcdef';
  const owned = (...numbers: Json[]): Answered => ok({ incoming_phone_numbers: numbers });
  beforeEach(() => {
    simulator.script('GET', /\/Bundles$/, ok({ results: [] }));
    simulator.script('GET', /\/Addresses\.json$/, ok({ addresses: [] }));
  });
  const missing = ok({ code: 20_404, message: 'not found', status: 404 }, 404);

  test('offers landlines and mobile numbers, where a country has them', async () => {
    simulator.script('GET', /GB\/Local/, ok({ available_phone_numbers: [{ phone_number: NUMBER }] }));
    simulator.script('GET', /GB\/Mobile/, missing);
    expect(await carrier.availableNumbers?.('GB', 10)).toEqual([{ number: NUMBER }]);
  });

  test('says what a number carries', async () => {
    const offer = (phone_number: string, SMS: boolean): Json => ({
      phone_number,
      capabilities: { voice: true, SMS, MMS: false },
    });
    simulator.script('GET', /GB\/Local/, ok({ available_phone_numbers: [offer(NUMBER, false)] }));
    simulator.script('GET', /GB\/Mobile/, ok({ available_phone_numbers: [offer(OTHER, true)] }));
    expect(await carrier.availableNumbers?.('GB', 10)).toEqual([
      { number: NUMBER, carries: { messages: false, calls: true } },
      { number: OTHER, carries: { messages: true, calls: true } },
    ]);
  });

  test('says of one number whether it is to be had', async () => {
    const other = ok({ available_phone_numbers: [{ phone_number: OTHER }] });
    simulator.script('GET', /AvailablePhoneNumbers/, other);
    expect(await carrier.availableNumbers?.('GB', 10, NUMBER)).toEqual([]);
    expect(await carrier.availableNumbers?.('GB', 1, OTHER)).toEqual([{ number: OTHER }]);
  });

  test('sells a number once, however often it is asked with the same reference', async () => {
    simulator.script('GET', /Incoming/, owned(), owned({ sid, friendly_name: REFERENCE, phone_number: NUMBER }));
    simulator.script('POST', /Incoming/, ok({ sid, phone_number: NUMBER, friendly_name: REFERENCE }, 201));
    const bought = { kind: 'bought', carrierNumberId: sid } as const;
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(bodies('POST')).toHaveLength(1);
  });

  test('refuses one that somebody else took, and throws where the result is unknown', async () => {
    simulator.script('GET', /Incoming/, owned());
    const fault = ok('Service Unavailable', 503);
    simulator.script('POST', /Incoming/, ok({ code: 21_422, message: 'not available', status: 400 }, 400), fault);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({ kind: 'refused', code: '21422' });
    await expect(carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).rejects.toThrow(/503/);
    // The description knows no answer 503; that it came is what is tested.
    simulator.faults.length = 0;
  });

  test('says what a number of ours carries, and nothing of another one', async () => {
    const capabilities = { voice: true, sms: false, mms: false, fax: false };
    simulator.script('GET', /Incoming/, owned({ sid, phone_number: NUMBER, capabilities }), owned());
    expect(await carrier.carriesOf?.(OWN)).toEqual({ messages: false, calls: true });
    expect(await carrier.carriesOf?.(OWN)).toBeNull();
  });

  test('takes a number back, and also answers well for one that it no longer has', async () => {
    simulator.script('DELETE', /Incoming/, ok(null, 204), missing);
    await carrier.releaseNumber?.(sid);
    await carrier.releaseNumber?.(sid);
    expect(bodies('DELETE')).toHaveLength(2);
  });
});

describe('telnyx', () => {
  withSimulator(telnyx);
  const id = '12ade33a-21c0-473b-b055-b3c836e1c292';
  beforeEach(() => simulator.script('GET', /requirement_groups$/, ok([])));
  const orderOf = (status: string): Json => ({ id, status, customer_reference: REFERENCE });

  test('offers numbers, with their price where it is in pounds', async () => {
    const offer = (phone_number: string, currency: string, ...features: string[]): Json => ({
      phone_number,
      features: features.map((name) => ({ name })),
      cost_information: { monthly_cost: '1.10', upfront_cost: '0', currency },
    });
    simulator.script('GET', /available/, ok({ data: [offer(NUMBER, 'GBP'), offer(OTHER, 'USD', 'voice', 'sms')] }));
    expect(await carrier.availableNumbers?.('GB', 10)).toMatchObject([
      ...[
        { number: NUMBER, monthlyCost: 11_000n, carries: { messages: false, calls: false } },
        { number: OTHER, monthlyCost: undefined, carries: { messages: true, calls: true } },
      ],
    ]);
    expect(await carrier.availableNumbers?.('GB', 10, OTHER)).toMatchObject([{ number: OTHER }]);
  });

  test('sells a number once it has settled the order, and finds the order again', async () => {
    simulator.script('GET', /number_orders$/, ok({ data: [] }), ok({ data: [orderOf('success')] }));
    simulator.script('POST', /number_orders$/, ok({ data: orderOf('pending') }));
    simulator.script('GET', /number_orders\//, ok({ data: orderOf('success') }));
    const bought = { kind: 'bought', carrierNumberId: NUMBER } as const;
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(bodies('POST')).toHaveLength(1);
  });

  test('refuses by an order that fails', async () => {
    simulator.script('GET', /number_orders$/, ok({ data: [] }));
    simulator.script('POST', /number_orders$/, ok({ data: orderOf('failure') }));
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({ kind: 'refused' });
  });

  test('says what a number of ours carries, and nothing of another one', async () => {
    const own = ok({ data: [{ id: '42', phone_number: NUMBER }] });
    const twoWay = { domestic_two_way: true, international_inbound: true, international_outbound: false };
    simulator.script('GET', /phone_numbers$/, own, own, ok({ data: [] }));
    simulator.script(
      'GET',
      /phone_numbers\/42\/messaging$/,
      ok({ data: { id: '42', features: { sms: twoWay, mms: null } } }),
      ok({ data: { id: '42', features: { sms: null, mms: null } } }),
    );
    expect(await carrier.carriesOf?.(OWN)).toEqual({ messages: true, calls: true });
    expect(await carrier.carriesOf?.(OWN)).toEqual({ messages: false, calls: true });
    expect(await carrier.carriesOf?.(OWN)).toBeNull();
  });

  test('takes a number back by its own id for it', async () => {
    simulator.script('GET', /phone_numbers$/, ok({ data: [{ id: '42', phone_number: NUMBER }] }), ok({ data: [] }));
    simulator.script('DELETE', /phone_numbers\/42$/, ok({ data: { id: '42', status: 'deleted' } }));
    await carrier.releaseNumber?.(NUMBER);
    await carrier.releaseNumber?.(NUMBER);
    expect(bodies('DELETE')).toHaveLength(1);
  });
});

describe('vonage', () => {
  withSimulator(vonage);
  const numbers = (...found: string[]): Answered =>
    ok({ count: found.length, numbers: found.map((number) => ({ country: 'GB', msisdn: number.slice(1) })) });
  const done = ok({ 'error-code': '200', 'error-code-label': 'success' });

  test('offers numbers', async () => {
    simulator.script('GET', /number\/search/, numbers(NUMBER, OTHER), ok({}));
    expect(await carrier.availableNumbers?.('GB', 500, OTHER)).toEqual([{ number: OTHER }]);
    expect(await carrier.availableNumbers?.('GB', 10)).toEqual([]);
  });

  test('says what a number carries', async () => {
    const offer = { country: 'GB', msisdn: NUMBER.slice(1), features: ['VOICE'] };
    simulator.script('GET', /number\/search/, ok({ count: 1, numbers: [offer] }));
    expect(await carrier.availableNumbers?.('GB', 10)).toEqual([
      { number: NUMBER, carries: { messages: false, calls: true } },
    ]);
  });

  test('says what a number of ours carries, and nothing of another one', async () => {
    const own = { country: 'GB', msisdn: NUMBER.slice(1), features: ['SMS', 'MMS'] };
    simulator.script('GET', /account\/numbers/, ok({ count: 1, numbers: [own] }), numbers(OTHER), numbers());
    expect(await carrier.carriesOf?.(OWN)).toEqual({ messages: true, calls: false });
    expect(await carrier.carriesOf?.(OWN)).toBeNull();
    expect(await carrier.carriesOf?.(OWN)).toBeNull();
  });

  test('sells a number once, and refuses one that another took', async () => {
    simulator.script('GET', /account\/numbers/, numbers(), numbers(NUMBER), numbers());
    simulator.script('POST', /number\/buy/, done, ok({ 'error-code': '420', 'error-code-label': 'gone' }, 420));
    const bought = { kind: 'bought', carrierNumberId: NUMBER } as const;
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(bought);
    expect(await carrier.buyNumber?.(OTHER, REFERENCE, OWNER)).toMatchObject({ kind: 'refused', code: '420' });
    expect(bodies('POST')).toEqual(['country=GB&msisdn=442079460123', 'country=GB&msisdn=442079460124']);
  });

  test('takes a number back that is ours', async () => {
    simulator.script('GET', /account\/numbers/, numbers(NUMBER), numbers());
    simulator.script('POST', /number\/cancel/, done);
    await carrier.releaseNumber?.(NUMBER);
    await carrier.releaseNumber?.(NUMBER);
    expect(bodies('POST')).toHaveLength(1);
  });
});

describe('plivo', () => {
  withSimulator(plivo);
  const digits = NUMBER.slice(1);
  const offers = (count: number, first: Record<string, Json> = {}): Answered => {
    const other = (index: number) => ({ number: String(442_079_461_000 + index), restriction: null });
    const objects = Array.from({ length: count }, (_, index) => other(index));
    return ok({ objects: [{ ...other(999), ...first }, ...objects.slice(1)] });
  };
  const bought = (status: string) =>
    ok({ message: 'created', status: 'fulfilled', numbers: [{ number: digits, status }] }, 201);
  const missing = ok({ error: 'not found' }, 404);
  const isOurs = ok({ number: digits });

  test('offers numbers page by page, but none for which it wants papers', async () => {
    simulator.script('GET', /PhoneNumber/, offers(20, { restriction: 'city-address' }), offers(20), offers(3));
    const found = (await carrier.availableNumbers?.('GB', 100)) ?? [];
    expect(found).toHaveLength(42);
    expect(found[0]).toEqual({ number: '+442079461001' });
    const pages = simulator.requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('offset'));
    expect(pages).toEqual(['0', '20', '40']);
  });

  test('says what a number carries', async () => {
    simulator.script('GET', /PhoneNumber/, offers(1, { sms_enabled: false, voice_enabled: true }));
    const [told] = (await carrier.availableNumbers?.('GB', 1)) ?? [];
    expect(told?.carries).toEqual({ messages: false, calls: true });
  });

  test('says what a number of ours carries, and nothing of another one', async () => {
    const own = ok({ number: digits, sms_enabled: true, voice_enabled: false });
    simulator.script('GET', /\/Number\//, own, isOurs, missing);
    const ask = () => carrier.carriesOf?.({ number: NUMBER, countryCode: 'GB' });
    expect(await ask()).toEqual({ messages: true, calls: false });
    expect(await ask()).toBeNull();
    expect(await ask()).toBeNull();
  });

  test('says of one number whether it is to be had', async () => {
    simulator.script('GET', /PhoneNumber/, offers(20), offers(2, { number: digits }), offers(2));
    expect(await carrier.availableNumbers?.('GB', 1, NUMBER)).toEqual([{ number: NUMBER }]);
    expect(await carrier.availableNumbers?.('GB', 1, NUMBER)).toEqual([]);
  });

  test('sells a number once, refuses one that is gone, and throws where the result is unknown', async () => {
    simulator.script('GET', /\/Number\//, missing, isOurs, missing);
    const gone = ok({ error: 'number is not available' }, 400);
    simulator.script('POST', /PhoneNumber/, bought('Success'), gone, ok('Service Unavailable', 503));
    const done = { kind: 'bought', carrierNumberId: NUMBER } as const;
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(done);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toEqual(done);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({
      ...{ kind: 'refused', code: 'number is not available' },
    });
    expect(bodies('POST')).toHaveLength(2);
    await expect(carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).rejects.toThrow(/503/);
    simulator.faults.length = 0;
  });

  test('gives a number back that waits for papers, and takes one back that is not ours any more', async () => {
    simulator.script('GET', /\/Number\//, missing);
    simulator.script('POST', /PhoneNumber/, bought('pending'));
    simulator.script('DELETE', /\/Number\//, ok(null, 204), ok(null, 204), missing);
    expect(await carrier.buyNumber?.(NUMBER, REFERENCE, OWNER)).toMatchObject({
      ...{ kind: 'refused', code: 'pending' },
    });
    expect(bodies('DELETE')).toHaveLength(1);
    await carrier.releaseNumber?.(NUMBER);
    await carrier.releaseNumber?.(NUMBER);
    expect(bodies('DELETE')).toHaveLength(3);
  });

  test('delivers messages and calls to one application of ours, however often it is told', async () => {
    const own = { number: NUMBER, countryCode: 'GB', carrierNumberId: NUMBER };
    const address = 'https://topline.example/api/callbacks/plivo/messages';
    const host = hostFor({});
    const [told, calls] = [secretUrl(host, address), callsUrl({ deps: host }, 'plivo')];
    await host.sql.end();
    const ours = { app_id: '2', message_url: told, answer_url: calls, hangup_url: calls };
    simulator.script(
      'GET',
      /Application/,
      ok({ objects: [{ app_id: '1', message_url: address, answer_url: calls, hangup_url: calls }] }),
      ok({ objects: [{ ...ours, answer_url: told, hangup_url: '' }] }),
      ok({ objects: [ours] }),
    );
    simulator.script('POST', /Application\/$/, ok({ app_id: '2', message: 'created' }, 201));
    simulator.script('POST', /Application\/2\//, ok({ message: 'changed' }, 202));
    simulator.script('POST', /\/Number\//, ok({ message: 'changed' }, 202));
    const all = {
      ...{ message_url: told, message_method: 'POST' },
      ...{ answer_url: calls, answer_method: 'POST', hangup_url: calls, hangup_method: 'POST' },
    };
    await carrier.incomingSms?.setAddress?.(own, address);
    const posted = () => bodies('POST').map((body): unknown => JSON.parse(body));
    expect(posted()).toEqual([{ app_name: 'Topline-messages', ...all }, { app_id: '2' }]);
    await carrier.incomingSms?.setAddress?.(own, address);
    expect(posted().slice(2), 'one that was made for messages only').toEqual([all, { app_id: '2' }]);
    await carrier.incomingSms?.setAddress?.(own, address);
    expect(posted().slice(4)).toEqual([{ app_id: '2' }]);
  });
});
