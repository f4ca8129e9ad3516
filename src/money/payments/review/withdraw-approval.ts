import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { notFound, Problem } from '../../../platform/kit/errors.ts';
import type { Transaction } from '../contract.ts';
import { dropApproval, findApproval } from './find-approval.ts';
import { findPending } from './find-pending.ts';
import { presentTransaction } from '../present-transaction.ts';
import { paymentApprovedEvent } from '../events.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

/**
 * Takes back the first approval of a payment. Only its author may do this; others reject the payment or leave it.
 * @throws not_found (the payment, its approval), already_processed, not_allowed_now (another administrator's approval)
 */
export async function withdrawApproval(
  { actor }: { actor: Actor },
  { tx, transactionId }: { tx: DatabaseTransaction; transactionId: string },
): Promise<{ transaction: Transaction }> {
  const pending = await findPending(tx, transactionId);
  const approval = await findApproval(tx.db, pending.id);
  if (!approval) throw notFound('Approval');
  if (approval.by.id !== actor.id) {
    throw new Problem('not_allowed_now', sentence('approvalOfOther', { name: approval.by.fullName }));
  }
  await dropApproval(tx, pending.id);
  const { userId } = pending;
  tx.publish(paymentApprovedEvent, userId, { transactionId: pending.id, userId, approval: null });
  const { email } = await readUser(tx.db, userId);
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.approval_withdrawn',
    subject: email,
    subjectUserId: userId,
    detail: { transactionId: pending.id },
  });
  return { transaction: presentTransaction(pending) };
}
