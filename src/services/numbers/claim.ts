import { and, eq, isNull, lte, sql as template, type SQL } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { Money } from '../../platform/kit/money.ts';
import { holdEnd, lapsedBefore } from './renewal/expiry.ts';
import type { OfferedNumber } from './offered.ts';
import type { NumberRow } from './present-number.ts';
import { fault } from '../../platform/kit/faults.ts';

/**
 * The condition that a number with a row is free again: its hold has ended, or its grace period has ended and
 * the carrier has nothing to take back. It depends only on the clock, whether a chore has cleaned up or not.
 */
export const isFree = (now: Date): SQL => template`(
  (${eq(didNumbers.status, 'reserved')} and ${lte(didNumbers.expiresAt, now)})
  or (${eq(didNumbers.status, 'active')} and ${lte(didNumbers.expiresAt, lapsedBefore(now))}
    and ${isNull(didNumbers.carrierNumberId)}))`;

/**
 * Takes a free number for a customer for the length of a hold. If they already hold it, the hold keeps its deadline.
 * The unique index on the number and the condition on its row let only one of several requests win. The row is
 * locked from here to the end of the transaction.
 * @throws number_taken
 */
export async function claimNumber(
  tx: Transaction,
  { userId, offered, monthlyPrice }: { userId: string; offered: OfferedNumber; monthlyPrice: Money },
): Promise<NumberRow> {
  const { number, country, provider, carries } = offered;
  const fresh = {
    id: newId(tx.clock),
    userId,
    number,
    provider,
    monthlyPrice,
    country: country.country,
    countryCode: country.countryCode,
    status: 'reserved' as const,
    expiresAt: holdEnd(tx.now),
    name: null,
    carriesMessages: carries?.messages ?? null,
    carriesCalls: carries?.calls ?? null,
    autoRenew: false,
    mailMessages: false,
    mailCalls: false,
    answerPlan: null,
    monthsPaid: 0,
    purchasedAt: null,
    transactionId: null,
    claimedUntil: null,
    noticedExpiry: null,
    refusedExpiry: null,
  };
  const [claimed] = await tx.db
    .insert(didNumbers)
    .values(fresh)
    .onConflictDoUpdate({ target: didNumbers.number, set: fresh, setWhere: isFree(tx.now) })
    .returning();
  return claimed ?? requireOwnHold(tx, userId, number);
}

/** The row of a number that this customer holds; locked. @throws number_taken */
async function requireOwnHold(tx: Transaction, userId: string, number: string): Promise<NumberRow> {
  const [own] = await tx.db.select().from(didNumbers).where(isHoldOf(userId, number)).for('update');
  if (!own) throw numberTaken();
  return own;
}

/** Tells whether a row is this customer's hold of a number, ended or not. */
export const isHoldOf = (userId: string, number: string): SQL | undefined =>
  and(eq(didNumbers.number, number), eq(didNumbers.userId, userId), eq(didNumbers.status, 'reserved'));

export const numberTaken = () => new Problem('number_taken', fault('numberTaken'));
