import { beforeEach, describe, expect, test } from 'bun:test';
import type { Carrier } from '../../src/carriers/port.ts';
import type { Json } from './description-file.ts';
import { type Answered, telnyx, twilio, vonage, type Dialect } from './dialects.ts';
import type { Simulator } from './simulator.ts';
import { useSimulator } from './use-simulator.ts';

const NUMBER = '+442079460123';
const OWN = { number: NUMBER, countryCode: 'GB' };
const OTHER = '+442079460124';
const OWNER = { owner: '0191b2c3-0000-7000-8000-000000000003', made: {} };
const REFERENCE = '0191b2c3-0000-7000-8000-000000000002';
const ok = (body: Json, status = 200): Answered => ({ status, body });
let simulator: Simulator;
let carrier: Carrier;

const use = (dialect: Dialect) =>
  useSimulator(dialect, (made) => {
    ({ simulator, carrier } = made);
  });

const bodies = (method: string): string[] =>
  simulator.requests.filter((request) => request.method === method).map(({ body }) => body);

describe('twilio', () => {
  use(twilio);
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
  use(telnyx);
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
  use(vonage);
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
