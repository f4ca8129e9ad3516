import type { Transaction } from '../../platform/events/transact.ts';
import { uncountTogether } from '../allowances/count-spend.ts';
import { bookMargin, earnMargin } from '../margins/margins.ts';
import { settleMinutes } from '../allowances/trunk-minutes.ts';
import { add, type Money, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { countedOfCredit } from '../allowances/call-cover.ts';
import { duePennies } from './due-pennies.ts';
import { post } from './post.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { callCost, type CallTerms } from '../pricing/call-cost.ts';
import { wording } from '../../platform/kit/wordings.ts';

/** The seconds in a minute. */
const SECONDS = 60;

/** The values that `setAside` stored with a call. */
export interface CallToSettle extends CallTerms {
  id: string;
  userId: string;
  destination: string;
  calledAt: Date;
  /** When more was set aside while it ran; null: never. */
  heldAt: Date | null;
  /** The price that the reseller pays for it; null for a direct customer. */
  supplierRate: Money | null;
  supplierFee: Money | null;
  /** The longest duration of the call in minutes. */
  maxMinutes: number;
  setAside: Money;
  /** Null for calls from before package minutes counted. */
  trunkRate: Money | null;
  /** The price that the cheapest carrier asked, if it was higher than ours; otherwise null. */
  askedRate: Money | null;
  askedFee: Money | null;
  /** The call that leads on to it, if it is a leg. */
  parentId: string | null;
  /** Only for calls from before legs: the number to which they may be forwarded, and what a minute of that counts. */
  forwardingNumber: string | null;
  forwardRate: Money | null;
  counted: Money | null;
  transactionId: string | null;
}

/** When its charge was made. */
export const heldAtOf = ({ heldAt, calledAt }: Pick<CallToSettle, 'heldAt' | 'calledAt'>): Date => heldAt ?? calledAt;

/**
 * Earns the margin of a call. In whole pennies the longest call may have had none to book: then it is booked now.
 */
async function earnMarginOfCall(tx: Transaction, charge: { id: string; userId: string }, amount: Money): Promise<void> {
  if (await earnMargin(tx, charge.id, amount)) return;
  const { supplier } = await readTariff(tx.db, charge.userId);
  if (!supplier) throw new Error('the reseller of a call is gone');
  await bookMargin(tx, charge, { resellerId: supplier.id, amount });
  await earnMargin(tx, charge.id, amount);
}

/** The result of a call. */
export interface SettledCall {
  /** The started minutes, and how many of them packages paid for. */
  billedMinutes: number;
  trunkMinutes: number;
  billedSeconds: number;
  /** The exact cost of the seconds that credit pays for. */
  exactCost: Money;
  /** The whole pennies that were charged for it. */
  actualCost: Money;
  /** Our part of the charge; null without a reseller. */
  supplierCost: Money | null;
  /** The amount that counts against the spend limits. */
  counted: Money;
}

/**
 * Settles what a call set aside: used minutes stay taken, the seconds beyond them are charged, everything else is
 * returned, and the margin on the actual cost is earned. Call it once, with the call's row locked.
 * @param seconds how long the call lasted; seconds beyond its allowed duration are never charged
 */
export async function settleCall(tx: Transaction, call: CallToSettle, seconds: number): Promise<SettledCall> {
  const billedSeconds = Math.min(call.maxMinutes * SECONDS, Math.ceil(seconds));
  const billedMinutes = Math.ceil(billedSeconds / SECONDS);
  const trunkMinutes = await settleMinutes(tx, { userId: call.userId, callId: call.id, used: billedMinutes });
  const ofCredit = billedSeconds - trunkMinutes * SECONDS;
  const exactCost = callCost(call, ofCredit);
  const { supplierRate, supplierFee } = call;
  const supplierTerms = supplierRate === null ? null : { ...call, rate: supplierRate, fee: supplierFee ?? ZERO };
  const { charged: actualCost, ofSupplier: supplierCost } = await duePennies(tx, call.userId, {
    exactCost,
    supplierCost: supplierTerms && callCost(supplierTerms, ofCredit),
  });
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
        wording: wording(call.parentId === null ? 'callRest' : 'legRest', {
          number: call.destination,
          count: billedMinutes,
        }),
        refundsTransactionId: call.transactionId,
      },
      { change: unused, reason: 'refund' },
    );
  }
  if (call.transactionId && supplierCost !== null) {
    await earnMarginOfCall(tx, { id: call.transactionId, userId: call.userId }, subtract(actualCost, supplierCost));
  }
  const asked = call.askedRate === null ? null : { rate: call.askedRate, fee: call.askedFee ?? ZERO };
  const there = add(countedOfCredit(actualCost, asked, ofCredit), times(call.trunkRate ?? ZERO, trunkMinutes));
  const forwardRate = call.forwardRate ?? ZERO;
  const forwardSetAside = times(forwardRate, call.maxMinutes);
  const given = [
    { number: call.destination, amount: subtract(subtract(call.counted ?? call.setAside, forwardSetAside), there) },
    ...(call.forwardingNumber === null
      ? []
      : [{ number: call.forwardingNumber, amount: times(forwardRate, call.maxMinutes - billedMinutes) }]),
  ];
  const counted = add(there, times(forwardRate, billedMinutes));
  uncountTogether(tx, call.userId, { chargedAt: heldAtOf(call), given });
  return { billedMinutes, trunkMinutes, billedSeconds, exactCost, actualCost, supplierCost, counted };
}
