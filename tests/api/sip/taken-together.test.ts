import { sipReports } from '../../../db/schema/index.ts';
import { openAtOnce } from '../../../src/services/sip/open-at-once.ts';
import { groupsOf, takeReports } from '../../../src/services/sip/take-reports.ts';
import { callsOf, makeTrunk, makeTrunkWithout, SIP_SETTINGS, type Trunk } from '../../sip/trunk.ts';
import { appForFile, balanceOf, there } from '../../kit/index.ts';
import { orderOf } from './order-of.ts';

const app = await appForFile({ background: false, env: SIP_SETTINGS, soundBooks: true });
const answeredAt = app.clock.now();
const at = new Date(answeredAt.getTime() + 61_000);

type Report = Partial<typeof sipReports.$inferInsert>;
const RANG: Report = { kind: 'ringing', at: answeredAt };
const ANSWERED: Report = { kind: 'answered', at: answeredAt };
const ENDED: Report = { kind: 'ended', at, answeredAt };

/** A call of this trunk, and what its edge reported of it. */
async function reported(trunk: Trunk, reports: readonly Report[]): Promise<string> {
  const call = there(await openAtOnce(app.deps, orderOf(trunk)), 'the call was not let in');
  for (const each of reports) {
    await app.deps.db.insert(sipReports).values({ callId: call.id, kind: 'ended', at, carrier: 'sandbox', ...each });
  }
  return call.id;
}

/** How many transactions have written these calls last. */
async function transactionsOf(ids: readonly string[]): Promise<number> {
  const rows = await app.deps.sql`select distinct xmin::text from voice_calls where id = any (${[...ids]})`;
  return rows.length;
}

const made = (count: number) => Promise.all(Array.from({ length: count }, () => makeTrunkWithout(app, 1000)));

test('calls of different accounts are settled by twos, and two of one account never in one transaction', async () => {
  const trunks = await made(10);
  const ids: string[] = [];
  for (const trunk of trunks) ids.push(await reported(trunk, [RANG, ANSWERED, ENDED]));
  await Promise.all([takeReports(app.deps), takeReports(app.deps)]);
  expect(await transactionsOf(ids)).toBe(5);
  for (const { person } of trunks) {
    expect(await callsOf(person)).toMatchObject([{ status: 'completed', duration: 61, billedMinutes: 2 }]);
    expect(await balanceOf(person)).toBe('9.80');
  }
  const one = await makeTrunkWithout(app, 1000);
  const own = [await reported(one, [ENDED]), await reported(one, [ENDED])];
  await takeReports(app.deps);
  expect(await transactionsOf(own)).toBe(2);
  expect(await balanceOf(one.person)).toBe('9.60');
});

test('where many wait, eight are settled together', () => {
  const waiting = Array.from({ length: 104 }, (_, at) => ({ callId: `${at}`, account: `${at % 40}` }));
  expect(groupsOf(waiting).map(({ length }) => length)).toEqual(Array.from({ length: 13 }, () => 8));
});

test('a call that cannot be settled stops none of the others', async () => {
  const [bad, ...others] = [await makeTrunk(app), ...(await made(3))];
  const badId = await reported(bad, [ENDED]);
  const ids: string[] = [];
  for (const trunk of others) ids.push(await reported(trunk, [ENDED]));
  // What was set aside for it is gone.
  const [claim] = await app.deps.sql`delete from package_minutes where call_id = ${badId} returning *`;
  await takeReports(app.deps);
  expect(await transactionsOf(ids)).toBe(2);
  for (const { person } of others) expect(await balanceOf(person)).toBe('9.80');
  expect((await callsOf(bad.person))[0]?.endedAt).toBeNull();
  expect(await app.deps.db.select({ callId: sipReports.callId }).from(sipReports)).toEqual([{ callId: badId }]);

  await app.deps.sql`insert into package_minutes ${app.deps.sql(claim ?? {})}`;
  await takeReports(app.deps);
  expect(await callsOf(bad.person)).toMatchObject([{ status: 'completed', duration: 61, packageMinutes: 2 }]);
});

test.each([
  ['the end alone', [ENDED]],
  ['the end before all else', [ENDED, RANG, ANSWERED]],
  ['all in their order', [RANG, ANSWERED, ENDED]],
  ['the end twice', [ENDED, ANSWERED, ENDED]],
])('a call that rang, was answered and ended since the last look has the right record: %s', async (_which, reports) => {
  const trunk = await makeTrunkWithout(app, 1000);
  await reported(trunk, reports);
  await takeReports(app.deps);
  expect(await callsOf(trunk.person)).toMatchObject([
    {
      ...{ status: 'completed', duration: 61, billedMinutes: 2, actualCost: '0.2000', provider: 'sandbox' },
      ...{ answeredAt: answeredAt.toISOString(), hangUpRequested: false, sipStatus: null },
    },
  ]);
  expect(await balanceOf(trunk.person)).toBe('9.80');
});

test('an edge that was started again says a later second of the answer: what it said first counts', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  const id = await reported(trunk, [ANSWERED]);
  await takeReports(app.deps);
  const end = new Date(answeredAt.getTime() + 60_500);
  await app.deps.db.insert(sipReports).values({
    callId: id,
    kind: 'ended',
    at: end,
    answeredAt: new Date(answeredAt.getTime() + 900),
    carrier: 'sandbox',
  });
  await takeReports(app.deps);
  expect(await callsOf(trunk.person)).toMatchObject([{ duration: 61, answeredAt: answeredAt.toISOString() }]);
  expect(await balanceOf(trunk.person)).toBe('9.80');
});
