import { resealAll } from '../../../src/platform/reseal.ts';
import { openSettings } from '../../../src/carriers/accounts/sealed-settings.ts';
import { isSealed } from '../../../src/platform/kit/seal.ts';
import { carrierAccount, type CarrierAccount } from '../../../src/carriers/accounts/contract.ts';
import { carrierStatus } from '../../../src/carriers/contract.ts';
import { Gateway } from '../../carriers/smpp-gateway.ts';
import { appForFile, startTestApp, type TestApp, funded, makeAdmin } from '../../kit/index.ts';
import { eventually, expectProblem, readAs, RunningClock, send, untilStatus } from '../../kit/index.ts';
import { setDestinations } from '../admin/settings.ts';

const [lagos, berlin, accra] = [await Gateway.start(), await Gateway.start(), await Gateway.start()];
const app = await appForFile({ clock: new RunningClock() });
const [admin, person] = [await makeAdmin(app), await funded(app, '100.00')];
beforeEach(async () => {
  await app.deps.sql`delete from settings`;
});
afterAll(() => Promise.all([lagos, berlin, accra].map(({ gateway }) => gateway.kill())));

const PATH = '/api/admin/carrier-accounts';
const settingsAt = (port: number, more: Record<string, string> = {}) => ({
  ...{ SMPP_HOST: '127.0.0.1', SMPP_PORT: String(port), SMPP_SYSTEM_ID: 'topline', SMPP_PASSWORD: 'secret' },
  ...more,
});
const make = (name: string, settings: Record<string, string>, more: object = {}) =>
  admin.withCookie(PATH, { json: { kind: 'smpp', name, settings, ...more } });
const change = (name: string, json: object) => admin.withCookie(`${PATH}/${name}`, { method: 'PUT', json });
const accountOf = async (response: Response): Promise<CarrierAccount> => {
  expect(response.ok).toBe(true);
  return readAs(response, carrierAccount);
};
const namesAt = async (at: TestApp) => {
  const response = await at.fetch('/api/telecom/providers', { headers: { authorization: `Bearer ${admin.key}` } });
  return (await readAs(response, carrierStatus)).providers;
};
const carrierOf = async (id: string) => {
  const [row] = await app.deps.sql<{ provider: string | null }[]>`
    select provider from sms_recipients where message_id = ${id}`;
  return row?.provider;
};
const routeOf = async (id: string) => {
  const [row] = await app.deps.sql<{ route_to: string | null }[]>`
    select route_to from sms_recipients where message_id = ${id}`;
  return row?.route_to;
};
const report = (gateway: Gateway, id: string) =>
  gateway.deliver({
    ...{ source_addr: '447700900123', destination_addr: 'Topline', esm_class: 4 },
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2611231200 done date:2611231201 stat:DELIVRD err:000 text:`,
  });

test('two gateways are made, each takes its own destinations, and reports over its own connection', async () => {
  const made = await accountOf(await make('lagos', settingsAt(lagos.port)));
  expect(made).toMatchObject({ name: 'smpp-lagos', kind: 'smpp', isOn: true, isOpen: true });
  expect(made.set).toEqual(['SMPP_HOST', 'SMPP_PASSWORD', 'SMPP_PORT', 'SMPP_SYSTEM_ID']);
  await accountOf(await make('berlin', settingsAt(berlin.port, { SMPP_PER_SECOND: '5' })));
  expect(await namesAt(app)).toEqual(['sandbox', 'sandbox-backup', 'smpp-lagos', 'smpp-berlin']);
  expect(app.deps.carriers.get('smpp-berlin').limits.perSecond).toBe(5);

  await setDestinations(admin, { sandbox: '1', 'sandbox-backup': '1', 'smpp-lagos': '234', 'smpp-berlin': '49' });
  for (const [number, { gateway }, name] of [
    ['+2348031234567', lagos, 'smpp-lagos'],
    ['+4915123456789', berlin, 'smpp-berlin'],
  ] as const) {
    const { id } = await send(person, [number]);
    await untilStatus(person, id, 'sent');
    expect(await carrierOf(id)).toBe(name);
    const [taken] = await gateway.messages();
    expect(taken).toMatchObject({ number: number.slice(1) });
    expect(await report(gateway, taken?.id ?? '')).toBe(0);
    await untilStatus(person, id, 'delivered');
  }
});

test('nothing of the settings is shown, and they are sealed in the database', async () => {
  expect(await (await admin.withCookie(PATH)).text()).not.toContain('127.0.0.1');
  const rows = await app.deps.sql<{ sealed: string }[]>`select sealed_settings as sealed from carrier_accounts`;
  expect(rows.map(({ sealed }) => isSealed(sealed))).toEqual([true, true]);

  const { config, db } = app.deps;
  const turned = { sessionSecret: 'another secret', formerSecrets: [config.sessionSecret] };
  await resealAll({ db, config: { ...config, ...turned } });
  const [row] = await app.deps.sql<{ sealed: string }[]>`
    select sealed_settings as sealed from carrier_accounts where name = 'smpp-lagos'`;
  const alone = { sessionSecret: turned.sessionSecret, formerSecrets: [] };
  expect(openSettings(alone, 'smpp-lagos', row?.sealed ?? '')).toMatchObject({ SMPP_PASSWORD: 'secret' });
  expect(openSettings(alone, 'smpp-berlin', row?.sealed ?? '')).toBeNull();
  const back = { sessionSecret: config.sessionSecret, formerSecrets: [turned.sessionSecret] };
  await resealAll({ db, config: { ...config, ...back } });
});

test('another process learns of an account, of a change and of its end; a new process has them at its start', async () => {
  await using other = await startTestApp({ beside: app });
  expect(await namesAt(other)).toContain('smpp-lagos');
  await accountOf(await make('accra', settingsAt(accra.port), { isOn: false }));
  await accountOf(await change('smpp-accra', { isOn: true }));
  await eventually('the other process has it', async () => (await namesAt(other)).includes('smpp-accra'));
  await accountOf(await change('smpp-accra', { settings: { SMPP_PER_SECOND: '7' } }));
  const limit = () => other.deps.carriers.find('smpp-accra')?.limits.perSecond;
  await eventually('it has the new rate', async () => limit() === 7);
  await accountOf(await change('smpp-accra', { isOn: false }));
  await eventually('nothing new goes there', async () => !(await namesAt(other)).includes('smpp-accra'));
});

test('another account sends what waits for one that is switched off', async () => {
  await lagos.gateway.reset();
  await setDestinations(admin, { sandbox: '1', 'sandbox-backup': '1', 'smpp-lagos': '234', 'smpp-berlin': '49' });
  await app.deps.sql`
    update provider_gates set paused_until = now() + interval '1 hour' where name = 'smpp-lagos'`;
  const { id } = await send(person, ['+2348031234569']);
  await eventually('it waits for that one', async () => (await routeOf(id)) === 'smpp-lagos');
  await setDestinations(admin, { sandbox: '1,234' });
  await accountOf(await change('smpp-lagos', { isOn: false }));
  await untilStatus(person, id, 'delivered');
  expect(await carrierOf(id)).toBe('sandbox');
});

/** Whoever could set where a carrier is would be sent every message. */
const ELSEWHERE = {
  AFRICAS_TALKING_USERNAME: 'topline',
  AFRICAS_TALKING_API_KEY: 'a key',
  AFRICAS_TALKING_CALLBACK_SECRET: 'a-long-enough-word',
  AFRICAS_TALKING_BASE_URL: 'https://example.com',
};

test.each([
  [{ kind: 'sandbox', name: 'more', settings: {} }, 'kind'],
  [{ kind: 'smpp', name: 'Lagos', settings: settingsAt(1) }, 'name'],
  [{ kind: 'smpp', name: 'lagos', settings: settingsAt(1) }, 'name'],
  [{ kind: 'smpp', name: 'half', settings: { SMPP_HOST: '127.0.0.1' } }, 'settings'],
  [{ kind: 'smpp', name: 'none', settings: {} }, 'settings'],
  [{ kind: 'smpp', name: 'odd', settings: settingsAt(1, { SMPP_WINDOW: 'wide' }) }, 'settings'],
  [{ kind: 'smpp', name: 'other', settings: settingsAt(1, { TWILIO_AUTH_TOKEN: 'x' }) }, 'settings'],
  [{ kind: 'africas-talking', name: 'mine', settings: ELSEWHERE }, 'settings'],
])('unusable settings are refused beside their field (%#)', async (json, path) => {
  const problem = await expectProblem(await admin.withCookie(PATH, { json }), 'validation_failed');
  expect(problem.errors?.[0]?.path).toStartWith(path);
  expect(JSON.stringify(problem)).not.toContain('secret');
});
