import { and, asc, eq, isNull, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { trunkMinutes, trunks } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { lockUser } from '../ledger/lock-user.ts';
import { minutesTaken, trunkMonth } from './trunk-month.ts';

/**
 * The minutes of SIP trunk packages, which are used before credit. A call sets aside the minutes that it may need
 * and returns the unused ones when it ends. Both steps lock the user's row first, as every change of the balance
 * does, so that two calls never use the same minute.
 */

const counted = columnsOf(trunks, [
  ...(['id', 'purchasedAt', 'callMinutesIncluded', 'minutesMonth', 'minutesTaken'] as const),
]);
type TrunkRow = ReturnType<typeof counted.read>;

const activeOf = prepared<{ userId: string; now: Date }, Record<string, unknown>>(
  (p) => template`
    select ${counted.list} from voice_packages
    where user_id = ${p.userId}::uuid and is_active and expires_at > ${p.now}::timestamptz
    order by expires_at, id`,
);

/** The account's active packages, the one that ends first before the others. */
export async function readPackages(db: Queryable, userId: string, now: Date): Promise<TrunkRow[]> {
  return (await activeOf(driverOf(db), { userId, now })).map(counted.read);
}

interface Claim {
  [name: string]: string | number | Date;
  id: string;
  trunkId: string;
  callId: string;
  month: Date;
  reserved: number;
  /** The minutes of the package, with these. */
  taken: number;
  now: Date;
}

/** The claim and the package that it is of change together, in one round trip. */
const claim = prepared<Claim, { id: string }>(
  (p) => template`
    with claimed as (
      insert into package_minutes as m (id, package_id, call_id, month, reserved, reserved_at)
      values (${p.id}::uuid, ${p.trunkId}::uuid, ${p.callId}::uuid, ${p.month}::timestamptz,
        ${p.reserved}::integer, ${p.now}::timestamptz)
      on conflict (call_id, package_id) do update set reserved = m.reserved + excluded.reserved
        where m.month = excluded.month and m.used is null
      returning m.package_id, m.month)
    update voice_packages v set minutes_month = c.month, minutes_taken = ${p.taken}::integer
    from claimed c where v.id = c.package_id returning v.id`,
);

/**
 * Sets minutes of the user's active packages aside for a call; the package that ends first is used first.
 * A call that goes on adds to what it has.
 * @param callId the call
 * @param wanted whole minutes
 * @param packages the active ones, where they were read after the user's row was locked
 * @returns how many minutes were set aside, at most `wanted`
 */
export async function reserveMinutes(
  tx: Transaction,
  {
    userId,
    callId,
    wanted,
    packages,
  }: { userId: string; callId: string; wanted: number; packages?: readonly TrunkRow[] },
): Promise<number> {
  let missing = wanted;
  if (!packages) await lockUser(tx, userId);
  for (const row of packages ?? (await readPackages(tx.db, userId, tx.now))) {
    const taken = minutesTaken(row, tx.now);
    const reserved = Math.min(missing, row.callMinutesIncluded - taken);
    if (reserved <= 0) continue;
    const [claimed] = await claim(tx.sql, {
      ...{ id: newId(tx.clock), trunkId: row.id, callId, reserved, now: tx.now },
      ...{ month: trunkMonth(row.purchasedAt, tx.now).start, taken: taken + reserved },
    });
    // A call that goes on into the package's next month has its minutes of that one's first.
    if (!claimed) continue;
    missing -= reserved;
  }
  return wanted - missing;
}

/**
 * Ends a call's claim on minutes: the used ones stay taken, the others are available again. Ending a claim a second
 * time changes nothing.
 * @param used the whole minutes of the call
 * @returns how many of them the packages cover; the others are charged at the rate
 */
export async function settleMinutes(
  tx: Transaction,
  { userId, callId, used }: { userId: string; callId: string; used: number },
): Promise<number> {
  await lockUser(tx, userId);
  const claims = await tx.db
    .select()
    .from(trunkMinutes)
    .where(and(eq(trunkMinutes.callId, callId), isNull(trunkMinutes.used)))
    .orderBy(asc(trunkMinutes.id));
  let uncovered = used;
  for (const claim of claims) {
    const covered = Math.min(uncovered, claim.reserved);
    await tx.db.update(trunkMinutes).set({ used: covered }).where(eq(trunkMinutes.id, claim.id));
    // Minutes of a past month are not available in the next.
    await tx.db
      .update(trunks)
      .set({ minutesTaken: template`${trunks.minutesTaken} - ${claim.reserved - covered}` })
      .where(and(eq(trunks.id, claim.trunkId), eq(trunks.minutesMonth, claim.month)));
    uncovered -= covered;
  }
  return used - uncovered;
}

/** The minutes that the account's packages have left this month. */
export async function minutesLeft(db: Queryable, userId: string, now: Date): Promise<number> {
  return minutesIn(await readPackages(db, userId, now), now);
}

/** The minutes that these packages have left this month. */
export const minutesIn = (packages: readonly TrunkRow[], now: Date): number =>
  packages
    .map((row) => row.callMinutesIncluded - minutesTaken(row, now))
    .reduce((sum, minutes) => sum + minutes, 0);
