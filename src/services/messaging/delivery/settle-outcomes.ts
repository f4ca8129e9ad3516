import type { Transaction } from '../../../platform/events/transact.ts';
import { applyChanges, type ChangedRecipient } from './apply-changes.ts';
import { type Outcome, recordAttempts } from './record-attempts.ts';

/**
 * Applies what became known of recipients, and stores the answers of those that it changed: news that comes too late
 * leaves no trace.
 * @returns the recipients that were changed, and what became known of them
 */
export async function settleOutcomes(
  tx: Transaction,
  outcomes: readonly Outcome[],
): Promise<{ applied: ChangedRecipient[]; settled: Outcome[] }> {
  const applied = await applyChanges(
    tx,
    outcomes.flatMap(({ change }) => change ?? []),
  );
  const changed = new Set(applied.map(({ id }) => id));
  const settled = outcomes.filter(({ recipient }) => changed.has(recipient.id));
  recordAttempts(tx, settled, applied);
  return { applied, settled };
}
