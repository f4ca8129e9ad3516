import { type Actor, audit } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { fail } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { ClosingSentence } from '../../../platform/mail/contract.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import type { rejectPayment } from '../admin-contract.ts';
import type { Transaction } from '../contract.ts';
import { dropApproval } from './find-approval.ts';
import { findPending } from './find-pending.ts';
import { presentTransaction } from '../present-transaction.ts';
import { paymentRejectedEvent } from '../events.ts';

/**
 * Marks a payment as failed. Its hash no longer counts, so that it can be submitted again,
 * and a first administrator's approval is deleted.
 * @throws not_found, already_processed
 */
export async function reject(
  { tx, actor }: { tx: DatabaseTransaction; actor: Actor },
  { input }: { input: BodyOf<typeof rejectPayment> },
): Promise<{ transaction: Transaction }> {
  const pending = await findPending(tx, input.transactionId);
  return close(tx, pending, { reason: input.reason || null, by: actor.id });
}

/**
 * Marks a locked payment as failed, and tells its owner.
 * @param reason an administrator's words, or a sentence of ours, which the owner's letter says in their language
 * @param by null if the system decided
 */
export async function close(
  tx: DatabaseTransaction,
  pending: TransactionRow,
  { reason: why, by }: { reason: string | ClosingSentence | null; by: string | null },
): Promise<{ transaction: Transaction }> {
  const reasonWording = why !== null && typeof why !== 'string' ? { code: why.code, values: why.values } : null;
  const typed = typeof why === 'string' ? why : null;
  const failed = await fail(tx, pending.id, { reason: typed, reasonWording, settledBy: by });
  await dropApproval(tx, pending.id);
  const user = await readUser(tx.db, failed.userId);
  const transaction = presentTransaction(failed);
  const { reason } = transaction;
  tx.publish(paymentRejectedEvent, failed.userId, {
    transactionId: failed.id,
    userId: failed.userId,
    reason,
    reasonWording,
  });
  const { amount, description, wording } = transaction;
  await writeMail(tx, user.id, {
    ...{ kind: 'payment_rejected', amount, description, wording, reason },
    sentence: reasonWording,
  });
  await audit(tx, by, 'payment.rejected', {
    subject: user.email,
    userId: user.id,
    detail: { transactionId: failed.id, reason },
  });
  return { transaction };
}
