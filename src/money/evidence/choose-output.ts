import type { FoundTransaction, Output } from '../chain/port.ts';
import { type Due, isDue } from './judge.ts';

/** The part of a transaction that belongs to a payment. */
export interface Chosen {
  /** Null if no single output is meant, or it cannot be determined. */
  outputIndex: number | null;
  /** The amount of that output; unknown if there are several outputs and the right one cannot be determined. */
  arrived: bigint | null;
  ambiguous: boolean;
}

/** Which of a transaction's outputs concern other payments. */
export interface OtherClaims {
  /** Outputs that were verified for another payment, or belong to another payment of the same customer. */
  taken: ReadonlySet<number>;
  /** Outputs that other customers claim. */
  claimed: ReadonlySet<number>;
}

/**
 * The output to our address that a payment is about. It is the one that the payment names; otherwise the only one
 * with the amount due, even if others claim it; otherwise the only one that no other payment has. If only the sum
 * of all outputs is the amount due, all of them are the payment.
 * @param named the output that the payment names, or null
 */
export function chooseOutput(
  { arrived, outputs }: FoundTransaction,
  due: Due,
  { named, taken, claimed }: OtherClaims & { named: number | null },
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

const onlyOne = (outputs: readonly Output[]): Output | undefined => (outputs.length === 1 ? outputs[0] : undefined);
