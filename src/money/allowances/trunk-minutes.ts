import { type SQL, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import { trunks } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import { askedTogether, type Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { lockUser } from '../ledger/lock-user.ts';
import { minutesTaken, trunkMonth } from './trunk-month.ts';

/**
 * The minutes of SIP trunk packages, which are used before credit. A call sets aside the minutes that it may need
 * and returns the unused ones when it ends. Both steps lock the user's row first, as every change of the balance
 * does, so that two calls never use the same minute.
 */

export const countedTrunk = columnsOf(trunks, [
  ...(['id', 'purchasedAt', 'callMinutesIncluded', 'minutesMonth', 'minutesTaken'] as const),
]);
export type TrunkRow = ReturnType<typeof countedTrunk.read>;

const activeOf = prepared<{ userId: string; now: Date }, Record<string, unknown>>(
  (p) => template`
    select ${countedTrunk.list} from voice_packages
    where user_id = ${p.userId}::uuid and is_active and expires_at > ${p.now}::timestamptz
    order by expires_at, id`,
);

/** The account's active packages, the one that ends first before the others. */
export async function readPackages(db: Queryable, userId: string, now: Date): Promise<TrunkRow[]> {
  return (await activeOf(driverOf(db), { userId, now })).map(countedTrunk.read);
}

export interface ClaimParameters {
  [name: string]: string | number | Date | null;
  claimId: string;
  trunkId: string;
  callId: string;
  month: Date;
  /** Minutes. */
  reserved: number;
  now: Date;
}

/**
 * A claim and the package that it is of change together, as two CTEs. Of what the package has taken meanwhile nothing is
 * lost: minutes that came back do.
 * @param source a row for each claim
 */
export const claimSql = (p: Placeholders<ClaimParameters>, source: SQL): SQL => template`
    claimed as (
      insert into package_minutes as m (id, package_id, call_id, month, reserved, reserved_at)
      select ${p.claimId}::uuid, ${p.trunkId}::uuid, ${p.callId}::uuid, ${p.month}::timestamptz,
        ${p.reserved}::integer, ${p.now}::timestamptz from ${source} where ${p.reserved}::integer > 0
      on conflict (call_id, package_id) do update set reserved = m.reserved + excluded.reserved
        where m.month = excluded.month and m.used is null
      returning m.package_id, m.month),
    taken as (
      update voice_packages v set minutes_month = c.month,
        minutes_taken = case when v.minutes_month = c.month then v.minutes_taken else 0 end + ${p.reserved}::integer
      from claimed c where v.id = c.package_id returning v.id)`;

const claim = prepared<ClaimParameters, { id: string }>(
  (p) => template`with ${claimSql(p, template`(select 1) one`)} select id from taken`,
);

/** The values of a claim on a package. */
export const claimOf = (
  row: Pick<TrunkRow, 'id' | 'purchasedAt'>,
  callId: string,
  reserved: number,
  { clock, now }: Pick<Transaction, 'clock' | 'now'>,
): ClaimParameters => ({
  ...{ claimId: newId(clock), trunkId: row.id, callId, reserved, now },
  month: trunkMonth(row.purchasedAt, now).start,
});

/**
 * Sets minutes of the user's active packages aside for a call; the package that ends first is used first.
 * A call that goes on adds to what it has.
 * @param callId the call
 * @param wanted whole minutes
 * @returns how many minutes were set aside, at most `wanted`
 */
export async function reserveMinutes(
  tx: Transaction,
  { userId, callId, wanted }: { userId: string; callId: string; wanted: number },
): Promise<number> {
  let missing = wanted;
  await lockUser(tx, userId);
  for (const row of await readPackages(tx.db, userId, tx.now)) {
    const taken = minutesTaken(row, tx.now);
    const reserved = Math.min(missing, row.callMinutesIncluded - taken);
    if (reserved <= 0) continue;
    const [claimed] = await claim(tx.sql, claimOf(row, callId, reserved, tx));
    // A call that goes on into the package's next month has its minutes of that one's first.
    if (!claimed) continue;
    missing -= reserved;
  }
  return wanted - missing;
}

/** A call that has ended, and the whole minutes that it used. */
interface UsedMinutes {
  userId: string;
  callId: string;
  used: number;
}

/**
 * Ends a call's claim on minutes: the used ones stay taken, the others are available again. Ending a claim a second
 * time changes nothing.
 * @returns how many of the used minutes the packages cover; the others are charged at the rate
 */
export const settleMinutes = askedTogether<UsedMinutes, number>(async (tx, calls) => {
  const covered = await settle(tx.sql, { calls: JSON.stringify(calls) });
  const minutes = new Map(covered.map((each) => [each.callId, each.minutes]));
  return calls.map(({ callId }) => minutes.get(callId) ?? 0);
});

/**
 * A call has one claim on a package, which changes with the call's own row locked. Minutes of a past month are not
 * available in the next.
 */
const settle = prepared<{ calls: string }, { callId: string; minutes: number }>(
  (p) => template`
    with given as materialized (
      select * from json_to_recordset(${p.calls}::text::json) as g ("userId" uuid, "callId" uuid, used integer)),
    locked as materialized (
      select id from users where id in (select "userId" from given) order by id for no key update),
    claim as (
      select m.id, m.call_id, m.package_id, m.month, m.reserved, least(m.reserved, greatest(0, g.used - coalesce(
        sum(m.reserved) over (partition by m.call_id order by m.id rows between unbounded preceding and 1 preceding),
        0)))::integer as covered
      from given g join package_minutes m on m.call_id = g."callId" and m.used is null),
    ended as (update package_minutes m set used = c.covered from claim c where m.id = c.id),
    returned as (
      update voice_packages v set minutes_taken = v.minutes_taken - c.unused
      from (select package_id, month, sum(reserved - covered)::integer as unused from claim group by 1, 2) c
      where v.id = c.package_id and v.minutes_month = c.month)
    select g."callId", coalesce(sum(c.covered), 0)::integer as minutes
    from locked l join given g on g."userId" = l.id left join claim c on c.call_id = g."callId" group by 1`,
);

/** The minutes that the account's packages have left this month. */
export async function minutesLeft(db: Queryable, userId: string, now: Date): Promise<number> {
  return minutesIn(await readPackages(db, userId, now), now);
}

/** The minutes that these packages have left this month. */
export const minutesIn = (packages: readonly TrunkRow[], now: Date): number =>
  packages.map((row) => row.callMinutesIncluded - minutesTaken(row, now)).reduce((sum, minutes) => sum + minutes, 0);
