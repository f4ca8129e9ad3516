import type { Transaction } from '../../platform/events/transact.ts';
import { allowanceOf, countSpend } from '../allowances/count-spend.ts';
import { suspended } from '../../callers/caller.ts';
import { requireNoMarginsOwed } from '../margins/owed-margins.ts';
import { minutesIn, readPackages, reserveMinutes } from '../allowances/trunk-minutes.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { newId } from '../../platform/kit/ids.ts';
import { add, formatMoney, type Money, subtract, times, ZERO } from '../../platform/kit/money.ts';
import { type CallCharge, chargeCall } from './charge-call.ts';
import { type LockedUser, lockUser } from './lock-user.ts';
import { requireChannel, requireFewCalls, type TrunkChannels } from './call-places.ts';
import {
  type AskedTerms,
  costOfBoth,
  countedOfCredit,
  minutesOfBoth,
  minutesOfCredit,
  minutesOfTrunks,
} from '../allowances/call-cover.ts';
import { requireNoDebt } from './debts.ts';
import { insufficientCredits } from './enter.ts';
import { spendLimitReached } from '../allowances/spend-limits.ts';
import { type CallTerms, creditFor } from '../pricing/call-cost.ts';
import { requireCallPrice } from '../pricing/read-price.ts';
import { wording } from '../../platform/kit/wordings.ts';

/** The seconds in a minute. */
const SECONDS = 60;

/** The longest duration and the highest cost of a call. */
export interface SetAside {
  /** The account's price for credit minutes. */
  terms: CallTerms;
  /** The price that its reseller pays for the same call; null for a direct customer. */
  supplierTerms: CallTerms | null;
  /**
   * The amount that a package minute counts against the spend limits: the standard price, or a carrier's if
   * that is higher.
   */
  trunkRate: Money;
  /** The price of the cheapest carrier, if that is higher than ours: the limits count it. Otherwise null. */
  asked: AskedTerms | null;
  /** The minutes that packages and credit cover together: how long the call may last. */
  minutes: number;
  /** The credit that was charged for minutes that no package covers. */
  amount: Money;
  /**
   * The amount that counts against the spend limits: credit or the carrier's cost, and the package minutes at
   * `trunkRate`.
   */
  counted: Money;
  /** The prefix of the price list's row by which it was sold; null at the flat price. */
  pricePrefix: string | null;
  /** The charge; null if packages cover all minutes. */
  transactionId: string | null;
}

/** The caller and the destination. */
export interface CallOrder {
  userId: string;
  /** The call's id. For each call this can be done only once. */
  callId: string;
  /** E.164. */
  destination: string;
  /**
   * E.164, where the call may be forwarded to. Its leg is a call of its own, set aside after this one: it lasts only as
   * long as both are covered.
   */
  forwardTo: string | null;
  /** It is such a leg: it has no place of its own among the calls at once. */
  isLeg?: boolean;
  /** The trunk's package and the number of calls it allows at once; null for calls without a trunk. */
  trunk?: TrunkChannels | null;
}

/** The limits of a call that somebody wants to make. */
export interface CallWanted {
  /** Minutes of the longest call allowed. */
  wanted: number;
  /** The environment's price of a minute: it holds without a deck if administrators have set none. */
  flatRate: string;
  /** The carriers that could place the call. */
  carriers: readonly string[];
  /** It stays inside and needs no carrier. */
  isInside?: boolean;
  /** The price of a minute that the caller was shown; null: any. */
  shownRate?: Money | null;
}

/** The facts about an account and a price when a call begins. */
export type CallCover = Awaited<ReturnType<typeof readCover>>;

/**
 * Locks the account, so that nobody changes the balance or takes minutes before this transaction ends, and reads by what
 * `setAside` decides.
 * @throws account_suspended, too_many_calls, destination_closed, spend_limit_reached (a country is closed),
 *   destination_not_sold, insufficient_credits (the account owes)
 */
async function readCover(
  tx: Transaction,
  { userId, destination, forwardTo, isLeg = false, trunk = null }: Omit<CallOrder, 'callId'>,
  { flatRate, carriers, isInside = false }: Pick<CallWanted, 'flatRate' | 'carriers' | 'isInside'>,
) {
  const user = requireNotSuspended(await lockUser(tx, userId));
  if (trunk) await requireChannel(tx, trunk);
  else if (!isLeg) await requireFewCalls(tx, userId);
  const allowance = allowanceOf(user, [destination, ...(forwardTo === null ? [] : [forwardTo])], tx.now);
  // Package minutes cost no credit: only the spend limits bound them.
  requireNoDebt(user);
  const [price, packages] = await allAtOnce([
    requireCallPrice(tx.db, { userId, now: tx.now, flatRate, carriers, isInside, destination, forwardTo }),
    readPackages(tx.db, userId, tx.now),
  ]);
  return { allowance, user, price, packages };
}

/** @throws account_suspended */
export const requireNotSuspended = (user: LockedUser): LockedUser => {
  if (user.status === 'suspended') throw suspended();
  return user;
};

/** 409, with the present price of a minute. */
const callPriceChanged = (rate: Money): Problem =>
  new Problem('price_changed', fault('callPriceChanged', { limit: `£${formatMoney(rate, 4)}` }), {
    price: formatMoney(rate, 4),
  });

/** The sum that a call will set aside. */
export interface PlannedHold extends SetAside {
  /** The minutes of packages among them. */
  fromTrunks: number;
  /** Zero where packages cover all minutes. */
  charge: Omit<CallCharge, 'credits'>;
}

/**
 * Sets aside what the longest possible call needs, before the call is placed: first package minutes, if packages pay
 * for the destination, then credit. The spend limits bound both; package minutes count at the standard price, because
 * they also risk money. The credit is charged at once, and `settleCall` returns what was not used: so everything that
 * happens at the same time sees only what is really left. Where a carrier asks more than the account pays, that counts.
 * @throws not_found, account_suspended, too_many_calls, destination_closed, spend_limit_reached (a country is closed),
 * destination_not_sold, price_changed, insufficient_credits or spend_limit_reached if not even one minute is covered
 */
export async function setAside(
  tx: Transaction,
  order: CallOrder,
  { wanted, shownRate = null, ...asked }: CallWanted,
): Promise<SetAside> {
  const { userId, callId, destination } = order;
  const cover = await readCover(tx, order, asked);
  const { fromTrunks, charge, ...kept } = planHold(tx, order, { wanted, shownRate, cover });
  const reserved = await reserveMinutes(tx, { userId, callId, wanted: fromTrunks });
  if (reserved !== fromTrunks) throw new Error('a package had fewer minutes than it showed');
  if (kept.transactionId === null) {
    await countSpend(tx, userId, [{ number: destination, amount: kept.counted }]);
    await requireNoMarginsOwed(tx.db, userId);
  } else {
    await chargeCall(tx, { ...charge, credits: cover.user.credits });
  }
  return kept;
}

/**
 * How much a call sets aside: the rule of `setAside`, which changes nothing yet.
 * @throws price_changed, insufficient_credits or spend_limit_reached if not even one minute is covered
 */
export function planHold(
  tx: Pick<Transaction, 'clock' | 'now'>,
  { userId, destination, isLeg = false }: Pick<CallOrder, 'userId' | 'destination' | 'isLeg'>,
  { wanted, shownRate = null, cover }: { wanted: number; shownRate?: Money | null; cover: CallCover },
): PlannedHold {
  const { allowance, user, price, packages } = cover;
  const { leg, terms, riskRate: trunkRate, asked: cheapest } = price;
  if (shownRate !== null && shownRate !== terms.rate) throw callPriceChanged(terms.rate);
  const funds = { credits: user.credits, terms, trunkRate, asked: cheapest, allows: allowance.allows };
  let longest = wanted;
  if (leg) {
    const trunkMinutes = minutesIn(packages, tx.now);
    const both = { ...funds, trunkMinutes, trunksPay: price.trunksPay, leg };
    longest = minutesOfBoth(wanted, both);
    if (longest === 0) {
      const { credit, there, forwarded } = costOfBoth(both, 1);
      throw user.credits >= credit
        ? spendLimitReached(allowance.over(there, forwarded), tx.now)
        : insufficientCredits(user.credits, credit);
    }
  }
  const allowedOfTrunks = price.trunksPay ? minutesOfTrunks(longest, funds) : 0;
  const fromTrunks = Math.min(allowedOfTrunks, minutesIn(packages, tx.now));
  const fromCredit = minutesOfCredit(longest, fromTrunks, funds);
  const minutes = fromTrunks + fromCredit;
  if (minutes === 0) {
    const minute = creditFor(terms, SECONDS);
    const isLimited = user.credits >= minute || (price.trunksPay && allowedOfTrunks === 0);
    throw isLimited
      ? spendLimitReached(allowance.over(countedOfCredit(minute, cheapest, SECONDS)), tx.now)
      : insufficientCredits(user.credits, minute);
  }
  const amount = creditFor(terms, fromCredit * SECONDS);
  const counted = add(countedOfCredit(amount, cheapest, fromCredit * SECONDS), times(trunkRate, fromTrunks));
  const supplierTerms = price.supplier?.terms ?? null;
  const { prefix: pricePrefix } = price;
  const charge = {
    ...{ transactionId: newId(tx.clock), userId, destination, amount, counted },
    wording: wording(isLeg ? 'legHeld' : 'callHeld', { number: destination, count: minutes }),
    margin: price.supplier && {
      resellerId: price.supplier.resellerId,
      amount: subtract(amount, creditFor(price.supplier.terms, fromCredit * SECONDS)),
    },
  };
  return {
    ...{ terms, supplierTerms, trunkRate, asked: cheapest, minutes, amount, counted, pricePrefix, fromTrunks },
    ...{ charge, transactionId: amount === ZERO ? null : charge.transactionId },
  };
}
