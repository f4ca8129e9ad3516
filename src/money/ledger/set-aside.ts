import { and, count, eq, isNull } from 'drizzle-orm';
import { users, voiceCalls } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { countSpend, readAllowance, uncountSpend } from '../allowances/count-spend.ts';
import { suspended } from '../../callers/guards.ts';
import { earnMargin } from '../margins/margins.ts';
import { reserveMinutes, settleMinutes } from '../allowances/minutes.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { add, type Money, negate, parseMoney, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { lockUser } from './lock-user.ts';
import { affordable, minutesOfCredit, minutesOfPackages } from '../allowances/call-cover.ts';
import { requireNoDebt } from './debts.ts';
import { insufficientCredits } from './enter.ts';
import { post } from './post.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { spendLimitReached } from '../allowances/spend-limits.ts';
import { timesPrice, voicePrice } from '../pricing/tariff.ts';

/** What a call may last and cost at most. */
export interface SetAside {
  /** The price of a minute. */
  rate: Money;
  /** What a minute of a package counts against the spend limits: the standard price. */
  packageRate: Money;
  /** Minutes that package and credit together cover: how long the call may last. */
  minutes: number;
  /** The credit that was charged for those that the package does not cover. */
  amount: Money;
  /** What counts against the spend limits: the credit, and the package's minutes at the standard price. */
  counted: Money;
  /** The charge; null where the package covers them all. */
  transactionId: string | null;
}

/**
 * Sets aside what the longest call needs, before it is placed: minutes of the packages first, then credit
 * for as many minutes as it pays for. The spend limits allow no more than they leave, package minutes counted
 * at the standard price: they risk money as well. The credit is charged at once and what was not used comes
 * back by `settleCall`, so that whatever happens at the same time finds only what is really left.
 * @param callId one call sets aside once
 * @param forwardTo E.164, where the call may be forwarded to
 * @param wanted minutes of the longest call allowed
 * @throws not_found, account_suspended, too_many_calls, destination_closed, spend_limit_reached (a country is closed), insufficient_credits or spend_limit_reached
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
  // Nobody else moves the balance or takes minutes before this transaction ends.
  const { status } = await lockUser(tx, userId);
  // Also of one that was suspended while this waited for its row.
  if (status === 'suspended') throw suspended();
  await requireFewCalls(tx, userId);
  const numbers = [destination, ...(forwardTo === null ? [] : [forwardTo])];
  const allowance = await readAllowance(tx.db, { userId, numbers, now: tx.now });
  const user = await readTariff(tx.db, userId);
  // Minutes of a package cost no credit, so that only this stops them.
  requireNoDebt(user);
  const price = voicePrice(user, tx.now, standardRate);
  const rate = price.amount;
  const packageRate = parseMoney(standardRate);
  const funds = { credits: user.credits, rate, packageRate, left: allowance.left };
  const allowedOfPackages = minutesOfPackages(wanted, funds);
  const fromPackages = await reserveMinutes(tx, userId, callId, allowedOfPackages);
  const ofPackages = times(packageRate, fromPackages);
  const fromCredit = minutesOfCredit(wanted, fromPackages, funds);
  const minutes = fromPackages + fromCredit;
  if (minutes === 0 && affordable(user.credits, rate) === 0 && allowedOfPackages > 0) {
    throw insufficientCredits(user.credits, rate);
  }
  if (minutes === 0) throw spendLimitReached(allowance.over(rate), tx.now);
  const { amount, margin } = timesPrice(price, fromCredit);
  const counted = add(amount, ofPackages);
  await countSpend(tx, userId, { destination, amount: counted });
  if (amount === ZERO) return { rate, packageRate, minutes, amount, counted, transactionId: null };
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
  return { rate, packageRate, minutes, amount, counted, transactionId: charge.id };
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
  /** Null for calls from before package minutes counted. */
  packageRate: Money | null;
  counted: Money | null;
  transactionId: string | null;
}

/**
 * Settles what a call set aside: the minutes it used stay taken or charged, all else comes back, and the
 * margin of what it came to is earned. To be called once, under the lock of the call's row.
 * @param used started minutes, at most those set aside
 * @returns the minutes that packages paid for, what the call came to in credit, and to the spend limits
 */
export async function settleCall(
  tx: Transaction,
  call: CallToSettle,
  used: number,
): Promise<{ packageMinutes: number; actualCost: Money; counted: Money }> {
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
  }
  if (call.transactionId) await earnMargin(tx, call.transactionId, actualCost);
  const counted = add(actualCost, times(call.packageRate ?? ZERO, packageMinutes));
  const given = [{ number: call.destination, amount: subtract(call.counted ?? call.setAside, counted) }];
  await uncountSpend(tx, call.userId, { chargedAt: call.calledAt, given });
  return { packageMinutes, actualCost, counted };
}

/**
 * Holds an account to the calls that it may have under way at a time. Its row is locked, so that two calls at
 * once do not both find the last place.
 * @throws too_many_calls
 */
async function requireFewCalls(tx: Transaction, userId: string): Promise<void> {
  const [user] = await tx.db.select({ most: users.callsAtOnce }).from(users).where(eq(users.id, userId));
  if (user?.most === null || user?.most === undefined) return;
  const [row] = await tx.db
    .select({ running: count() })
    .from(voiceCalls)
    .where(and(eq(voiceCalls.userId, userId), isNull(voiceCalls.endedAt)));
  if ((row?.running ?? 0) < user.most) return;
  throw new Problem(
    'too_many_calls',
    `This account may have ${user.most} calls at a time. Wait until one has ended, or ask support for more`,
  );
}
