import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { transact, type Transaction } from '../events/transact.ts';
import type { ReceiptOutcome } from '../providers/port.ts';
import { applyChanges, type RecipientChange } from './apply-changes.ts';
import { changeAfterReceipt } from './outcome.ts';

const AT_ONCE = 500;

interface MatchedReceipt extends Record<string, unknown> {
  id: string;
  message_id: string;
  outcome: ReceiptOutcome;
  error: string | null;
}

/**
 * Applies the delivery reports whose message is known, and takes them out of the inbox. One that is
 * quicker than the answer to its own send stays there until that is stored.
 */
export async function applyReceipts(deps: Deps): Promise<void> {
  while ((await transact(deps, applySome)) === AT_ONCE) continue;
}

async function applySome(tx: Transaction): Promise<number> {
  const matched = await tx.db.execute<MatchedReceipt>(template`
    delete from carrier_receipts c
    using (
      select c.provider, c.provider_message_id, c.outcome, r.id, r.message_id
      from carrier_receipts c
      join sms_recipients r on r.provider = c.provider and r.provider_message_id = c.provider_message_id
      order by c.received_at limit ${AT_ONCE} for update of c skip locked
    ) m
    where c.provider = m.provider and c.provider_message_id = m.provider_message_id and c.outcome = m.outcome
    returning m.id, m.message_id, c.outcome, c.error`);
  await applyChanges(tx, strongestOf(matched));
  return matched.length;
}

/** A recipient changes once: of several reports that came together, the one that says how it ended. */
function strongestOf(receipts: readonly MatchedReceipt[]): RecipientChange[] {
  const byRecipient = new Map<string, RecipientChange>();
  for (const { id, message_id: messageId, outcome, error } of receipts) {
    if (byRecipient.has(id) && outcome === 'sent') continue;
    const earlier = byRecipient.get(id);
    if (earlier && earlier.to !== 'sent') continue;
    byRecipient.set(id, changeAfterReceipt({ id, messageId }, { outcome, customerWords: error }));
  }
  return [...byRecipient.values()];
}
