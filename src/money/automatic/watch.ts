import type { Deps } from '../deps.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { claimCandidates } from './find-candidates.ts';
import { verifyOne } from './verify-one.ts';

/** How often a process checks which payments may be verified without a person. */
export const AUTOMATIC_MS = 5000;

/** Verifies the payments that may be verified without a person. Any number of processes may do this. */
export async function verifyAutomatically(context: { deps: Deps; fulfilments: Fulfilments }): Promise<void> {
  for (const id of await claimCandidates(context.deps)) await verifyOne(context, id);
}
