import { and, asc, eq, gt, isNull, sql as template } from 'drizzle-orm';
import { packageMinutes, voicePackages } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { lockUser } from '../ledger/lock-user.ts';
import { minutesTaken, trunkMonth } from './trunk-month.ts';

/**
 * The minutes of SIP trunk packages, which go before credit. A call sets aside what it may need and at
 * its end gives back what it did not use. Both lock the user's row first, as whatever moves the balance
 * does, so that calls at once never share a minute.
 */

/**
 * Sets minutes of the user's active packages aside for a call, those of the package that ends first
 * before the others.
 * @param callId one call sets aside once
 * @param wanted whole minutes
 * @returns how many there were, at most `wanted`
 */
export async function reserveMinutes(
  tx: Transaction,
  userId: string,
  callId: string,
  wanted: number,
): Promise<number> {
  await lockUser(tx, userId);
  const active = await tx.db
    .select()
    .from(voicePackages)
    .where(
      and(
        eq(voicePackages.userId, userId),
        eq(voicePackages.isActive, true),
        gt(voicePackages.expiresAt, tx.now),
      ),
    )
    .orderBy(asc(voicePackages.expiresAt), asc(voicePackages.id));
  let missing = wanted;
  for (const row of active) {
    const taken = minutesTaken(row, tx.now);
    const reserved = Math.min(missing, row.callMinutesIncluded - taken);
    if (reserved <= 0) continue;
    const month = trunkMonth(row.purchasedAt, tx.now).start;
    await tx.db
      .insert(packageMinutes)
      .values({ id: newId(tx.clock), packageId: row.id, callId, month, reserved, reservedAt: tx.now });
    await tx.db
      .update(voicePackages)
      .set({ minutesMonth: month, minutesTaken: taken + reserved })
      .where(eq(voicePackages.id, row.id));
    missing -= reserved;
  }
  return wanted - missing;
}

/**
 * Ends a call's claim on minutes: what it used stays taken, the rest is there again. A claim ends once;
 * ending it again changes nothing.
 * @param used whole minutes that the call came to
 * @returns how many of them the packages cover; the rest costs the rate
 */
export async function settleMinutes(
  tx: Transaction,
  userId: string,
  callId: string,
  used: number,
): Promise<number> {
  await lockUser(tx, userId);
  const claims = await tx.db
    .select()
    .from(packageMinutes)
    .where(and(eq(packageMinutes.callId, callId), isNull(packageMinutes.used)))
    .orderBy(asc(packageMinutes.id));
  let uncovered = used;
  for (const claim of claims) {
    const covered = Math.min(uncovered, claim.reserved);
    await tx.db.update(packageMinutes).set({ used: covered }).where(eq(packageMinutes.id, claim.id));
    // Minutes of a month that is over do not come back in the next.
    await tx.db
      .update(voicePackages)
      .set({ minutesTaken: template`${voicePackages.minutesTaken} - ${claim.reserved - covered}` })
      .where(and(eq(voicePackages.id, claim.packageId), eq(voicePackages.minutesMonth, claim.month)));
    uncovered -= covered;
  }
  return used - uncovered;
}
