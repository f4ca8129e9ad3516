import { and, eq, gt } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { voicePackages } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { countSpend, readAllowance, uncountSpend } from '../allowances/count-spend.ts';
import { earnMargin } from '../margins/margins.ts';
import { reserveMinutes, settleMinutes } from '../allowances/minutes.ts';
import { type Money, negate, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { minutesTaken } from '../allowances/package-month.ts';
import { insufficientCredits, post } from './post.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { spendLimitReached } from '../allowances/spend-limits.ts';
import { timesPrice, voicePrice } from '../pricing/tariff.ts';

/** What a call may last and cost at most. */
export interface SetAside {
  /** The price of a minute. */
  rate: Money;
  /** Minutes that package and credit together cover: how long the call may last. */
  minutes: number;
  /** The credit that was charged for those that the package does not cover. */
  amount: Money;
  /** The charge; null where the package covers them all. */
  transactionId: string | null;
}

/**
 * Sets aside what the longest call needs, before it is placed: minutes of the packages first, then credit
 * for as many minutes as it pays for and the spend limits allow. The credit is charged at once and what was
 * not used comes back by `settleCall`, so that whatever happens at the same time finds only what is really
 * left.
 * @param callId one call sets aside once
 * @param forwardTo E.164, where the call may be forwarded to
 * @param wanted minutes of the longest call allowed
 * @throws not_found, spend_limit_reached (a country is closed), insufficient_credits or spend_limit_reached
 *   where not even one minute is covered
 */
export async function setAside(
  tx: Transaction,
  {
    userId,
    callId,
    destination,
    forwardTo,
  }: { userId: string; callId: string; destination: string; forwardTo: string | null },
  { wanted, standardRate }: { wanted: number; standardRate: string },
): Promise<SetAside> {
  const fromPackages = await reserveMinutes(tx, userId, callId, wanted);
  // Locked by the reservation: nobody else moves the balance before this transaction ends.
  const allowance = await readAllowance(tx, userId, [
    destination,
    ...(forwardTo === null ? [] : [forwardTo]),
  ]);
  const user = await readTariff(tx.db, userId);
  const price = voicePrice(user, tx.now, standardRate);
  const rate = price.amount;
  const covered = affordable(user.credits, rate);
  const allowed = allowance.left === null ? covered : affordable(allowance.left, rate);
  const fromCredit = Math.min(wanted - fromPackages, covered, allowed);
  const minutes = fromPackages + fromCredit;
  if (minutes === 0 && covered === 0) throw insufficientCredits(user.credits, rate);
  if (minutes === 0) throw spendLimitReached(allowance.over(rate), tx.now);
  const { amount, margin } = timesPrice(price, fromCredit);
  if (amount === ZERO) return { rate, minutes, amount, transactionId: null };
  const charge = await post(
    tx,
    {
      userId,
      type: 'voice_charge',
      status: 'completed',
      amount,
      description: `Call to ${destination}, set aside for up to ${minutes} min`,
    },
    negate(amount),
    'voice_charge',
    margin,
  );
  await countSpend(tx, userId, { destination, amount });
  return { rate, minutes, amount, transactionId: charge.id };
}

/** What `setAside` left with a call. */
export interface CallToSettle {
  id: string;
  userId: string;
  destination: string;
  /** When it was set aside. */
  calledAt: Date;
  rate: Money;
  setAside: Money;
  transactionId: string | null;
}

/**
 * Settles what a call set aside: the minutes it used stay taken or charged, all else comes back, and the
 * margin of what it came to is earned. To be called once, under the lock of the call's row.
 * @param used started minutes, at most those set aside
 * @returns the minutes that packages paid for, and what the call came to in credit
 */
export async function settleCall(
  tx: Transaction,
  call: CallToSettle,
  used: number,
): Promise<{ packageMinutes: number; actualCost: Money }> {
  const packageMinutes = await settleMinutes(tx, call.userId, call.id, used);
  const actualCost = times(call.rate, used - packageMinutes);
  const unused = subtract(call.setAside, actualCost);
  if (unused < ZERO) throw new RangeError('a call came to more than was set aside for it');
  if (unused > ZERO) {
    await post(
      tx,
      {
        userId: call.userId,
        type: 'refund',
        status: 'completed',
        amount: unused,
        description: `Call to ${call.destination}: ${used} min, the rest of what was set aside`,
        refundsTransactionId: call.transactionId,
      },
      unused,
      'refund',
    );
    const given = [{ number: call.destination, amount: unused }];
    await uncountSpend(tx, call.userId, { chargedAt: call.calledAt, given });
  }
  if (call.transactionId) await earnMargin(tx, call.transactionId, actualCost);
  return { packageMinutes, actualCost };
}

/** What a call would cost at this moment, and how long it might last. @throws not_found */
export async function quoteCall(
  db: Queryable,
  userId: string,
  now: Date,
  { wanted, standardRate }: { wanted: number; standardRate: string },
): Promise<{ rate: Money; packageMinutes: number; maxMinutes: number }> {
  const user = await readTariff(db, userId);
  const rate = voicePrice(user, now, standardRate).amount;
  const active = await db
    .select()
    .from(voicePackages)
    .where(
      and(
        eq(voicePackages.userId, userId),
        eq(voicePackages.isActive, true),
        gt(voicePackages.expiresAt, now),
      ),
    );
  const left = active.map((row) => row.callMinutesIncluded - minutesTaken(row, now));
  const packageMinutes = left.reduce((sum, minutes) => sum + minutes, 0);
  return {
    rate,
    packageMinutes,
    maxMinutes: Math.min(wanted, packageMinutes + affordable(user.credits, rate)),
  };
}

/** Whole minutes; a minute that costs nothing is always affordable. */
const affordable = (credits: Money, rate: Money): number =>
  rate === ZERO ? Number.MAX_SAFE_INTEGER : Number(credits / rate);
