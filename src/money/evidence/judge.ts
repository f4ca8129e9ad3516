import type { FoundTransaction, Sighting } from '../chain/port.ts';
import { fromUnits, type Money, wholePennies } from '../../platform/kit/money.ts';
import { type Verdict } from './contract.ts';
import { DIFFERENCES, type Reason } from '../../../db/enums.ts';

/** What a payment should have been. */
export interface Due {
  /** In the coin's smallest unit, rounded down; above zero. */
  units: bigint;
  /** The same rounded up, as the payment's QR code asks for it: either is what was due. */
  unitsUp: bigint;
  /** The same in pounds, which makes the payment's own rate. */
  value: Money;
  /** 1 on a chain that says "final" instead of counting. */
  confirmations: number;
}

/** For so long after its quote was made a payment counts as made for it. */
export const PAID_WITHIN_MS = 7 * 24 * 3_600_000;

/** What is known of whose payment it is, beside what the chain shows. */
export interface Ownership {
  /** When the customer was asked for it; null where nobody was, or not for an amount of their own. */
  quotedAt: Date | null;
  /** When its hash was first seen or named here; null where that was never before. */
  knownSince: Date | null;
  /** Whether what arrived is what another quote was for. */
  isAnothers: boolean;
  /** Whether its output was verified for another payment. */
  usedBefore: boolean;
  /** Whether several outputs could be meant. */
  ambiguous: boolean;
}

export interface Judgement {
  verdict: Verdict;
  reasons: Reason[];
}

/** What an amount of a payment can be: decimal(10,2). */
const MOST_VALUE = 999_999_999_900n;

/**
 * Compares what the chain shows with what was due. Anything that differs decides; what is not certain yet
 * comes second; only where neither is there, it matches. A payment that nobody was asked for never does: a hash
 * is there for everybody to see.
 * @param sighting null where no endpoint answered
 */
export function judge(sighting: Sighting | null, due: Due, ownership: Ownership): Judgement {
  const { usedBefore, ambiguous, isAnothers } = ownership;
  const reasons: Reason[] = [
    ...(usedBefore ? ['used_before' as const] : []),
    ...(isAnothers ? ['anothers_amount' as const] : []),
    ...reasonsOf(sighting, due),
    ...ownerReasons(sighting, ownership),
    ...(ambiguous ? ['several_outputs' as const] : []),
  ];
  return { verdict: verdictOf(reasons), reasons };
}

/**
 * What an amount of the coin is worth at the rate the payment was made at, to the penny below.
 * @returns null where it is more than any payment can be
 */
export function valueOf(units: bigint, due: Due): Money | null {
  if (isDue(units, due)) return due.value;
  const value = (due.value * units) / due.units;
  return value > MOST_VALUE ? null : wholePennies(fromUnits(value));
}

/** Whether an amount is what was due, rounded down or rounded up. */
export const isDue = (units: bigint, due: Due): boolean => units >= due.units && units <= due.unitsUp;

/** What is in no block yet was made after its quote, unless it was known before. */
function ownerReasons(sighting: Sighting | null, { quotedAt, knownSince }: Ownership): Reason[] {
  if (!sighting?.found) return [];
  if (!quotedAt) return ['not_quoted'];
  const { blockTime, confirmations } = sighting;
  if (knownSince && knownSince < quotedAt) return ['before_quote'];
  if (!blockTime) return confirmations > 0 ? ['no_block_time'] : [];
  // Blocks tell whole seconds.
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

function differencesOf(
  { failed, arrived, otherAsset, internalTransfer }: FoundTransaction,
  due: Due,
): Reason[] {
  if (failed) return ['failed_on_chain'];
  if (arrived === null) return [];
  if (isDue(arrived, due)) return [];
  if (arrived > 0n) return [arrived < due.units ? 'too_little' : 'too_much'];
  if (otherAsset) return ['wrong_token'];
  return [internalTransfer ? 'internal_transfer' : 'wrong_address'];
}
