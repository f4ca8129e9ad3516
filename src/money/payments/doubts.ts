import type { Doubt, Reason } from '../../../db/enums.ts';

interface Known {
  /** Whether the hash is another one than the customer's. */
  otherHash: boolean;
  /** What the chain says against the hash that is verified. */
  reasons: readonly Reason[];
  /** What arrived by the chain, and what is credited, in pounds with two decimals. */
  arrivedValue: string | null;
  credited: string | null;
  /** Whether somebody has said which of the transaction's outputs is meant. */
  outputChosen: boolean;
}

/**
 * What speaks against verifying a payment. An endpoint that fails says nothing against it, and another amount
 * is no doubt once exactly that is credited.
 */
export function doubtsOf({ otherHash, reasons, arrivedValue, credited, outputChosen }: Known): Doubt[] {
  const isCredited = arrivedValue !== null && arrivedValue === credited;
  const settled = new Set<Reason>([
    'endpoint_failed',
    ...(isCredited ? (['too_little', 'too_much'] as const) : []),
    ...(outputChosen ? (['several_outputs'] as const) : []),
  ]);
  const against = reasons.filter((reason) => !settled.has(reason));
  return otherHash ? ['other_hash', ...against] : against;
}
