import { sql as template } from 'drizzle-orm';
import type { PaymentApproval, PendingPayment } from './contract.ts';
import { type ListedTransaction, presentListed } from './present-transaction.ts';

/** A payment as the administrators' lists read it, in addition to `transactionColumns`. */
export interface ListedPayment extends ListedTransaction {
  email: string;
  fullName: string;
  approvedBy: string | null;
  approverEmail: string;
  approverName: string;
  approvedAt: number;
  approvedCoin: PaymentApproval['cryptocurrency'];
  approvedHash: string;
  approvedOutput: number | null;
  approvedAmount: string | null;
  approvedCryptoAmount: string | null;
  approvedAsCredit: boolean;
}

/** The select list for `users u`, `payment_approvals a` and `users approver`. */
export const paymentColumns = template`
  u.email, u.full_name as "fullName", approver.id as "approvedBy", approver.email as "approverEmail",
  approver.full_name as "approverName", (extract(epoch from a.approved_at) * 1000)::float8 as "approvedAt",
  a.cryptocurrency as "approvedCoin", a.transaction_hash as "approvedHash",
  a.output_index as "approvedOutput",
  a.received_amount::text as "approvedAmount", a.received_crypto_amount as "approvedCryptoAmount",
  a.as_credit as "approvedAsCredit"`;

/**
 * Joins a payment's customer and its first approval. While the payment waits, an approval counts only if its
 * administrator is still an active one. Once the payment is settled, it is history.
 */
export const paymentJoins = template`
  join users u on u.id = t.user_id
  left join (payment_approvals a join users approver on approver.id = a.approved_by)
    on a.transaction_id = t.id
    and (t.status <> 'pending' or (approver.role = 'admin' and approver.status = 'active'))`;

/** A listed payment as the contract shows it. */
export const presentPayment = (row: ListedPayment): PendingPayment => ({
  ...presentListed(row),
  user: { id: row.userId, email: row.email, fullName: row.fullName },
  approval: presentApproval(row),
});

function presentApproval(row: ListedPayment): PaymentApproval | null {
  if (row.approvedBy === null) return null;
  return {
    by: { id: row.approvedBy, email: row.approverEmail, fullName: row.approverName },
    at: new Date(row.approvedAt).toISOString(),
    cryptocurrency: row.approvedCoin,
    transactionHash: row.approvedHash,
    outputIndex: row.approvedOutput,
    receivedAmount: row.approvedAmount,
    receivedCryptoAmount: row.approvedCryptoAmount,
    asCredit: row.approvedAsCredit,
  };
}
