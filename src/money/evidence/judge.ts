import type { FoundTransaction, Sighting } from '../chain/port.ts';
import { fromUnits, type Money, parseMoney, wholePennies } from '../../platform/kit/money.ts';
import { ROOM_GBP } from '../payments/catalogue.ts';
import { PAID_WITHIN_DAYS, type Verdict } from './contract.ts';
import { DIFFERENCES, type Reason } from '../../../db/enums.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/** The amount that was due for a payment. */
export interface Due {
  /** In the coin's smallest unit, rounded down; above zero. */
  units: bigint;
  /** The same rounded up, as the payment's QR code asks for it: both amounts are accepted. */
  unitsUp: bigint;
  /** The same in pounds, which makes the payment's own rate. */
  value: Money;
  /** 1 for a chain that says "final" and does not count. */
  confirmations: number;
}

/** `PAID_WITHIN_DAYS` in milliseconds. */
export const PAID_WITHIN_MS = PAID_WITHIN_DAYS * DAY_MS;

/** The facts that say whose payment it is, besides those that the chain shows. */
export interface Ownership {
  /** When the customer got a quote with a unique amount; null if there was none. */
  quotedAt: Date | null;
  /** When its hash was first seen or named here; null if never before. */
  knownSince: Date | null;
  /** The amount that arrived is the amount of another quote. */
  isAnothers: boolean;
  /** It may be another customer's payment, less a fee: exchanges take theirs out of what is sent. */
  isUnclear: boolean;
  /** Its output was verified for another payment. */
  usedBefore: boolean;
  /** More than one output is possible. */
  ambiguous: boolean;
}

export interface Judgement {
  verdict: Verdict;
  reasons: Reason[];
}

/** The largest amount of a payment: decimal(10,2). */
const MOST_VALUE = 999_999_999_900n;

/**
 * Compares what the chain shows with what was due. Any difference decides; otherwise, anything uncertain does;
 * without either, it matches. A payment without a quote never matches, because everybody can see a hash on the
 * chain and claim it.
 * @param sighting null if no endpoint answered
 */
export function judge(sighting: Sighting | null, due: Due, ownership: Ownership): Judgement {
  const { usedBefore, ambiguous, isAnothers, isUnclear } = ownership;
  const reasons: Reason[] = [
    ...(usedBefore ? ['used_before' as const] : []),
    ...(isAnothers ? ['anothers_amount' as const] : []),
    ...reasonsOf(sighting, due),
    ...ownerReasons(sighting, ownership),
    ...(isUnclear ? ['unclear_amount' as const] : []),
    ...(ambiguous ? ['several_outputs' as const] : []),
  ];
  return { verdict: verdictOf(reasons), reasons };
}

/**
 * The value of an amount of the coin at the payment's own rate, rounded down to the penny.
 * @returns null if it is more than any payment can be
 */
export function valueOf(units: bigint, due: Due): Money | null {
  if (isDue(units, due)) return due.value;
  const value = (due.value * units) / due.units;
  return value > MOST_VALUE ? null : wholePennies(fromUnits(value));
}

/** Tells whether an amount is the amount due, rounded down or up. */
export const isDue = (units: bigint, due: Due): boolean => units >= due.units && units <= due.unitsUp;

/** Exchanges take off at most a tenth of the amount that arrives. */
const MOST_FEE = 10n;
/** Quotes for one price differ by no more than this. */
const SAME_PRICE = parseMoney(ROOM_GBP);

/** Tells whether an amount may be the amount due less a fee: a tenth too little at most, and not merely in the last digits. */
export const isLessAFee = (units: bigint, { units: due, value }: Due): boolean =>
  due > units + (due * SAME_PRICE) / value && due * MOST_FEE <= units * (MOST_FEE + 1n);

/** A payment that is not in a block yet was made after its quote, unless it was known before. */
function ownerReasons(sighting: Sighting | null, { quotedAt, knownSince }: Ownership): Reason[] {
  if (!sighting?.found) return [];
  if (!quotedAt) return ['not_quoted'];
  const { blockTime, confirmations } = sighting;
  if (knownSince && knownSince < quotedAt) return ['before_quote'];
  if (!blockTime) return confirmations > 0 ? ['no_block_time'] : [];
  // Block times are in whole seconds.
  if (blockTime.getTime() + 999 < quotedAt.getTime()) return ['before_quote'];
  return blockTime.getTime() > quotedAt.getTime() + PAID_WITHIN_MS ? ['after_quote'] : [];
}

function verdictOf(reasons: readonly Reason[]): Verdict {
  if (reasons.includes('anothers_amount')) return 'another_payment';
  if (reasons.length === 0) return 'matches';
  const differs = reasons.some((reason) => DIFFERENCES.some((difference) => difference === reason));
  return differs ? 'differs' : 'inconclusive';
}

function reasonsOf(sighting: Sighting | null, due: Due): Reason[] {
  if (!sighting) return ['endpoint_failed'];
  if (!sighting.found) return ['not_found'];
  const reasons = differencesOf(sighting, due);
  if (sighting.confirmations < due.confirmations) reasons.push('too_few_confirmations');
  return reasons;
}

function differencesOf({ failed, arrived, otherAsset, internalTransfer }: FoundTransaction, due: Due): Reason[] {
  if (failed) return ['failed_on_chain'];
  if (arrived === null) return [];
  if (isDue(arrived, due)) return [];
  if (arrived > 0n) return [arrived < due.units ? 'too_little' : 'too_much'];
  if (otherAsset) return ['wrong_token'];
  return [internalTransfer ? 'internal_transfer' : 'wrong_address'];
}
