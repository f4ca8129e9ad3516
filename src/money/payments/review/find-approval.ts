import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { paymentApprovals, users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { PaymentApproval } from '../contract.ts';

/** The first approval of a payment. It counts only if its administrator is still an active one. */
export async function findApproval(db: Queryable, transactionId: string): Promise<PaymentApproval | null> {
  const [found] = await db
    .select({
      approval: paymentApprovals,
      by: { id: users.id, email: users.email, fullName: users.fullName },
    })
    .from(paymentApprovals)
    .innerJoin(users, eq(users.id, paymentApprovals.approvedBy))
    .where(
      and(
        eq(paymentApprovals.transactionId, transactionId),
        eq(users.role, 'admin'),
        eq(users.status, 'active'),
      ),
    );
  if (!found) return null;
  const { approvedAt, receivedAmount, cryptocurrency, transactionHash, outputIndex } = found.approval;
  const { receivedCryptoAmount, asCredit } = found.approval;
  return {
    by: found.by,
    at: approvedAt.toISOString(),
    cryptocurrency,
    transactionHash,
    outputIndex,
    receivedAmount: receivedAmount === null ? null : formatMoney(receivedAmount),
    receivedCryptoAmount,
    asCredit,
  };
}

/** Deletes the approval of a locked payment; its author stays in the audit log. */
export async function dropApproval(tx: Transaction, transactionId: string): Promise<void> {
  await tx.db.delete(paymentApprovals).where(eq(paymentApprovals.transactionId, transactionId));
}
