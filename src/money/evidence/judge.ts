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

export interface Judgement {
  verdict: Verdict;
  reasons: Reason[];
}

/** What an amount of a payment can be: decimal(10,2). */
const MOST_VALUE = 999_999_999_900n;

/**
 * Compares what the chain shows with what was due. Anything that differs decides; what is not certain yet
 * comes second; only where neither is there, it matches.
 * @param sighting null where no endpoint answered
 * @param usedBefore whether another payment was made with the same output
 * @param ambiguous whether several outputs could be meant
 */
export function judge(
  sighting: Sighting | null,
  due: Due,
  { usedBefore, ambiguous }: { usedBefore: boolean; ambiguous: boolean },
): Judgement {
  const reasons: Reason[] = [
    ...(usedBefore ? ['used_before' as const] : []),
    ...reasonsOf(sighting, due),
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

function verdictOf(reasons: readonly Reason[]): Verdict {
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
