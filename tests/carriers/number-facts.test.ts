import { generateKeyPairSync } from 'node:crypto';
import type { NumberFacts } from '../../src/carriers/number-port.ts';
import { readConfig } from '../../src/config.ts';
import { carriersAt, hostFor } from './accounts.ts';
import type { Json } from './description-file.ts';
import { type Answered, type Dialect, telnyx, twilio, vonage } from './dialects.ts';
import { Simulator } from './simulator.ts';

const NUMBER = '+447700900123';
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const APPLICATION = {
  VONAGE_APPLICATION_ID: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  VONAGE_PRIVATE_KEY: KEY.toString(),
};

let simulator: Simulator | undefined;
afterEach(async () => {
  await simulator?.stop();
  expect(simulator?.faults).toEqual([]);
});

/** The carrier with its look-up turned on, or only what these settings say, and a counterpart that gives this answer. */
async function open(dialect: Dialect, answer: Answered, env: Record<string, string>) {
  simulator = new Simulator(dialect);
  const url = await simulator.listen();
  simulator.script('GET', /PhoneNumbers\/|number_lookup/, answer);
  simulator.script('POST', /identity-insights/, answer);
  const bases = { TWILIO_LOOKUPS_BASE_URL: url, VONAGE_INSIGHTS_BASE_URL: url };
  const host = hostFor({ ...carriersAt(url), ...bases, ...env });
  return dialect.adapter({ sendMs: 1000, healthMs: 1000 }).open(host);
}
async function factsOf(dialect: Dialect, body: Json, env: Record<string, string>) {
  const carrier = await open(dialect, { status: 200, body }, env);
  const facts = await carrier.lookUpNumber?.(NUMBER);
  await simulator?.stop();
  return facts;
}

const atTwilio = (line: Json) => ({
  ...{ calling_country_code: '44', country_code: 'GB', phone_number: NUMBER, valid: true },
  line_type_intelligence: line,
});
const atTelnyx = (data: { [name: string]: Json }) => ({
  data: { country_code: 'GB', phone_number: NUMBER, record_type: 'number_lookup', ...data },
});
const atVonage = (current: Json, original: Json) => ({
  request_id: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab',
  insights: { current_carrier: current, original_carrier: original },
});
const OK = { code: 'OK', message: 'Success' };
const of = (name: string, type: string, code: string | null) => ({
  ...{ name, network_type: type, country_code: 'GB', network_code: code, status: OK },
});
const ON = {
  twilio: { TWILIO_LOOKUP: 'on' },
  telnyx: { TELNYX_LOOKUP: 'on' },
  vonage: { VONAGE_LOOKUP: 'on', ...APPLICATION },
};

test.each<[string, NumberFacts['kind']]>([
  ['mobile', 'mobile'],
  ['landline', 'fixed'],
  ['fixedVoip', 'voip'],
  ['nonFixedVoip', 'voip'],
  ['tollFree', 'toll_free'],
  ['personal', 'unknown'],
  ['voicemail', 'unknown'],
])('Twilio: %s is %s', async (type, kind) => {
  const line = { type, carrier_name: 'Vodafone UK', mobile_country_code: '234', mobile_network_code: '15' };
  expect(await factsOf(twilio, atTwilio(line), ON.twilio)).toEqual({
    ...{ kind, country: 'GB', network: '23415', networkName: 'Vodafone UK', ported: null },
  });
  const [asked] = simulator?.requests ?? [];
  expect(new URL(asked?.url ?? '').search).toBe('?Fields=line_type_intelligence');
});

test.each<[string, NumberFacts['kind']]>([
  ['mobile', 'mobile'],
  ['fixed line', 'fixed'],
  ['voip', 'voip'],
  ['toll free', 'toll_free'],
  ['fixed line or mobile', 'unknown'],
  ['unknown', 'unknown'],
])('Telnyx: %s is %s', async (type, kind) => {
  const carrier = { type, name: 'EE', mobile_country_code: '234', mobile_network_code: '30' };
  expect(await factsOf(telnyx, atTelnyx({ carrier }), ON.telnyx)).toEqual({
    ...{ kind, country: 'GB', network: '23430', networkName: 'EE', ported: null },
  });
});

test.each([
  ['Y', true],
  ['N', false],
  ['', null],
])('Telnyx: a ported status of %p is %p', async (status, ported) => {
  const carrier = { type: 'mobile', name: 'EE' };
  const body = atTelnyx({ carrier, portability: { ported_status: status } });
  expect(await factsOf(telnyx, body, ON.telnyx)).toMatchObject({ ported, network: null });
});

test.each<[string, NumberFacts['kind']]>([
  ['MOBILE', 'mobile'],
  ['LANDLINE', 'fixed'],
  ['VIRTUAL', 'voip'],
  ['LANDLINE_TOLLFREE', 'toll_free'],
  ['LANDLINE_PREMIUM', 'unknown'],
  ['UNKNOWN', 'unknown'],
])('Vonage: %s is %s', async (type, kind) => {
  const none = { status: { code: 'NOT_FOUND' } };
  const body = atVonage(none, of('BT', type, 'GB-FIXED'));
  expect(await factsOf(vonage, body, ON.vonage)).toEqual({
    ...{ kind, country: 'GB', network: null, networkName: 'BT', ported: null },
  });
  expect(JSON.parse(simulator?.requests[0]?.body ?? '')).toEqual({
    phone_number: NUMBER.slice(1),
    insights: { current_carrier: {}, original_carrier: {} },
  });
});

test.each([
  ['23410', '23415', true],
  ['23410', '23410', false],
  ['23410', null, null],
])('Vonage: now in %p and before in %p is ported: %p', async (now, before, ported) => {
  const body = atVonage(of('O2', 'MOBILE', now), of('Vodafone', 'MOBILE', before));
  expect(await factsOf(vonage, body, ON.vonage)).toMatchObject({
    ...{ kind: 'mobile', network: now, networkName: 'O2', ported },
  });
});

describe.each([
  ['twilio', twilio],
  ['telnyx', telnyx],
  ['vonage', vonage],
] as const)('%s', (name, dialect) => {
  test('asks nothing unless it is turned on', async () => {
    const { [name]: _on, ...others } = ON;
    const env = Object.assign({}, ...Object.values(others));
    expect((await open(dialect, dialect.healthy, env)).lookUpNumber).toBeUndefined();
  });

  test('says nothing where it refuses', async () => {
    const bodies: Record<string, Json> = {
      twilio: { code: 20003, message: 'Authenticate', more_info: 'https://x.example', status: 401 },
      telnyx: { errors: [{ code: '10009', title: 'Authentication failed' }] },
      vonage: { title: 'Unauthorized' },
    };
    const carrier = await open(dialect, { status: 401, body: bodies[name] ?? null }, ON[name]);
    await expect(carrier.lookUpNumber?.(NUMBER) ?? Promise.resolve()).rejects.toThrow('HTTP 401');
  });
});

test('Vonage needs an application for it, and the program says so', () => {
  const env = { ...carriersAt('http://127.0.0.1:1'), SESSION_SECRET: 'x'.repeat(32), VONAGE_LOOKUP: 'on' };
  expect(() => readConfig(env)).toThrow('VONAGE_LOOKUP: needs VONAGE_APPLICATION_ID and VONAGE_PRIVATE_KEY');
});
