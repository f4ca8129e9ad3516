import { eq } from 'drizzle-orm';
import { paymentReversals } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Reversal } from './contract.ts';
import { findReversal, findWaiting, lockVerified } from './find-reversals.ts';

/**
 * Withdraws a reversal that waits for a second administrator; any administrator may do it. It stays in the list.
 * @throws not_found (the payment, or a waiting reversal), not_allowed_now
 */
export async function withdrawWaiting(
  { actor }: { actor: Actor },
  { tx, transactionId }: { tx: Transaction; transactionId: string },
): Promise<{ reversal: Reversal }> {
  const payment = await lockVerified(tx, transactionId);
  const waiting = await findWaiting(tx.db, payment.id);
  if (!waiting) throw notFound('Reversal');
  await tx.db
    .update(paymentReversals)
    .set({ decidedAt: tx.now, decidedBy: actor.id })
    .where(eq(paymentReversals.id, waiting.id));
  const { email } = await readUser(tx.db, payment.userId);
  await audit(tx, {
    actorId: actor.id,
    action: 'payment.reversal_withdrawn',
    subject: email,
    subjectUserId: payment.userId,
    detail: { transactionId: payment.id, amount: formatMoney(waiting.amount), reason: waiting.reason },
  });
  return { reversal: await findReversal(tx.db, waiting.id) };
}
