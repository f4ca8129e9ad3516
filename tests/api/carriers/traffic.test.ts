import { transact } from '../../../src/platform/events/transact.ts';
import { countTraffic, failingTraffic, mayHandCall } from '../../../src/carriers/traffic.ts';
import { appForFile, makeAdmin, readAs, signUp } from '../../kit/index.ts';
import { takeTurns } from '../../../src/carriers/sender-gates.ts';
import { claimRecipients } from '../../../src/services/messaging/delivery/claim.ts';
import { unmatchedReports, unreadReports } from '../../../src/carriers/contract.ts';
import { keepUnread } from '../../../src/carriers/unread-reports.ts';

const app = await appForFile({ background: false });
let made = 0;
async function newCarrier(): Promise<string> {
  const name = `carrier-${++made}`;
  await app.deps.sql`
    insert into provider_gates (name, allowance, refilled_at) values (${name}, 1, clock_timestamp())`;
  return name;
}

let failed = 0;
const accounts = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];

/** Counts sends in this order; `x` is one that failed, at one customer after the other unless told otherwise. */
interface At {
  accounts: number;
  numbers: number;
  unanswered?: boolean;
}

const sends = (
  carrier: string,
  outcomes: string,
  { accounts: ofAccounts, numbers, unanswered = false }: At = { accounts: 2, numbers: 2 },
) =>
  transact(app.deps, (tx) =>
    countTraffic(
      tx,
      Array.from(outcomes, (outcome) => {
        if (outcome !== 'x') return { carrier, failure: null };
        failed += 1;
        const account = accounts[failed % ofAccounts] ?? '';
        const destination = `+44770090000${failed % numbers}`;
        return { carrier, failure: { account, destination, unanswered } };
      }),
    ),
  );

test('three of ten that fail are too many, fewer are not, and of few sends nothing is said', async () => {
  const carrier = await newCarrier();
  await sends(carrier, 'xxxxx');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, '.'.repeat(14));
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'x');
  expect(await failingTraffic(app.deps, carrier)).toBe('6 of 20 sends failed within half a minute');
  await sends(carrier, '.');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('fifteen in a row are too many, whatever went well before; one that goes well ends the row', async () => {
  const carrier = await newCarrier();
  await sends(carrier, `${'.'.repeat(100)}${'x'.repeat(14)}`);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'x');
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 15 sends failed');
  await sends(carrier, '.');
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('failures of more than half a minute ago no longer count', async () => {
  const [mixed, silent] = [await newCarrier(), await newCarrier()];
  await sends(mixed, 'x.'.repeat(20));
  await sends(silent, 'x'.repeat(15));
  expect(await failingTraffic(app.deps, mixed)).not.toBeNull();
  expect(await failingTraffic(app.deps, silent)).not.toBeNull();
  app.clock.advance(15_000);
  expect(await failingTraffic(app.deps, mixed)).not.toBeNull();
  app.clock.advance(26_000);
  expect(await failingTraffic(app.deps, mixed)).toBeNull();
  expect(await failingTraffic(app.deps, silent)).toBeNull();
});

test('refusals to one customer only, or at one number only, say nothing about the carrier', async () => {
  for (const at of [
    { accounts: 1, numbers: 2 },
    { accounts: 2, numbers: 1 },
  ]) {
    const carrier = await newCarrier();
    await sends(carrier, 'x'.repeat(40), at);
    expect(await failingTraffic(app.deps, carrier)).toBeNull();
    await sends(carrier, 'xx');
    expect(await failingTraffic(app.deps, carrier)).toBe('the last 42 sends failed');
  }
});

test('no answer for five different numbers in a row is enough, whoever sends', async () => {
  const carrier = await newCarrier();
  const at = { accounts: 1, numbers: 10, unanswered: true };
  await sends(carrier, 'xxxx', at);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect(await mayHandCall(app.deps, carrier)).toBe(true);
  await sends(carrier, 'x', at);
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 5 sends failed');
  // From now on it gets one in ten seconds, until it answers again.
  const may = async () => [await mayHandCall(app.deps, carrier), await mayHandCall(app.deps, carrier)];
  expect(await may()).toEqual([true, false]);
  app.clock.advance(9999);
  expect(await may()).toEqual([false, false]);
  app.clock.advance(1);
  expect(await may()).toEqual([true, false]);
  await sends(carrier, '.');
  expect(await may()).toEqual([true, true]);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  await sends(carrier, 'xxxx', at);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
});

test('no answer for four numbers, however often, says nothing about the carrier', async () => {
  const carrier = await newCarrier();
  await sends(carrier, 'x'.repeat(40), { accounts: 1, numbers: 4, unanswered: true });
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect(await mayHandCall(app.deps, carrier)).toBe(true);
});

test('a carrier that failed so half an hour ago gets one first, and one failure says that it still fails', async () => {
  const carrier = await newCarrier();
  const at = { accounts: 1, numbers: 10, unanswered: true };
  await sends(carrier, 'xxxxx', at);
  app.clock.advance(1_800_000);
  expect(await failingTraffic(app.deps, carrier)).toBeNull();
  expect([await mayHandCall(app.deps, carrier), await mayHandCall(app.deps, carrier)]).toEqual([true, false]);
  await sends(carrier, 'x', at);
  expect(await failingTraffic(app.deps, carrier)).toBe('the last 6 sends failed');
});

/* A carrier or a sender that was slowed down gets a fiftieth of the carrier's rate back in each second. */

const PER_SECOND = 200;

/** @returns the rate after so many seconds of a carrier that was slowed to one in a second; null: its own again */
async function carrierAfter(seconds: number): Promise<number | null> {
  const name = `carrier-${seconds}`;
  await app.deps.sql`
    insert into provider_gates (name, allowance, refilled_at, rate)
    values (${name}, 0, clock_timestamp() - ${seconds} * interval '1 second', 1)`;
  const carrier = { name, limits: { concurrency: 5, perSecond: PER_SECOND } };
  await claimRecipients(app.deps, { lane: 'few', carrier, earlier: [], limit: 5 });
  const [row] = await app.deps.sql<{ rate: number | null }[]>`
    select rate from provider_gates where name = ${name}`;
  return row?.rate ?? null;
}

async function senderAfter(seconds: number): Promise<number | null> {
  const gate = { carrier: 'carrier', sender: `sender ${seconds}` };
  await app.deps.sql`
    insert into sender_gates (name, sender, rate, allowance, refilled_at, slowed_at, paused_until)
    values (${gate.carrier}, ${gate.sender}, 1, 0, clock_timestamp() - ${seconds} * interval '1 second',
      clock_timestamp(), clock_timestamp())`;
  await app.deps.sql.begin((tx) => takeTurns(tx, { carrier: gate.carrier, perSecond: PER_SECOND }, [gate.sender]));
  const [row] = await app.deps.sql<{ rate: number }[]>`
    select rate from sender_gates where sender = ${gate.sender}`;
  return row?.rate ?? null;
}

test.each([
  ['a carrier', carrierAfter],
  ['a sender', senderAfter],
])('%s that was slowed down gets its rate back with time', async (_whose, after) => {
  // The time of the statements themselves comes on top.
  expect(await after(10)).toBeWithin(1 + 10 * 0.02 * PER_SECOND, PER_SECOND);
  expect(await after(3600), 'in the end its own').toBeNull();
});

const admin = await makeAdmin(app);

async function report(provider: string, id: string, minutesAgo: number): Promise<void> {
  const at = new Date(app.clock.now().getTime() - minutesAgo * 60_000).toISOString();
  await app.deps.sql`
    insert into carrier_receipts (provider, provider_message_id, outcome, received_at)
    values (${provider}, ${id}, 'delivered', ${at}::timestamptz)`;
}
const unmatched = async () => await readAs(admin.as('/api/admin/unmatched-reports'), unmatchedReports.array());

test('administrators see which reports found no message, and the setting to look at', async () => {
  expect((await (await signUp(app)).as('/api/admin/unmatched-reports')).status).toBe(403);
  expect(await unmatched()).toEqual([]);
  await report('smpp', 'new', 10);
  expect(await unmatched()).toEqual([]);
  await report('smpp', 'A0', 10 + 1 / 60_000);
  expect(await unmatched()).toMatchObject([{ provider: 'smpp', reports: 1, ids: ['A0'] }]);
  expect(await (await app.fetch('/metrics')).text()).toContain('carrier_reports_unmatched{carrier="smpp"} 1\n');
  for (const [id, minutes] of [
    ['A1', 60],
    ['A2', 50],
    ['A3', 40],
    ['A4', 30],
  ] as const) {
    await report('smpp', id, minutes);
  }
  await report('twilio', 'SM1', 20);
  expect(await unmatched()).toMatchObject([
    { provider: 'smpp', reports: 5, ids: ['A0', 'A4', 'A3'], setting: 'SMPP_RECEIPT_IDS' },
    { provider: 'twilio', reports: 1, ids: ['SM1'], setting: null },
  ]);
  const [newest] = await unmatched();
  expect(newest?.newestAt).toBe(new Date(app.clock.now().getTime() - 10 * 60_000 - 1).toISOString());
});

test('administrators see what was not understood with its text, however much comes, and metrics count all', async () => {
  const unread = () => readAs(admin.as('/api/admin/unread-reports'), unreadReports.array());
  expect((await (await signUp(app)).as('/api/admin/unread-reports')).status).toBe(403);
  expect(await unread()).toEqual([]);
  await app.deps.sql`
    insert into unread_reports (id, provider, text, received_at)
    select uuidv7(-interval '1 year'), 'smpp', 'older', now() from generate_series(1, 1005)`;
  await keepUnread(app.deps, { provider: 'smpp', text: `id:1 stat:NEVER\0 ${'x'.repeat(900)}`, taking: null });
  const [smpp] = await unread();
  expect(smpp).toMatchObject({ provider: 'smpp', reports: 1000 });
  expect(smpp?.newest.map(({ text }) => text)).toEqual([
    `id:1 stat:NEVER ${'x'.repeat(484)}`,
    ...Array.from({ length: 9 }, () => 'older'),
  ]);
  const taking = { digest: 'a report', staleAt: new Date(app.clock.now().getTime() + 60_000) };
  for (let copy = 0; copy < 2; copy++) await keepUnread(app.deps, { provider: 'vonage', text: 'status: new', taking });
  expect(await unread()).toMatchObject([{ provider: 'smpp' }, { provider: 'vonage', reports: 1 }]);
  expect(await (await app.fetch('/metrics')).text()).toContain(
    'carrier_counts{carrier="smpp",what="reports_not_understood"} 1\n',
  );
});
