import { eq } from 'drizzle-orm';
import type { Doubt } from '../../../../db/enums.ts';
import { chainEvidence, transactions } from '../../../../db/schema/index.ts';
import { moveWaiting } from '../../../callers/approvals/waiting.ts';
import type { Actor } from '../../../callers/audit.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import type { Fulfilments } from '../../ledger/fulfilment.ts';
import { subtract, ZERO } from '../../../platform/kit/money.ts';
import { lockUser } from '../../ledger/lock-user.ts';
import { owesMargins } from '../../margins/owed-margins.ts';
import { post, settle } from '../../ledger/post.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { CoinId } from '../catalogue.ts';
import { asOrder, lockOrder, type OrderRow } from '../orders/find-order.ts';
import { type ChainOutput, takingOutput } from '../hash-once.ts';
import { payFromBalance } from '../orders/pay.ts';
import { aboutPayment } from './find-approval.ts';
import type { Received } from './read-received.ts';
import { marginOf, reprice } from '../orders/reprice.ts';
import { saidOf, wording } from '../../../platform/kit/wordings.ts';

/** The decision of an administrator about a payment. */
export interface Decision {
  cryptocurrency: CoinId;
  output: ChainOutput;
  received: Received;
  /** An order's payment becomes credit, while the order keeps waiting for its money. */
  asCredit: boolean;
  /** The known reasons against it. */
  doubts: Doubt[];
}

interface Settling {
  tx: DatabaseTransaction;
  fulfilments: Fulfilments;
  /** Null: the system. */
  actor: Pick<Actor, 'id'> | null;
}

/**
 * Carries out the decision on a locked pending payment. Every pound that arrived goes into an order or to the balance.
 * @returns the transaction of the payment: a new one if an order's payment became credit
 * @throws duplicate_transaction_hash, validation_failed (the balance would be too large for its column)
 */
export async function settlePayment(
  context: Settling,
  { pending, decision }: { pending: TransactionRow; decision: Decision },
): Promise<TransactionRow> {
  const order = asOrder(pending);
  if (!order) return settlePurchase(context, pending, decision);
  if (decision.asCredit) return creditInstead(context, order, decision);
  return settleOrder(context, order, decision);
}

const takerOf = ({ id, userId }: TransactionRow) => ({ paymentId: id, userId });

const columnsOf = (actor: Settling['actor'], { cryptocurrency, output, received, doubts }: Decision) => ({
  ...output,
  ...received.columns,
  cryptocurrency,
  settledBy: actor?.id ?? null,
  verifiedDespite: doubts.length > 0 ? doubts : null,
});

async function settlePurchase(context: Settling, pending: TransactionRow, decision: Decision): Promise<TransactionRow> {
  const { tx, actor } = context;
  const { userId, settlesTransactionId } = pending;
  // Locked before the purchase changes the balance, because an order is always locked before its user.
  const named = settlesTransactionId ? await lockOrder(tx, userId, settlesTransactionId) : undefined;
  const { output, received } = decision;
  const { value } = received;
  const settled = await takingOutput(tx, takerOf(pending), output, () =>
    settle(tx, pending, {
      status: 'verified',
      change: value,
      reason: 'payment_verified',
      columns: columnsOf(actor, decision),
    }),
  );
  if (named) await payNamedOrder(context, named);
  return settled;
}

async function settleOrder(
  { tx, fulfilments, actor }: Settling,
  order: OrderRow,
  decision: Decision,
): Promise<TransactionRow> {
  const margin = await marginOf(tx, fulfilments, order);
  const settled = await takingOutput(tx, takerOf(order), decision.output, () =>
    settle(tx, order, {
      status: 'verified',
      change: ZERO,
      reason: 'payment_verified',
      margin,
      columns: columnsOf(actor, decision),
    }),
  );
  await fulfilments[order.type].grant(tx, settled);
  const surplus = subtract(decision.received.value, order.amount);
  if (surplus > ZERO) {
    // Completed and not verified: the sum came with the order's payment and is not a separate payment.
    const row = { userId: order.userId, type: 'credit_purchase', status: 'completed' } as const;
    const more = {
      amount: surplus,
      wording: wording('surplus', { what: saidOf(order) }),
      settlesTransactionId: order.id,
      settledBy: actor?.id ?? null,
    };
    await post(tx, { ...row, ...more }, { change: surplus, reason: 'payment_verified' });
  }
  return settled;
}

/** Detaches the payment from the order and makes it a purchase of credit, which pays the order if it can. */
async function creditInstead(context: Settling, order: OrderRow, decision: Decision): Promise<TransactionRow> {
  const { tx, actor } = context;
  const { cryptoAmount, cryptoAddress, quoteId, receiptImage, userId, amount } = order;
  const open = { ...order, ...WITHOUT_PAYMENT };
  await tx.db.update(transactions).set(WITHOUT_PAYMENT).where(eq(transactions.id, order.id));
  const purchase = await takingOutput(tx, takerOf(order), decision.output, () =>
    post(
      tx,
      {
        userId,
        type: 'credit_purchase',
        status: 'verified',
        amount,
        cryptoAmount,
        cryptoAddress,
        quoteId,
        receiptImage,
        settlesTransactionId: order.id,
        wording: wording('orderPaid', { what: saidOf(order) }),
        ...columnsOf(actor, decision),
      },
      { change: decision.received.value, reason: 'payment_verified' },
    ),
  );
  await tx.db
    .update(chainEvidence)
    .set({ transactionId: purchase.id })
    .where(eq(chainEvidence.transactionId, order.id));
  await moveWaiting(tx, aboutPayment(order.id), purchase.id);
  await payNamedOrder(context, open);
  return purchase;
}

const WITHOUT_PAYMENT = {
  cryptocurrency: null,
  cryptoAmount: null,
  cryptoAddress: null,
  quoteId: null,
  transactionHash: null,
  outputIndex: null,
  chain: null,
  receiptImage: null,
};

/** If the order can no longer be paid, or the balance is too small, only the credit remains. */
async function payNamedOrder(context: Settling, order: OrderRow): Promise<void> {
  const { tx, fulfilments } = context;
  if (order.status !== 'pending' || order.cryptocurrency !== null) return;
  if (await fulfilments[order.type].obstacle(tx, order)) return;
  const current = await reprice(tx, fulfilments, order);
  // An order whose price has risen waits until its owner has seen the price.
  if (current.amount > order.amount) return;
  // A debt was paid first, so the balance may have grown by less than what came in.
  const { credits } = await lockUser(tx, order.userId);
  if (credits < current.amount || (await owesMargins(tx.db, order.userId))) return;
  await payFromBalance(context, current);
}
