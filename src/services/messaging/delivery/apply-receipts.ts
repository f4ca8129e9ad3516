import { sql as template, type SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { claimsOverAt } from '../../../platform/kit/claims-over.ts';
import { applyPartReceipts, type ReportedMessage } from './apply-part-receipts.ts';
import { renameReceipts } from './rename-receipts.ts';
import { reportedRecipientSql } from './reported-recipient.ts';
import { splitByParts } from './split-by-parts.ts';
import type { Outcome } from './record-attempts.ts';
import { settleOutcomes } from './settle-outcomes.ts';
import { attemptOfReceipt, changeAfterReceipt } from './read-answer.ts';

const AT_ONCE = 500;

/** Tells whether reports wait, be it for the answer to their send. */
export const receiptsWait = (): SQL => template`exists (select from carrier_receipts)`;

/** Found by the carrier's own id of the message. */
const byId = (now: Date): SQL => template`
  select w.id, w.message_id from (${reportedRecipientSql(now)}) w where w.place is null`;

/**
 * Found by our id, if the answer to the send was lost, and the carrier's id with it, or that of a part; or if the carrier
 * now calls the message by another id: a report that comes to its own signed address is its own.
 */
const byReference = (claimsOver: Date): SQL => template`
  select r.id, r.message_id from sms_recipients r
  where r.id = c.reference::uuid and r.provider = c.provider
  and (case when r.provider_message_id is null
    then r.status = 'unknown'
      or (r.status = 'sending' and r.claimed_until < ${claimsOver.toISOString()}::timestamptz)
    else r.status = 'sent' and r.provider_message_id <> c.provider_message_id
      and not exists (select from sms_parts p where p.message_id = r.message_id and p.recipient_id = r.id)
    end
    or r.status in ('sent', 'unknown') and exists (
      select from sms_parts p where p.recipient_id = r.id and p.provider_message_id = ''))`;

/**
 * Applies the delivery reports whose message is known, and removes them from the inbox. A report that arrives before
 * the answer to its own send waits there until that answer is stored.
 */
export async function applyReceipts(deps: Deps): Promise<void> {
  await renameReceipts(deps);
  while ((await transact(deps, applySomeOfParts)) === AT_ONCE) continue;
  while ((await transact(deps, applySomeById)) === AT_ONCE) continue;
  while ((await transact(deps, (tx) => applySomeByReference(tx, deps))) === AT_ONCE) continue;
}

async function applySomeOfParts(tx: Transaction): Promise<number> {
  const { reports, ended } = await applyPartReceipts(tx);
  await apply(tx, ended);
  return reports;
}

async function applySomeById(tx: Transaction): Promise<number> {
  const matched = await takeMatched(tx, byId(tx.now));
  await apply(tx, matched);
  return matched.length;
}

async function applySomeByReference(tx: Transaction, { carriers }: Deps): Promise<number> {
  const matched = await takeMatched(tx, byReference(claimsOverAt(tx.clock)));
  const ofParts = carriers.list.filter(({ reportsParts }) => reportsParts).map(({ name }) => name);
  const { whole, ended } = await splitByParts(tx, matched, new Set(ofParts));
  await apply(tx, [...whole, ...ended]);
  return matched.length;
}

function takeMatched(tx: Transaction, whom: SQL): Promise<ReportedMessage[]> {
  return tx.db.execute<ReportedMessage>(template`
    delete from carrier_receipts c
    using (
      select c.provider, c.provider_message_id, c.outcome, r.id, r.message_id
      from carrier_receipts c cross join lateral (${whom}) r
      order by c.received_at limit ${AT_ONCE} for update of c skip locked
    ) m
    where c.provider = m.provider and c.provider_message_id = m.provider_message_id and c.outcome = m.outcome
    returning m.id, m.message_id, c.provider, c.provider_message_id, c.outcome, c.error, c.code`);
}

async function apply(tx: Transaction, matched: readonly ReportedMessage[]): Promise<void> {
  await settleOutcomes(tx, strongestOf(matched));
}

/** A recipient changes only once: of several reports that came together, the final one counts. */
function strongestOf(receipts: readonly ReportedMessage[]): Outcome[] {
  const byRecipient = new Map<string, Outcome>();
  for (const receipt of receipts) {
    const earlier = byRecipient.get(receipt.id);
    if (earlier && (receipt.outcome === 'sent' || earlier.change?.to !== 'sent')) continue;
    byRecipient.set(receipt.id, outcomeOf(receipt));
  }
  return [...byRecipient.values()];
}

function outcomeOf({
  id,
  message_id: messageId,
  provider,
  provider_message_id: carrierMessageId,
  outcome,
  error: customerWords,
  code,
}: ReportedMessage): Outcome {
  const recipient = { id, messageId };
  return {
    recipient,
    change: { ...changeAfterReceipt(recipient, { outcome, customerWords }), provider, carrierMessageId },
    attempt: attemptOfReceipt(provider, { outcome, customerWords, code: code ?? undefined }),
  };
}
