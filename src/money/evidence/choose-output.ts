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

/**
 * Which of the outputs that reached our address a payment is about: the one that it names; else the only one
 * that no other payment has taken; else the only one of those that is what was due. Where only all of them
 * together are that, they are the payment.
 * @param named the output that the payment names, or null
 * @param taken the outputs of other payments
 */
export function chooseOutput(
  { arrived, outputs }: FoundTransaction,
  due: Due,
  named: number | null,
  taken: ReadonlySet<number>,
): Chosen {
  if (named !== null && arrived !== null) {
    const own = outputs.find(({ index }) => index === named);
    return { outputIndex: named, arrived: own?.amount ?? 0n, ambiguous: false };
  }
  const free = outputs.filter(({ index }) => !taken.has(index));
  const single = onlyOne(free) ?? onlyOne(free.filter(({ amount }) => isDue(amount, due)));
  if (single) return { outputIndex: single.index, arrived: single.amount, ambiguous: false };
  const ambiguous = free.length > 1 && !(arrived !== null && taken.size === 0 && isDue(arrived, due));
  return { outputIndex: named, arrived: ambiguous ? null : arrived, ambiguous };
}

const onlyOne = (outputs: readonly Output[]): Output | undefined =>
  outputs.length === 1 ? outputs[0] : undefined;
