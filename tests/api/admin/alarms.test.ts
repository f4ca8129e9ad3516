import { and, eq } from 'drizzle-orm';
import { ALARMS } from '../../../db/enums.ts';
import { alarms, carrierHealth, mails } from '../../../db/schema/index.ts';
import { CONDITIONS } from '../../../src/admin/alarms/conditions.ts';
import { getStatus, listAlarms } from '../../../src/admin/alarms/contract.ts';
import { getBanner } from '../../../src/admin/settings/contract.ts';
import { watchAlarms } from '../../../src/admin/alarms/watch-alarms.ts';
import { metricSources } from '../../../src/metric-sources.ts';
import { bought } from '../numbers/numbers.ts';
import type { MetricSource } from '../../../src/platform/kit/metric-source.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { openEvents, funded, makeAdmin, suspend, type TestActor } from '../../kit/index.ts';
import { appForFile, deliverMails, linkIn, mailTo, newNumber, readAnswer, send } from '../../kit/index.ts';

/** Alarms of an application whose metrics a test sets: nothing else changes them. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example' } });
const admin = await makeAdmin(app);

const raised = async () =>
  (await readAnswer(admin.as('/api/admin/alarms'), listAlarms)).map(
    ({ alarm, subject, value }) => `${alarm} ${subject} ${value}`,
  );
const letters = (to: TestActor = admin) =>
  app.deps.db.$count(mails, and(eq(mails.userId, to.id), eq(mails.kind, 'alarm')));
const metrics = async () => (await app.fetch('/metrics')).text();

const source = (
  name: string,
  values: Record<string, number> | Error,
  labels: readonly string[] = ['carrier'],
): MetricSource => ({
  ...{ name, help: '', labels },
  read: async () => {
    if (values instanceof Error) throw values;
    return Object.entries(values).map(([carrier, value]) => ({ labels: { carrier }, value }));
  },
});
const down = (values: Record<string, number> | Error) => source('carrier_down', values);

test('each alarm looks at a metric that there is', async () => {
  const names = new Set(metricSources(app.deps).map(({ name }) => name));
  expect(ALARMS.filter((alarm) => !names.has(CONDITIONS[alarm].metric))).toEqual([]);
});

test.each(ALARMS.map((alarm) => [alarm, CONDITIONS[alarm]] as const))(
  'the alarm %s is raised above its limit, and not at it',
  async (alarm, { metric, atMost }) => {
    await watchAlarms(app.deps, [source(metric, { one: atMost, other: atMost + 1 })]);
    expect(await raised()).toEqual([`${alarm} other ${atMost + 1}`]);
    await watchAlarms(app.deps, [source(metric, {})]);
    expect(await raised()).toEqual([]);
  },
);

test('a cause is told once an hour though it comes and goes, and once a day while it stays', async () => {
  const shut = await makeAdmin(app);
  await suspend(app, shut);
  const before = await letters();
  const told = async () => (await letters()) - before;
  const look = (values: Record<string, number>) => watchAlarms(app.deps, [down(values)]);
  app.clock.advance(HOUR);
  await Promise.all([look({ alpha: 1 }), look({ alpha: 1 })]);
  expect(await told()).toBe(1);
  expect(await letters(shut)).toBe(0);
  await deliverMails(app);
  const mail = await mailTo(app, admin.email, /A provider is down/);
  expect(mail.text).toContain('alpha');
  expect(linkIn(mail).pathname).toBe('/admin');
  await look({});
  app.clock.advance(HOUR - 1);
  await look({ alpha: 1 });
  expect(await told()).toBe(1);
  // Another carrier is another cause.
  await look({ alpha: 1, beta: 1 });
  expect(await told()).toBe(2);
  app.clock.advance(1);
  await look({ alpha: 1, beta: 1 });
  expect(await told()).toBe(3);
  app.clock.advance(24 * HOUR - 1);
  await look({ alpha: 1 });
  expect(await told()).toBe(3);
  app.clock.advance(1);
  await look({ alpha: 1 });
  expect(await told()).toBe(4);
  await look({});
});

test('an alarm that only warns writes no letter, and neither does one with a letter of its own', async () => {
  const before = await letters();
  await watchAlarms(app.deps, [source('carrier_balance_low', { alpha: 1 }), source('payments_lost', { '': 1 })]);
  expect(await raised()).toEqual(['lost  1', 'carrierCredit alpha 1']);
  expect(await letters()).toBe(before);
  await watchAlarms(app.deps, [source('carrier_balance_low', {}), source('payments_lost', {})]);
});

test('an alarm whose metric cannot be read stays as it is', async () => {
  await watchAlarms(app.deps, [down({ alpha: 1 })]);
  await watchAlarms(app.deps, [down(new Error('no answer'))]);
  expect(await raised()).toEqual(['carriers alpha 1']);
  await watchAlarms(app.deps, [down({ alpha: 0 })]);
  expect(await raised()).toEqual([]);
});

test('administrators see it come and go at once, and Prometheus reads it', async () => {
  await using stream = await openEvents(app, { cookie: admin.cookie });
  await watchAlarms(app.deps, [down({ alpha: 1 })]);
  await stream.next('alarms-changed');
  expect(await metrics()).toContain('alarm_raised{alarm="carriers",subject="alpha",severity="page"} 1');
  await watchAlarms(app.deps, [down({})]);
  await stream.next('alarms-changed');
  expect(await metrics()).not.toContain('alarm_raised{');
});

test('everybody sees at once what is slow, and not why', async () => {
  const person = await funded(app, '1.00');
  await using stream = await openEvents(app, { cookie: person.cookie });
  const since = app.clock.now().toISOString();
  await watchAlarms(app.deps, [source('sip_edge_silent', { 1: 1, 2: 1 }, ['edge']), down({ alpha: 1 })]);
  expect((await stream.next()).data).toMatchObject({ what: 'banner' });
  const slow = [{ service: 'trunks' as const, since }];
  expect(await readAnswer(app.fetch('/api/status'), getStatus)).toEqual(slow);
  expect((await readAnswer(person.as('/api/banner'), getBanner)).slow).toEqual(slow);
  await watchAlarms(app.deps, [source('sip_edge_silent', {}), down({})]);
  expect((await stream.next()).data).toMatchObject({ what: 'banner' });
  expect(await readAnswer(app.fetch('/api/status'), getStatus)).toEqual([]);
});

test('an alarm that is over is forgotten after a day', async () => {
  await watchAlarms(app.deps, [down({ alpha: 1 })]);
  await watchAlarms(app.deps, [down({ beta: 1 })]);
  app.clock.advance(24 * HOUR + 1);
  await removeOld(app.deps);
  expect(await app.deps.db.select({ subject: alarms.subject }).from(alarms)).toEqual([{ subject: 'beta' }]);
  await watchAlarms(app.deps, [down({})]);
});

test('calls stop with all carriers of calls, numbers with a carrier that has some, and the last day can be read', async () => {
  await app.deps.db.delete(alarms);
  await bought(await funded(app, '100.00'));
  const read = async (query = '') => readAnswer(app.fetch(`/api/status${query}`), getStatus);
  const all = app.deps.carriersFor('voice');
  const [one = '', ...others] = all;
  const since = app.clock.now().toISOString();
  await watchAlarms(app.deps, [down({ [one]: 1 })]);
  expect(await read()).toEqual([{ service: 'numbers', since }]);
  app.clock.advance(MINUTE);
  const later = app.clock.now().toISOString();
  await watchAlarms(app.deps, [down(Object.fromEntries(all.map((name) => [name, 1])))]);
  expect(others).not.toEqual([]);
  expect(await read()).toEqual([
    { service: 'calls', since: later },
    { service: 'numbers', since },
  ]);
  app.clock.advance(MINUTE);
  await watchAlarms(app.deps, [down({})]);
  const until = app.clock.now().toISOString();
  expect(await read()).toEqual([]);
  const past = [
    { service: 'calls' as const, since: later, until },
    { service: 'numbers' as const, since, until },
  ];
  expect(await read('?past=true')).toEqual(past);
  app.clock.advance(24 * HOUR);
  expect(await read('?past=true')).toEqual([]);
});

test('the metrics say how long messages, mails and payments wait, what is given up, and which carrier is down', async () => {
  const person = await funded(app, '10.00');
  await app.deps.sql`update mails set status = 'failed'`;
  await app.deps.db
    .insert(carrierHealth)
    .values({ name: 'sandbox', healthy: false, checkedAt: app.clock.now() })
    .onConflictDoUpdate({ target: carrierHealth.name, set: { healthy: false } });
  const { id } = await send(person, [newNumber()]);
  await app.deps.sql`
    update sms_recipients set due_at = ${app.clock.now().toISOString()}::timestamptz where message_id = ${id}`;
  app.clock.advance(301_000);
  const text = await metrics();
  expect(text).toContain('sms_wait_seconds 301\n');
  for (const each of ['mail_wait_seconds', 'payment_wait_seconds', 'webhook_wait_seconds', 'webhooks_failed'])
    expect(text).toContain(`${each} 0\n`);
  expect(text).toMatch(/^mails_failed [1-9]/m);
  expect(text).toContain('carrier_down{carrier="sandbox"} 1\n');
});

test('a message counts as unknown when nothing was heard of it for more than ten minutes', async () => {
  await app.deps.sql`
    update sms_recipients set status = 'unknown', provider = 'sandbox',
      claimed_until = ${app.clock.now().toISOString()}::timestamptz`;
  app.clock.advance(10 * MINUTE);
  expect(await metrics()).not.toContain('sms_recipients_unknown{');
  app.clock.advance(1);
  expect(await metrics()).toContain('sms_recipients_unknown{carrier="sandbox"} 1\n');
});

test('a metric that cannot be read is left out: it does not become 0', async () => {
  await app.deps.sql`alter table proof_differences rename to hidden`;
  const text = await metrics();
  await app.deps.sql`alter table hidden rename to proof_differences`;
  expect(text).not.toMatch(/^books_differences/m);
  expect(await metrics()).toContain('books_differences 0\n');
});
