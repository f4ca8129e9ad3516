import { sql as template } from 'drizzle-orm';
import { transact } from '../../../src/platform/events/transact.ts';
import { quickSandboxes, newNumber, readMessage, send, untilStatus, newNumbers } from '../../kit/index.ts';
import { appForFile, eventually, expectProblem, funded, startTestApp, sendingBy } from '../../kit/index.ts';
import { planOf } from '../../kit/plan.ts';
import { chance } from '../../kit/seed.ts';
import { type SandboxReports, signReports } from '../../../src/carriers/adapters/sandbox/sandbox.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { byReference, takeSql } from '../../../src/services/messaging/delivery/apply-receipts.ts';

/** Never by itself: here the reports come from the test. */
const SILENT = { reportDelayMs: [3_600_000, 3_600_000] } as const;
const app = await appForFile({ adapters: quickSandboxes(SILENT), soundBooks: true });
const person = await funded(app, '200.00');

function report(reports: SandboxReports, change: (body: string) => string = (body) => body) {
  const { body, headers } = signReports(app.deps, 'sandbox', reports);
  return app.fetch('/api/callbacks/sandbox', { method: 'POST', body: change(body), headers });
}

async function sentMessage(): Promise<{ id: string; carrierId: string }> {
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'sent');
  const [row] = await app.deps.sql<{ carrier_id: string }[]>`
    select provider_message_id as carrier_id from sms_recipients where message_id = ${id}`;
  return { id, carrierId: row?.carrier_id ?? '' };
}

const inboxIsEmpty = () =>
  eventually('the inbox is empty', async () => {
    const [row] = await app.deps.sql`select count(*)::int as waiting from carrier_receipts`;
    return row?.waiting === 0;
  });

test('a report is stored before it is answered, and changes its message', async () => {
  const { id, carrierId } = await sentMessage();
  expect((await report([{ id: carrierId, status: 'delivered' }])).status).toBe(204);
  await untilStatus(person, id, 'delivered');
});

test('an undelivered message fails and stays charged, as the carrier charges for it', async () => {
  const { id, carrierId } = await sentMessage();
  await report([{ id: carrierId, status: 'undelivered' }]);
  const failed = await untilStatus(person, id, 'failed');
  expect(failed.actualCost).toBe('0.0300');
  expect(failed.messageDetails.recipients[0]?.error).toBe('This number could not be reached');
});

test('a report that comes again, or of an earlier state, changes nothing', async () => {
  const { id, carrierId } = await sentMessage();
  await report([{ id: carrierId, status: 'delivered' }]);
  await untilStatus(person, id, 'delivered');
  for (const status of ['delivered', 'sent', 'undelivered'] as const) await report([{ id: carrierId, status }]);
  await inboxIsEmpty();
  expect(await readMessage(person, id)).toMatchObject({
    status: 'delivered',
    counts: { queued: 0, sent: 0, delivered: 1, failed: 0, unknown: 0 },
  });
});

test('a report that was changed on its way, or is not the carrier’s own, is refused and changes nothing', async () => {
  const { id, carrierId } = await sentMessage();
  const changed = await report([{ id: carrierId, status: 'delivered' }], (body) => body.replace('delivered', 'failed'));
  await expectProblem(changed, 'bad_signature');
  const { body, headers } = signReports(app.deps, 'sandbox-backup', [{ id: carrierId, status: 'delivered' }]);
  expect((await app.fetch('/api/callbacks/sandbox', { method: 'POST', body, headers })).status).toBe(403);
  expect((await app.fetch('/api/callbacks/nobody', { method: 'POST', body: '{}' })).status).toBe(404);
  const [row] = await app.deps.sql`select count(*)::int as waiting from carrier_receipts`;
  expect(row?.waiting).toBe(0);
  expect((await readMessage(person, id)).status).toBe('sent');
});

test('a report that is quicker than the answer to its own send waits for it', async () => {
  const gate = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<string>();
  const slowToAnswer = sendingBy(quickSandboxes(SILENT)[0], async (sms, own) => {
    const result = await own(sms);
    if (result.kind === 'accepted') taken.resolve(result.carrierMessageId);
    await gate.promise;
    return result;
  });
  const other = await startTestApp({ adapters: [slowToAnswer] });
  try {
    const sender = await funded(other, '1.00');
    const { id } = await send(sender, [newNumber()]);
    const carrierId = await taken.promise;
    const { body, headers } = signReports(other.deps, 'sandbox', [{ id: carrierId, status: 'delivered' }]);
    expect((await other.fetch('/api/callbacks/sandbox', { method: 'POST', body, headers })).status).toBe(204);
    expect((await readMessage(sender, id)).status).toBe('queued');
    gate.resolve();
    await untilStatus(sender, id, 'delivered');
  } finally {
    gate.resolve();
    await other.stop();
  }
});

/** A message that the carrier has all of, without the time that handing it over takes. */
async function sentToMany(count: number): Promise<string> {
  await restUntil('infinity');
  const { id } = await send(person, newNumbers(count));
  await app.deps.sql`
    update sms_recipients set status = 'sent', provider = 'sandbox', provider_message_id = gen_random_uuid()::text
    where message_id = ${id}`;
  await app.deps.sql`
    update sms_messages set status = 'sent', queued_count = 0, sent_count = ${count} where id = ${id}`;
  await restUntil('-infinity');
  return id;
}

/** Nothing is handed to a carrier before. */
const restUntil = (moment: 'infinity' | '-infinity') => app.deps.sql`
  insert into provider_gates (name, allowance, refilled_at, paused_until)
  select name, 0, clock_timestamp(), ${moment}::timestamptz from unnest(array['sandbox', 'sandbox-backup']) name
  on conflict (name) do update set paused_until = excluded.paused_until`;

test('a storm of 10,000 reports, shuffled and doubled, ends in the right states', async () => {
  const id = await sentToMany(5000);
  const rows = await app.deps.sql<{ carrier_id: string }[]>`
    select provider_message_id as carrier_id from sms_recipients where message_id = ${id}`;
  const reports: SandboxReports = rows.flatMap(({ carrier_id }, index) => [
    { id: carrier_id, status: 'sent' },
    { id: carrier_id, status: index % 5 === 0 ? 'undelivered' : 'delivered' },
  ]);
  const random = chance('the order of reports');
  const shuffled = [...reports, ...reports].toSorted(() => random() - 0.5);
  const bundles = Array.from({ length: 40 }, (_, index) => shuffled.filter((_report, at) => at % 40 === index));
  const responses = await Promise.all(bundles.map((bundle) => report(bundle)));
  expect(responses.every(({ status }) => status === 204)).toBe(true);
  await inboxIsEmpty();
  expect(await readMessage(person, id)).toMatchObject({
    status: 'partial',
    counts: { queued: 0, sent: 0, delivered: 4000, failed: 1000, unknown: 0 },
  });
  const reads = await transact(app.deps, async (tx) => {
    const readUntilNow = async () => {
      const [row] = await tx.db.execute<{ rows: string }>(template`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'sms_recipients'`);
      return Number(row?.rows);
    };
    const before = await readUntilNow();
    await applyChanges(tx, [{ id, messageId: id, to: 'delivered', from: ['sent'] }]);
    return (await readUntilNow()) - before;
  });
  expect(reads).toBeLessThan(10);
});

test('a report on no message that is known waits for a week', async () => {
  const week = 7 * 24 * 3600;
  await app.deps.sql`
    insert into carrier_receipts (provider, provider_message_id, outcome, received_at)
    select 'sandbox', age::text, 'delivered', ${app.clock.now().toISOString()}::timestamptz - age * interval '1 second'
    from unnest(array[${week - 60}, ${week + 60}]::integer[]) age`;
  await removeOld(app.deps, 'carrier_receipts');
  const left = await app.deps.sql`delete from carrier_receipts returning provider_message_id as id`;
  expect(left.map(({ id }) => id)).toEqual([String(week - 60)]);
});

test('reports are looked up once each, whatever PostgreSQL believes of their number', async () => {
  await app.deps.sql`insert into carrier_receipts (provider, provider_message_id, outcome, received_at)
    select 'sandbox', n::text, 'delivered', now() from generate_series(1, 2000) n`;
  const nodes = await planOf(app.deps.db, takeSql(byReference(new Date())));
  expect(nodes.find((node) => node['Subplan Name'] === 'CTE taken')?.['Actual Loops']).toBe(1);
  const looks = nodes.filter((node) => node['Index Name']?.startsWith('sms_recipients'));
  expect(looks.map((node) => `${node['Index Name']} ${node['Actual Loops']}`).toSorted()).toEqual(
    ['claims', 'sent', 'unknown'].map((state) => `sms_recipients_${state} 2000`),
  );
});
