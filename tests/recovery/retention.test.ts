import { randomUUID } from 'node:crypto';
import { type Chore, doDueChores } from '../../src/platform/schedule.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { appForFile, eventually, funded, newNumbers, readMessage, send, startTestApp } from '../kit/index.ts';
import { available, freeNumber, holdAs } from '../api/numbers/numbers.ts';
import { buyTrunk, cancelAs, orderTrunk } from '../api/payments/orders.ts';
import { order, passToEnd, readCall, settle, startVoiceApp } from '../api/voice/calls.ts';

const DAY = 86_400_000;
/** In days. */
const MINUTE = 1 / 1440;
const app = await appForFile({ background: false, soundBooks: true });

const count = async (table: string): Promise<number> => {
  const [row] = await app.deps.sql<{ count: number }[]>`
    select count(*)::int as count from ${app.deps.sql(table)}`;
  return row?.count ?? 0;
};
const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY).toISOString();
const idAt = (at: string) => app.deps.sql`uuidv7(${at}::timestamptz - clock_timestamp())`;

test('old events go, in more than one batch, and the newer ones stay', async () => {
  await app.deps.sql`
    insert into events (name, to_owner, to_admins, to_everyone, data, at)
    select 'balance', true, false, false, '{}', t.at::timestamptz
    from unnest(${[ago(1 + MINUTE), ago(1 - MINUTE)]}::text[]) as t(at), generate_series(1, 2500)`;
  const before = await count('events');
  await removeOld(app.deps, 'events');
  expect(await count('events')).toBe(before - 2500);
  await app.deps.sql`delete from events where data = '{}'`;
});

test('reports, probes, counts, deliveries, ids of parts go when their time is over, and not a minute before', async () => {
  const { sql } = app.deps;
  const person = await funded(app, '1.00');
  const webhook = randomUUID();
  await sql`insert into webhooks (id, user_id, name, url, events, secret, created_at)
    values (${webhook}, ${person.id}, 'Ours', 'https://example.com/', '{balance}', 'secret', ${app.clock.now().toISOString()}::timestamptz)`;
  const insert: Record<string, (at: string) => Promise<unknown>> = {
    carrier_receipts: async (at) => sql`
      insert into carrier_receipts (provider, provider_message_id, outcome, received_at)
      values ('sandbox', ${randomUUID()}, 'delivered', ${at}::timestamptz)`,
    provider_probes: async (at) => sql`
      insert into provider_probes (name, at, healthy, latency_ms) values ('sandbox', ${at}::timestamptz, true, 1)`,
    provider_traffic: async (at) => sql`
      insert into provider_traffic (name, at, sends, failures) values ('sandbox', ${at}::timestamptz, 1, 0)`,
    throttles: async (at) => sql`
      insert into throttles (key, attempts, reset_at) values (${randomUUID()}, 1, ${at}::timestamptz)`,
    webhook_deliveries: async (at) => sql`
      insert into webhook_deliveries (id, webhook_id, event, body, status, due_at, created_at)
      values (${idAt(at)}, ${webhook}, 'balance', '{}', 'failed', now(), ${at}::timestamptz)`,
    unread_reports: async (at) => sql`
      insert into unread_reports (id, provider, text, received_at)
      values (${randomUUID()}, 'sandbox', 'stat:NEVER', ${at}::timestamptz)`,
    sms_parts: async (at) => sql`
      insert into sms_parts (recipient_id, message_id, place, provider, provider_message_id, taken_at)
      values (${idAt(at)}, ${randomUUID()}, 1, 'sandbox', ${randomUUID()}, ${at}::timestamptz)`,
    known_devices: async (at) => sql`
      insert into known_devices (user_id, token_hash, created_at, last_seen_at)
      values (${person.id}, ${randomUUID()}, '2020-01-01', ${at}::timestamptz)`,
  };
  /**
   * For how many days each is kept: 7 days, 7 days, 25 hours, until it no longer counts, 30 days, 14 days after a carrier
   * took it, 400 days since somebody signed in from it.
   */
  const kept = [
    ['carrier_receipts', 7],
    ['unread_reports', 7],
    ['provider_probes', 25 / 24],
    ['provider_traffic', 25 / 24],
    ['throttles', 0],
    ['webhook_deliveries', 30],
    ['sms_parts', 14],
    ['known_devices', 400],
  ] as const;
  for (const [table, days] of kept) {
    for (const age of [days + MINUTE, days - MINUTE]) await insert[table]?.(ago(age));
  }
  const counts = () => Promise.all(kept.map(([table]) => count(table)));
  const before = await counts();
  await removeOld(app.deps);
  expect(await counts()).toEqual(before.map((rows) => rows - 1));
});

test('a hold that ran out a week ago is removed, one that runs stays', async () => {
  const person = await funded(app, '10.00');
  const held = await freeNumber(person);
  expect((await holdAs(person, held)).status).toBe(201);
  // It is held for 15 minutes, and stays for 7 days after that.
  app.clock.advance(7 * DAY + 15 * 60_000);
  await removeOld(app.deps, 'did_numbers');
  expect(await count('did_numbers')).toBe(1);
  app.clock.advance(1);
  // Another number: a new hold of the same one would replace the old hold.
  const other = (await available(person)).find((number) => number !== held) ?? '';
  expect((await holdAs(person, other)).status).toBe(201);
  await removeOld(app.deps, 'did_numbers');
  expect(await app.deps.sql`select number from did_numbers`).toMatchObject([{ number: other }]);
});

test('only packages whose order was given up go, after 30 days', async () => {
  const person = await funded(app, '5000.00');
  const cancelled = await orderTrunk(person, 'basic');
  expect((await cancelAs(person, cancelled.transactionId ?? '')).status).toBe(200);
  const paid = await buyTrunk(person, 'professional');
  const waiting = await orderTrunk(person, 'enterprise');
  const left = async () => (await app.deps.sql`select id from voice_packages`).map(({ id }) => id).toSorted();
  app.clock.advance(30 * DAY - 1000);
  await removeOld(app.deps, 'voice_packages');
  expect(await left()).toEqual([cancelled.id, paid.id, waiting.id].toSorted());
  app.clock.advance(2000);
  await removeOld(app.deps, 'voice_packages');
  expect(await left()).toEqual([paid.id, waiting.id].toSorted());
});

test("we keep carriers' answers for as long as is set; the message stays", async () => {
  await using running = await startTestApp({ env: { ATTEMPTS_KEPT_DAYS: '40' } });
  const person = await funded(running, '10.00');
  const { id } = await send(person, newNumbers(2, '0000'));
  const attempts = async () => (await running.deps.sql`select id from sms_attempts`).length;
  await eventually('both are answered', async () => (await attempts()) >= 2);
  const kept = await attempts();
  running.clock.advance(39 * DAY);
  await removeOld(running.deps, 'sms_attempts');
  expect(await attempts()).toBe(kept);
  running.clock.advance(2 * DAY);
  await removeOld(running.deps, 'sms_attempts');
  expect(await attempts()).toBe(0);
  expect((await readMessage(person, id)).messageDetails.recipients).toHaveLength(2);
});

test('a recording is kept for as long as is set, then it is out of list, store and carrier', async () => {
  await using voice = await startVoiceApp();
  const person = await funded(voice, '50.00');
  const { id } = await order(person, { recorded: true });
  await passToEnd(voice);
  const [row] = await voice.deps.sql<{ key: string }[]>`select storage_key as key from call_recordings`;
  voice.clock.advance(364 * DAY);
  await removeOld(voice.deps, 'call_recordings');
  expect((await readCall(person, id)).recordings).toHaveLength(1);
  voice.clock.advance(2 * DAY);
  await removeOld(voice.deps, 'call_recordings');
  expect((await readCall(person, id)).recordings).toBeEmpty();
  await settle(voice);
  expect(await voice.deps.objects.get(row?.key ?? '')).toBeNull();
  expect(await voice.deps.sql`select record from sandbox_calls`).toMatchObject([{ record: false }]);
  await removeOld(voice.deps, 'call_recordings');
  expect(await voice.deps.sql`select id from call_recordings`).toHaveLength(0);
});

function counting(run: () => void = () => {}): Chore & { runs: number } {
  const chore = {
    name: randomUUID(),
    choreEveryMs: 3_600_000,
    runs: 0,
    run: async () => {
      chore.runs++;
      run();
    },
  };
  return chore;
}

test('a chore is done by one of many processes, and again when it is due, not before', async () => {
  const chore = counting();
  const look = () => Promise.all(Array.from({ length: 8 }, () => doDueChores(app.deps, [chore])));
  await look();
  await look();
  expect(chore.runs).toBe(1);
  await app.deps.sql`update chores set due_at = now() where name = ${chore.name}`;
  await look();
  expect(chore.runs).toBe(2);
  // The database's clock was an hour ahead when the job was postponed.
  await app.deps.sql`update chores set due_at = now() + interval '2 hours' where name = ${chore.name}`;
  await look();
  expect(chore.runs).toBe(3);
});

test('a chore that fails is tried again within minutes, and holds no other up', async () => {
  const failing = counting(() => {
    throw new Error('not today');
  });
  const next = counting();
  await doDueChores(app.deps, [failing, next]);
  expect([failing.runs, next.runs]).toEqual([1, 1]);
  const rows = await app.deps.sql<{ name: string; soon: boolean }[]>`
    select name, due_at < now() + interval '6 minutes' as soon from chores`;
  const soon = Object.fromEntries(rows.map((row) => [row.name, row.soon]));
  expect(soon).toMatchObject({ [failing.name]: true, [next.name]: false });
});

test('a process that has just started removes what is old, though it never lives for an hour', async () => {
  await app.deps.sql`
    insert into events (seq, name, to_owner, to_admins, to_everyone, data, at)
    values (0, 'balance', true, false, false, '{}', ${app.clock.now().toISOString()}::timestamptz - interval '400 days')`;
  await app.deps.sql`
    insert into received_parts (provider, from_number, to_number, reference, part, parts, text, received_at)
    values ('sandbox', '+447700900001', '+447700900002', '1', 1, 2, 'Half', ${app.clock.now().toISOString()}::timestamptz - interval '400 days')`;
  await using _running = await startTestApp({ databaseUrl: app.databaseUrl });
  await eventually('the old event, and the part of a message that never became whole, are gone', 25_000, async () => {
    const rows = await app.deps.sql`
        select 1 from events where at < ${app.clock.now().toISOString()}::timestamptz - interval '399 days' union all select 1 from received_parts`;
    return rows.length === 0;
  });
});
