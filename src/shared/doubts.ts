import { DIFFERENCES, type Doubt, type Reason } from '../../db/enums.ts';

interface Known {
  /** The verified hash differs from the customer's. */
  otherHash: boolean;
  /** The facts on the chain that speak against the hash that is verified. */
  reasons: readonly Reason[];
  /** The value that arrived according to the chain, and the credited amount, in pounds with two decimals. */
  arrivedValue: string | null;
  credited: string | null;
  /** Somebody has named the output that is meant. */
  outputChosen: boolean;
}

/**
 * The reasons against verifying a payment. A failing endpoint is not a reason, and another amount is no reason if
 * exactly that amount is credited.
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

const CONTRADICTIONS: ReadonlySet<Doubt> = new Set([...DIFFERENCES, 'not_found', 'unclear_amount']);

/** Tells whether the chain contradicts a verification. What nobody could look up, or not yet, contradicts nothing. */
export const isContradicted = (doubts: readonly Doubt[]): boolean => doubts.some((doubt) => CONTRADICTIONS.has(doubt));
