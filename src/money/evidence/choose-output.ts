import type { FoundTransaction, Output } from '../chain/port.ts';
import { type Due, isDue } from './judge.ts';

/** What of a transaction is a payment's own. */
export interface Chosen {
  /** Null where no single output is meant, or none can be told. */
  outputIndex: number | null;
  /** What arrived by it; of a transaction with several, where none can be told, nothing is known. */
  arrived: bigint | null;
  ambiguous: boolean;
}

/** What other payments have to do with a transaction's outputs. */
export interface OtherClaims {
  /** Those that were verified for another payment, or are the same customer's. */
  taken: ReadonlySet<number>;
  /** Those that others say are theirs. */
  claimed: ReadonlySet<number>;
}

/**
 * Which of the outputs that reached our address a payment is about: the one that it names; otherwise the only
 * one with the amount due, even if others claim it; otherwise the only one that no other payment has. Where
 * only the sum of all of them is the amount due, all of them are the payment.
 * @param named the output that the payment names, or null
 */
export function chooseOutput(
  { arrived, outputs }: FoundTransaction,
  due: Due,
  named: number | null,
  { taken, claimed }: OtherClaims,
): Chosen {
  if (named !== null && arrived !== null) {
    const own = outputs.find(({ index }) => index === named);
    return { outputIndex: named, arrived: own?.amount ?? 0n, ambiguous: false };
  }
  const left = outputs.filter(({ index }) => !taken.has(index));
  const free = left.filter(({ index }) => !claimed.has(index));
  const single =
    onlyOne(left.filter(({ amount }) => isDue(amount, due))) ??
    onlyOne(free.filter(({ amount }) => isDue(amount, due))) ??
    onlyOne(free) ??
    onlyOne(left);
  if (single) return { outputIndex: single.index, arrived: single.amount, ambiguous: false };
  const ambiguous = left.length > 1 && !(arrived !== null && taken.size === 0 && isDue(arrived, due));
  return { outputIndex: named, arrived: ambiguous ? null : arrived, ambiguous };
}

const onlyOne = (outputs: readonly Output[]): Output | undefined =>
  outputs.length === 1 ? outputs[0] : undefined;
