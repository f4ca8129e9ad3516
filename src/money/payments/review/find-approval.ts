import type { Queryable } from '../../../../db/client.ts';
import { paymentRequest } from '../../../callers/approvals/contract.ts';
import { type About, endWaiting, findWaiting } from '../../../callers/approvals/waiting.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { PaymentApproval } from '../contract.ts';

/** The request for a second administrator that is about a payment. */
export const aboutPayment = (transactionId: string): About => ({ kind: 'payment', subject: transactionId });

/** The first approval of a payment. It counts only if its administrator is still an active one. */
export async function findApproval(db: Queryable, transactionId: string): Promise<PaymentApproval | null> {
  const found = await findWaiting(db, aboutPayment(transactionId));
  if (!found) return null;
  const { id: requestId, by, requestedAt, wanted } = found;
  return presentApproval({ requestId, by, at: requestedAt, wanted });
}

/** An approval as the contract shows it, from what was stored of it. */
export function presentApproval({
  wanted,
  ...approval
}: Pick<PaymentApproval, 'requestId' | 'by' | 'at'> & { wanted: unknown }): PaymentApproval {
  const { kind: _kind, userId: _userId, amount: _amount, ...decision } = paymentRequest.parse(wanted);
  return { ...approval, ...decision };
}

/** Ends the approval of a locked payment, which was not agreed to. */
export const dropApproval = (tx: Transaction, transactionId: string): Promise<void> =>
  endWaiting(tx, aboutPayment(transactionId), { by: null, agreed: false });
