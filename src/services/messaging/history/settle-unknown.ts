import { sql as template } from 'drizzle-orm';
import { type Acting, audit } from '../../../callers/audit.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { RawJson } from '../../../platform/kit/answer.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import type { RecipientChange } from '../delivery/apply-changes.ts';
import type { Outcome } from '../delivery/record-attempts.ts';
import { settleOutcomes } from '../delivery/settle-outcomes.ts';
import { deliveryJson } from './message-json.ts';

/** The result that an administrator has found out. */
export type Found = keyof typeof WORDS;

const WORDS = { sent: 'Found to have been sent', not_sent: 'Found not to have been sent' } as const;

/**
 * Settles a recipient with an unknown result, as an administrator has found out: it was sent, or it was not and is
 * refunded.
 * @returns the recipient
 * @throws not_found, already_processed
 */
export async function settleUnknownSms(
  { tx, actor }: Acting,
  { recipientId, outcome }: { recipientId: string; outcome: Found },
): Promise<RawJson> {
  const parked = await findParked(tx, recipientId);
  const recipient = { id: recipientId, messageId: parked.message_id };
  const settled = await settleAll(tx, [{ ...recipient, provider: parked.provider }], outcome);
  if (settled === 0) throw alreadySettled();
  const detail = { message: parked.message_id, outcome, recipients: 1 };
  await audit(tx, actor, 'message.settled', { subject: recipientId, detail });
  return readRecipient(tx, recipient);
}

/** Settles unknown recipients, all with the same result. @returns how many were still unknown */
export async function settleAll(
  tx: Transaction,
  parked: readonly { id: string; messageId: string; provider: string }[],
  outcome: Found,
): Promise<number> {
  const outcomes = parked.map(({ id, messageId, provider }): Outcome => {
    const recipient = { id, messageId };
    const found: Pick<RecipientChange, 'to' | 'error' | 'refund'> =
      outcome === 'sent' ? { to: 'sent' } : { to: 'failed', error: 'This message was not sent', refund: true };
    return {
      recipient,
      change: { ...recipient, from: ['unknown'], ...found },
      attempt: { provider, answer: 'settled', words: WORDS[outcome] },
    };
  });
  const { applied } = await settleOutcomes(tx, outcomes);
  return applied.length;
}

interface Parked extends Record<string, unknown> {
  message_id: string;
  provider: string;
}

/** Open ones have their own index. The trace of a settled recipient shows whether it was ever unknown. */
async function findParked(tx: Transaction, id: string): Promise<Parked> {
  const [parked] = await tx.db.execute<Parked>(template`
    select message_id, provider from sms_recipients
    where id = ${id}::uuid and status = 'unknown'`);
  if (parked) return parked;
  const [settled] = await tx.db.execute(template`
    select id from audit_log where action = 'message.settled' and subject = ${id} limit 1`);
  throw settled ? alreadySettled() : notFound('Recipient');
}

const alreadySettled = () => new Problem('already_processed', sentence('settledAlready'));

async function readRecipient(tx: Transaction, { id, messageId }: { id: string; messageId: string }): Promise<RawJson> {
  const [row] = await tx.db.execute<{ json: string }>(template`
    select ${deliveryJson(template`r`, template`m`)}::text as json
    from sms_recipients r join sms_messages m on m.id = r.message_id
    where r.message_id = ${messageId}::uuid and r.id = ${id}::uuid`);
  return new RawJson(row?.json ?? '');
}
