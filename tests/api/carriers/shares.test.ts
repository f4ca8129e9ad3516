import type { SettingName } from '../../../db/enums.ts';
import { carrierHealth } from '../../../db/schema/index.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { sentence } from '../../../src/platform/kit/errors.ts';
import { quoteSms } from '../../../src/services/messaging/contract.ts';
import { smsAttempt } from '../../../src/services/messaging/attempt-contract.ts';
import { balanceOf, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectSoundBooks, quickSandboxes, startTestApp, type TestApp } from '../../kit/index.ts';
import { makeDeck, readAnswer, readAs, withId, expectProblem, problemOf } from '../../kit/index.ts';
import { newNumber, postSms, send, untilStatus } from '../../kit/messages.ts';
import { REASONS } from '../../../src/shared/reasons.ts';
import { setAs, settingOf } from '../admin/settings.ts';
import { order, orderCall, passToEnd, readCall, startVoiceApp } from '../voice/calls.ts';

const app = await appForFile({ soundBooks: true });
const admin = await makeAdmin(app);
const person = await funded(app, '100.00');
afterEach(async () => {
  await app.deps.sql`delete from settings`;
  await app.deps.sql`delete from rate_rows`;
  await app.deps.sql`delete from rate_imports`;
  await app.deps.sql`delete from rate_decks`;
  await app.deps.sql`update provider_health set healthy = true`;
});

const set = async (name: SettingName, values: Record<string, string | null>) => {
  for (const [about, value] of Object.entries(values)) {
    expect((await setAs(admin, name, value, { about })).status).toBe(200);
  }
};

const putDown = ({ deps, clock }: TestApp, name: string) =>
  deps.db
    .insert(carrierHealth)
    .values({ name, healthy: false, detail: null, checkedAt: clock.now() })
    .onConflictDoUpdate({ target: carrierHealth.name, set: { healthy: false } });

/** Sends to so many numbers, waits until all are delivered, and counts them by carrier. */
async function carriersOf(count: number, number = () => newNumber()): Promise<Record<string, number>> {
  const { id } = await send(person, Array.from({ length: count }, number));
  await untilStatus(person, id, 'delivered');
  const rows = await app.deps.sql<{ provider: string; count: number }[]>`
    select provider, count(*)::integer as count from sms_recipients where message_id = ${id} group by 1`;
  return Object.fromEntries(rows.map((row) => [row.provider, row.count]));
}

test('messages divide among the carriers by their shares, and the trace says so', async () => {
  await set('carrier_share', { sandbox: '30', 'sandbox-backup': '70' });
  const count = 400;
  const { sandbox = 0, 'sandbox-backup': backup = 0 } = await carriersOf(count);
  expect(sandbox + backup).toBe(count);
  // Seven standard deviations of chance.
  expect(Math.abs(sandbox - 0.3 * count)).toBeLessThanOrEqual(7 * Math.sqrt(count * 0.3 * 0.7));
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'delivered');
  const traceOf = async (reader: TestActor) =>
    smsAttempt.array().parse(await (await reader.as(`/api/users/${person.id}/sms/${id}/trace`)).json());
  expect(await traceOf(admin)).toMatchObject([{ answer: 'accepted', routeBy: 'share', routeCost: null }]);
  expect(await traceOf(person)).toMatchObject([{ routeBy: null }]);
  expect(await app.deps.sql`select from sms_attempts where message_id = ${id}`).toHaveLength(0);
});

test('a carrier gets only its destinations; a number of nobody is refused before it is charged', async () => {
  await set('carrier_destinations', { sandbox: '49, +33', 'sandbox-backup': '33' });
  expect(await settingOf(admin, 'carrier_destinations', 'sandbox')).toMatchObject({ value: '33,49' });
  const german = () => `+4915${newNumber().slice(-9)}`;
  const french = () => `+336${newNumber().slice(-8)}`;
  expect(await carriersOf(5, german)).toEqual({ sandbox: 5 });
  await set('carrier_destinations', { sandbox: '49' });
  expect(await carriersOf(5, french)).toEqual({ 'sandbox-backup': 5 });
  const before = await balanceOf(person);
  const british = newNumber();
  const problem = await expectProblem(await postSms(person, [german(), british]), 'destination_not_sold');
  expect(problem.detail).toContain(british);
  await expectProblem(await orderCall(person, { destination: british }), 'destination_not_sold');
  const quote = `/api/users/${person.id}/voice/quote?destination=${encodeURIComponent(british)}`;
  await expectProblem(await person.as(quote), 'destination_not_sold');
  // One carrier has to carry both: the call and what it is forwarded to.
  const both = { callForwarding: true, forwardingNumber: french() };
  await expectProblem(await orderCall(person, { destination: german(), pbxFeatures: both }), 'destination_not_sold');
  expect(await balanceOf(person)).toBe(before);
  await set('carrier_destinations', { sandbox: 'all' });
  expect(await carriersOf(1)).toEqual({ sandbox: 1 });
});

test('a carrier gets only its senders; a sender of none is refused before the charge, or refunded after it', async () => {
  await set('carrier_senders', { sandbox: 'Bakery, +447700900001' });
  expect(await settingOf(admin, 'carrier_senders', 'sandbox')).toMatchObject({ value: '+447700900001,Bakery' });
  const carrierFrom = async (senderId: string) => {
    const json = { senderId, recipients: [newNumber()], message: 'Hello' };
    const { id } = await readAs(person.as(`/api/users/${person.id}/sms`, { json }), withId);
    await untilStatus(person, id, 'delivered');
    const [row] = await app.deps.sql<{ provider: string }[]>`
      select provider from sms_recipients where message_id = ${id}`;
    return row?.provider;
  };
  expect(await carrierFrom('BAKERY')).toBe('sandbox');
  expect(await carrierFrom('447700900001')).toBe('sandbox');
  expect(await carrierFrom('Topline')).toBe('sandbox-backup');
  const before = await balanceOf(person);
  // It was accepted while a carrier still took its sender.
  const sendAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const scheduled = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello', sendAt };
  const { id } = await readAs(await person.as(`/api/users/${person.id}/sms`, { json: scheduled }), withId);
  const charged = await balanceOf(person);
  await set('carrier_senders', { 'sandbox-backup': 'Somebody' });
  const problem = await expectProblem(await postSms(person, [newNumber()]), 'sender_not_allowed');
  expect(problem.errors?.[0]?.path).toBe('senderId');
  expect(await balanceOf(person)).toBe(charged);
  const asked = { senderId: 'Topline', recipients: [newNumber()], message: 'Hello' };
  const quoted = await readAnswer(person.as(`/api/users/${person.id}/sms/quote`, { json: asked }), quoteSms);
  expect(quoted.refusals).toEqual([expect.objectContaining({ number: null, code: 'sender_not_allowed' })]);
  app.clock.advance(60_000);
  await untilStatus(person, id, 'failed');
  const [row] = await app.deps.sql<{ error: string }[]>`
    select error from sms_recipients where message_id = ${id}`;
  expect(row?.error).toBe(REASONS.sender_refused);
  expect(await balanceOf(person)).toBe(before);
});

test('destinations count beside prices: the cheapest that may have the number gets it', async () => {
  const costs = (carrier: string, rate: string) => makeDeck(app, 'sms', [{ prefix: '44', rate }], { carrier });
  await costs('sandbox', '0.0100');
  await costs('sandbox-backup', '0.0200');
  const [open, closed] = ['+447911', '+447912'].map((start) => `${start}${newNumber().slice(-6)}`);
  if (!open || !closed) throw new Error('two numbers');
  // Longer than any prefix of a price list.
  await set('carrier_destinations', { sandbox: '447912', 'sandbox-backup': '447911' });
  expect(await carriersOf(1, () => open)).toEqual({ 'sandbox-backup': 1 });
  expect(await carriersOf(1, () => closed)).toEqual({ sandbox: 1 });
  await set('carrier_destinations', { sandbox: '447913' });
  await expectProblem(await postSms(person, [open, closed]), 'destination_not_sold');
});

test('a plan of a destination decides for its longest beginning, in messages and calls each by its own', async () => {
  await set('route_plan', { sms: '+4479: sandbox-backup ; sandbox\n\n44:sandbox 10,sandbox-backup 90' });
  const written = '44: sandbox 10, sandbox-backup 90\n4479: sandbox-backup; sandbox';
  expect(await settingOf(admin, 'route_plan', 'sms')).toMatchObject({ value: written });
  const mobile = () => `+447915${newNumber().slice(-6)}`;
  expect(await carriersOf(5, mobile)).toEqual({ 'sandbox-backup': 5 });
  expect(await carriersOf(3, () => `+4915${newNumber().slice(-9)}`)).toEqual({ sandbox: 3 });
  const [row] = await app.deps.sql<{ route_by: string }[]>`
    select route_by from sms_recipients where number like '+447915%' order by id desc limit 1`;
  expect(row?.route_by).toBe('plan');
  await putDown(app, 'sandbox-backup');
  expect(await carriersOf(2, mobile)).toEqual({ sandbox: 2 });
  await app.deps.sql`update provider_health set healthy = true`;
  await using calls = await startVoiceApp();
  const [caller, operator] = [await funded(calls, '20.00'), await makeAdmin(calls)];
  await setAs(operator, 'route_plan', '44: sandbox-backup', { about: 'voice' });
  const { id } = await order(caller, { destination: mobile() });
  await passToEnd(calls);
  expect((await readCall(caller, id)).provider).toBe('sandbox-backup');
});

test('calls go by the shares and the destinations as messages do, and say why', async () => {
  await using calls = await startVoiceApp();
  const caller = await funded(calls, '20.00');
  const operator = await makeAdmin(calls);
  const give = async (name: SettingName, about: string, value: string) =>
    expect((await setAs(operator, name, value, { about })).status).toBe(200);
  const placed = async (destination: string) => {
    const { id } = await order(caller, { destination });
    await passToEnd(calls);
    const [row] = await calls.deps.sql<{ route_by: string }[]>`
      select route_by from voice_calls where id = ${id}`;
    return [(await readCall(caller, id)).provider, row?.route_by];
  };
  await give('carrier_share', 'sandbox', '0');
  await give('carrier_share', 'sandbox-backup', '10');
  expect(await placed(newNumber())).toEqual(['sandbox-backup', 'fixed']);
  await putDown(calls, 'sandbox-backup');
  expect(await placed(newNumber())).toEqual(['sandbox', 'fixed']);
  await calls.deps.sql`update provider_health set healthy = true`;
  await give('carrier_share', 'sandbox', '10');
  expect((await placed(newNumber()))[1]).toBe('share');
  await give('carrier_destinations', 'sandbox-backup', '33');
  await give('carrier_destinations', 'sandbox', '49');
  expect(await placed('+33612345678')).toEqual(['sandbox-backup', 'fixed']);
  expect(await placed('+4915112345678')).toEqual(['sandbox', 'fixed']);
  await expectSoundBooks(calls);
});

test('the caller ID is held against what the carrier of the call accepts, which need not be the active one', async () => {
  const digitsOnly = sentence('callerIdNumber', { example: '+447700900123' });
  const [first, second] = quickSandboxes();
  if (!first || !second) throw new Error('there are two simulated carriers');
  const strict: Adapter = {
    ...second,
    open: (host) => {
      const carrier = second.open(host);
      if (carrier.voice) {
        carrier.voice.callerIdFault = (id) => (/\p{L}/u.test(id) ? digitsOnly : null);
      }
      return carrier;
    },
  };
  await using calls = await startTestApp({ adapters: [first, strict], background: false });
  const [operator, caller] = [await makeAdmin(calls), await funded(calls, '20.00')];
  const byName = () => orderCall(caller, { callerId: 'TOPLINE', destination: newNumber() });
  const share = async (name: string, value: string) =>
    expect((await setAs(operator, 'carrier_share', value, { about: name })).status).toBe(200);
  expect((await byName()).status).toBe(201);
  await share('sandbox', '0');
  await share('sandbox-backup', '1');
  const balance = await balanceOf(caller);
  const { errors } = await expectProblem(await byName(), 'validation_failed');
  expect(errors?.map(({ path, message }) => [path, message])).toEqual([['callerId', digitsOnly.text]]);
  expect(await balanceOf(caller)).toBe(balance);
  expect(await calls.deps.sql`select 1 from voice_calls where user_id = ${caller.id}`).toHaveLength(1);
  await share('sandbox', '1');
  await share('sandbox-backup', '0');
  expect((await byName()).status).toBe(201);
});

test('a sentence refuses what is no share and no calling code', async () => {
  const wrong = [
    ['carrier_share', ['-1', '1001', '0.5', 'much']],
    ['carrier_destinations', ['', '0', '44,', 'GB', '12345678', '44,0', 'off']],
    ['carrier_senders', ['', 'Bakery,', 'much too long a name', '12']],
  ] as const;
  for (const [name, values] of wrong) {
    for (const value of values) {
      const { code, errors } = await problemOf(await setAs(admin, name, value, { about: 'sandbox' }));
      expect([name, value, code, errors?.[0]?.path]).toEqual([name, value, 'validation_failed', name]);
    }
  }
  const twice = ['44: sandbox, sandbox', '44: sandbox; sandbox', '44: sandbox\n44: sandbox-backup'];
  const plans = [
    '',
    '44',
    '44:',
    ': sandbox',
    '44: nobody',
    '44: sandbox 0',
    '44: sandbox 1001',
    '44: sandbox;',
    ...twice,
  ];
  for (const value of plans) {
    const { code } = await problemOf(await setAs(admin, 'route_plan', value, { about: 'sms' }));
    expect([value, code]).toEqual([value, 'validation_failed']);
  }
});
