import { sql as template } from 'drizzle-orm';
import { countFor } from '../../../carriers/counts.ts';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import type { Outcome } from './record-attempts.ts';
import { settleOutcomes } from './settle-outcomes.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

const AT_ONCE = 500;

interface Overdue extends Record<string, unknown> {
  id: string;
  message_id: string;
  provider: string;
}

/**
 * Refunds recipients that are unknown for longer than the settings allow, because nobody should pay for a message that
 * may never have been sent. Later reports of the carrier change nothing.
 */
export async function refundUnknown(deps: Deps): Promise<void> {
  while ((await transact(deps, (tx) => refundSome(tx, deps))) === AT_ONCE) continue;
}

async function refundSome(tx: Transaction, deps: Deps): Promise<number> {
  const hours = deps.config.unknownRefundHours;
  const before = new Date(tx.now.getTime() - hours * HOUR_MS).toISOString();
  const overdue = await tx.db.execute<Overdue>(template`
    select id, message_id, provider from sms_recipients
    where status = 'unknown' and coalesce(claimed_until, due_at) < ${before}::timestamptz
    order by id limit ${AT_ONCE}`);
  const outcomes = overdue.map((recipient) => outcomeOf(recipient, hours));
  const { settled } = await settleOutcomes(tx, outcomes);
  for (const [carrier, ofCarrier] of Map.groupBy(settled, ({ attempt }) => attempt?.provider ?? '')) {
    await countFor(tx, { carrier, what: 'unknown_refunded', by: ofCarrier.length });
  }
  return overdue.length;
}

function outcomeOf({ id, message_id: messageId, provider }: Overdue, hours: number): Outcome {
  const recipient = { id, messageId };
  const words = `The carrier did not say within ${hours} h whether this message left, so it is refunded`;
  return {
    recipient,
    change: { ...recipient, to: 'failed', from: ['unknown'], error: words, refund: true },
    attempt: { provider, answer: 'settled', words },
  };
}
