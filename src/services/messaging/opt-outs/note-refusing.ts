import type { smsMessages } from '../../../../db/schema/index.ts';
import { REASONS } from '../../../shared/reasons.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { ChangedRecipient } from '../delivery/apply-changes.ts';
import { addOptOuts } from './add-opt-outs.ts';

/**
 * Notes recipients of whom a carrier says that they want no messages (Twilio 21610, Telnyx 40300, report 9 of Vonage,
 * 200 of Plivo and what `carriers/adapters` reads as `opted_out`), so that the next message is not sent to them.
 */
export async function noteRefusing(
  tx: Transaction,
  messages: readonly Pick<typeof smsMessages.$inferSelect, 'id' | 'userId'>[],
  changed: readonly ChangedRecipient[],
): Promise<void> {
  const refusing = changed.filter(({ status, error }) => status === 'failed' && error === REASONS.opted_out);
  if (refusing.length === 0) return;
  const owners = new Map(messages.map(({ id, userId }) => [id, userId]));
  const byOwner = Map.groupBy(refusing, ({ message_id: message }) => owners.get(message) ?? '');
  for (const owner of [...byOwner.keys()].toSorted()) {
    const numbers = [...new Set((byOwner.get(owner) ?? []).map(({ number }) => number))];
    await addOptOuts(tx, owner, { numbers, source: 'carrier' });
  }
}
