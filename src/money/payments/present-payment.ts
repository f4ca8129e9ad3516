import { sql as template } from 'drizzle-orm';
import type { PendingPayment } from './contract.ts';
import { presentApproval } from './review/find-approval.ts';
import { type ListedTransaction, presentListed } from './present-transaction.ts';

/** A payment as the administrators' lists read it, in addition to `transactionColumns`. */
export interface ListedPayment extends ListedTransaction {
  email: string;
  fullName: string;
  requestId: string | null;
  approvedBy: string;
  approverEmail: string;
  approverName: string;
  approvedAt: number;
  approved: unknown;
  verdict: PendingPayment['verdict'];
  takenBy: string | null;
  takerEmail: string;
  takerName: string;
  takenAt: number;
}

/** The select list for `paymentJoins`. */
export const paymentColumns = template`
  u.email, u.full_name as "fullName", approver.id as "approvedBy", approver.email as "approverEmail",
  approver.full_name as "approverName", (extract(epoch from a.requested_at) * 1000)::float8 as "approvedAt",
  a.id as "requestId", a.wanted as approved, seen.verdict,
  taker.id as "takenBy", taker.email as "takerEmail", taker.full_name as "takerName",
  (extract(epoch from taken.taken_at) * 1000)::float8 as "takenAt"`;

/**
 * Joins a payment's customer and its first approval. While the payment waits, an approval counts only if its
 * administrator is still an active one. Once the payment is settled, it is history.
 */
export const paymentJoins = template`
  join users u on u.id = t.user_id
  left join (second_words a join users approver on approver.id = a.requested_by)
    on a.kind = 'payment' and a.subject = t.id::text
    and case when t.status <> 'pending' then a.agreed
      else a.decided_at is null and approver.role = 'admin' and approver.status = 'active' end
  left join chain_evidence seen on seen.transaction_id = t.id and seen.transaction_hash = t.transaction_hash
  left join (payment_takes taken join users taker on taker.id = taken.taken_by and taker.status = 'active')
    on taken.transaction_id = t.id and t.status = 'pending'`;

/** A listed payment as the contract shows it. */
export const presentPayment = (row: ListedPayment): PendingPayment => ({
  ...presentListed(row),
  user: { id: row.userId, email: row.email, fullName: row.fullName },
  verdict: row.verdict,
  taken:
    row.takenBy === null
      ? null
      : {
          by: { id: row.takenBy, email: row.takerEmail, fullName: row.takerName },
          at: new Date(row.takenAt).toISOString(),
        },
  approval:
    row.requestId === null
      ? null
      : presentApproval({
          requestId: row.requestId,
          by: { id: row.approvedBy, email: row.approverEmail, fullName: row.approverName },
          at: new Date(row.approvedAt).toISOString(),
          wanted: row.approved,
        }),
});
