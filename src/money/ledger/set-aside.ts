import { and, count, eq, isNull } from 'drizzle-orm';
import { trunkCalls, users, voiceCalls } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { countSpend, readAllowance, uncountSpend } from '../allowances/count-spend.ts';
import { suspended } from '../../callers/guards.ts';
import { earnMargin } from '../margins/margins.ts';
import { reserveMinutes, settleMinutes } from '../allowances/trunk-minutes.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { add, type Money, negate, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { lockUser } from './lock-user.ts';
import { minutesOfCredit, minutesOfTrunks } from '../allowances/call-cover.ts';
import { requireNoDebt } from './debts.ts';
import { insufficientCredits } from './enter.ts';
import { post } from './post.ts';
import { readTariff } from '../pricing/read-tariff.ts';
import { spendLimitReached } from '../allowances/spend-limits.ts';
import { callCost, type CallTerms } from '../pricing/call-cost.ts';
import { requireCallPrice } from '../pricing/read-price.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** Of a minute. */
const SECONDS = 60;

/** What a call may last and cost at most. */
export interface SetAside {
  /** What the account pays of it by credit. */
  terms: CallTerms;
  /** What its reseller pays for the same; null where it buys of us directly. */
  supplierTerms: CallTerms | null;
  /** What a minute of a package counts against the spend limits: the standard price, or a carrier's where that is more. */
  packageRate: Money;
  /** What a minute of its forwarded half counts there; null where it is not forwarded. */
  forwardRate: Money | null;
  /** Minutes that package and credit together cover: how long the call may last. */
  minutes: number;
  /** The credit that was charged for those that the package does not cover. */
  amount: Money;
  /** What counts against the spend limits: the credit, the package's minutes at that rate, and the forwarded half. */
  counted: Money;
  /** The charge; null where the package covers them all. */
  transactionId: string | null;
}

/** Who calls, and where to. */
export interface CallOrder {
  userId: string;
  /** One call sets aside once. */
  callId: string;
  /** E.164. */
  destination: string;
  /** E.164, where the call may be forwarded to. */
  forwardTo: string | null;
  /** The package of a trunk, and the calls that it may have under way; null for calls that no trunk makes. */
  trunk?: TrunkChannels | null;
}

export interface TrunkChannels {
  packageId: string;
  channels: number;
}

/**
 * Sets aside what the longest call needs, before it is placed: minutes of the packages first, where these pay for
 * the destination, then credit for as many minutes as it pays for. The spend limits allow no more than they leave,
 * package minutes counted at the standard price: they risk money as well. The credit is charged at once and what was
 * not used comes back by `settleCall`, so that whatever happens at the same time finds only what is really left.
 * @param wanted minutes of the longest call allowed
 * @param flatRate the configured price of a minute: what holds without a deck
 * @param carriers those that could place it
 * @throws not_found, account_suspended, too_many_calls, destination_closed, spend_limit_reached (a country is closed),
 *   destination_not_sold, insufficient_credits or spend_limit_reached where not even one minute is covered
 */
export async function setAside(
  tx: Transaction,
  { userId, callId, destination, forwardTo, trunk = null }: CallOrder,
  { wanted, flatRate, carriers }: { wanted: number; flatRate: string; carriers: readonly string[] },
): Promise<SetAside> {
  // Nobody else moves the balance or takes minutes before this transaction ends.
  const { status } = await lockUser(tx, userId);
  // Also of one that was suspended while this waited for its row.
  if (status === 'suspended') throw suspended();
  await (trunk ? requireChannel(tx, trunk) : requireFewCalls(tx, userId));
  const numbers = [destination, ...(forwardTo === null ? [] : [forwardTo])];
  const allowance = await readAllowance(tx.db, { userId, numbers, now: tx.now });
  const user = await readTariff(tx.db, userId);
  // Minutes of a package cost no credit: only this limit stops them.
  requireNoDebt(user);
  const asked = { userId, now: tx.now, flatRate, carriers };
  const price = await requireCallPrice(tx.db, { ...asked, destination, forwardTo });
  // Its second half is a call to another number, which has to be sold and to count by itself.
  const forward =
    forwardTo === null ? null : await requireCallPrice(tx.db, { ...asked, destination: forwardTo });
  const { terms, riskRate: packageRate } = price;
  const forwardRate = forward?.riskRate ?? ZERO;
  const funds = { credits: user.credits, terms, packageRate, forwardRate, allows: allowance.allows };
  const allowedOfTrunks = price.packagesPay ? minutesOfTrunks(wanted, funds) : 0;
  const fromTrunks = await reserveMinutes(tx, userId, callId, allowedOfTrunks);
  const fromCredit = minutesOfCredit(wanted, fromTrunks, funds);
  const minutes = fromTrunks + fromCredit;
  if (minutes === 0) {
    const minute = callCost(terms, SECONDS);
    const isLimited = user.credits >= minute || (price.packagesPay && allowedOfTrunks === 0);
    throw isLimited
      ? spendLimitReached(allowance.over(minute, forwardRate), tx.now)
      : insufficientCredits(user.credits, minute);
  }
  const amount = callCost(terms, fromCredit * SECONDS);
  const there = add(amount, times(packageRate, fromTrunks));
  const ofForward = times(forwardRate, minutes);
  await countSpend(tx, userId, [
    { number: destination, amount: there },
    ...(forwardTo === null ? [] : [{ number: forwardTo, amount: ofForward }]),
  ]);
  const counted = add(there, ofForward);
  const supplierTerms = price.supplier?.terms ?? null;
  const kept = {
    terms,
    supplierTerms,
    packageRate,
    forwardRate: forward && forwardRate,
    minutes,
    amount,
    counted,
  };
  if (amount === ZERO) return { ...kept, transactionId: null };
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
    price.supplier && {
      resellerId: price.supplier.resellerId,
      amount: subtract(amount, callCost(price.supplier.terms, fromCredit * SECONDS)),
    },
  );
  return { ...kept, transactionId: charge.id };
}

/** What `setAside` left with a call. */
export interface CallToSettle extends CallTerms {
  id: string;
  userId: string;
  destination: string;
  /** When it was set aside. */
  calledAt: Date;
  /** What the reseller pays for it; null where it was bought of us directly. */
  supplierRate: Money | null;
  supplierFee: Money | null;
  /** Minutes that it may have lasted. */
  maxMinutes: number;
  setAside: Money;
  /** Null for calls from before package minutes counted. */
  packageRate: Money | null;
  /** Where it may be forwarded to; null with its rate where it may not, or nothing of that counted yet. */
  forwardingNumber: string | null;
  forwardRate: Money | null;
  counted: Money | null;
  transactionId: string | null;
}

/** What a call came to. */
export interface SettledCall {
  /** Started minutes, and of these the ones that packages paid for. */
  billedMinutes: number;
  packageMinutes: number;
  billedSeconds: number;
  /** In credit. */
  actualCost: Money;
  /** What of that is ours; null where no reseller is in between. */
  supplierCost: Money | null;
  /** To the spend limits. */
  counted: Money;
}

/**
 * Settles what a call set aside: the minutes it used stay taken, the seconds beyond them charged, all else comes
 * back, and the margin of what it came to is earned. To be called once, under the lock of the call's row.
 * @param seconds that it lasted; more than it was to last are never charged
 */
export async function settleCall(tx: Transaction, call: CallToSettle, seconds: number): Promise<SettledCall> {
  const billedSeconds = Math.min(call.maxMinutes * SECONDS, Math.ceil(seconds));
  const billedMinutes = Math.ceil(billedSeconds / SECONDS);
  const packageMinutes = await settleMinutes(tx, call.userId, call.id, billedMinutes);
  const ofCredit = billedSeconds - packageMinutes * SECONDS;
  const actualCost = callCost(call, ofCredit);
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
        description: `Call to ${call.destination}: ${billedMinutes} min, the rest of what was set aside`,
        refundsTransactionId: call.transactionId,
      },
      unused,
      'refund',
    );
  }
  const { supplierRate, supplierFee } = call;
  const supplierCost =
    supplierRate === null
      ? null
      : callCost({ ...call, rate: supplierRate, fee: supplierFee ?? ZERO }, ofCredit);
  if (call.transactionId && supplierCost !== null) {
    await earnMargin(tx, call.transactionId, subtract(actualCost, supplierCost));
  }
  const there = add(actualCost, times(call.packageRate ?? ZERO, packageMinutes));
  const forwardRate = call.forwardRate ?? ZERO;
  const forwardSetAside = times(forwardRate, call.maxMinutes);
  const given = [
    {
      number: call.destination,
      amount: subtract(subtract(call.counted ?? call.setAside, forwardSetAside), there),
    },
    ...(call.forwardingNumber === null
      ? []
      : [{ number: call.forwardingNumber, amount: times(forwardRate, call.maxMinutes - billedMinutes) }]),
  ];
  const counted = add(there, times(forwardRate, billedMinutes));
  await uncountSpend(tx, call.userId, { chargedAt: call.calledAt, given });
  return { billedMinutes, packageMinutes, billedSeconds, actualCost, supplierCost, counted };
}

/** Holds a trunk to the channels of its plan; calls from a screen have a number of their own. @throws too_many_calls */
async function requireChannel(tx: Transaction, { packageId, channels }: TrunkChannels): Promise<void> {
  const [row] = await tx.db
    .select({ running: count() })
    .from(trunkCalls)
    .innerJoin(voiceCalls, eq(voiceCalls.id, trunkCalls.callId))
    .where(and(eq(trunkCalls.packageId, packageId), isNull(voiceCalls.endedAt)));
  if ((row?.running ?? 0) < channels) return;
  throw new Problem('too_many_calls', sentence('channelsFull', { count: channels }));
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
    .where(and(eq(voiceCalls.userId, userId), eq(voiceCalls.origin, 'browser'), isNull(voiceCalls.endedAt)));
  if ((row?.running ?? 0) < user.most) return;
  throw new Problem('too_many_calls', sentence('callsFull', { count: user.most }));
}
