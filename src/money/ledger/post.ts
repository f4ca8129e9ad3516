import { transactions } from '../../../db/schema/index.ts';
import { updateOf } from '../../../db/table-rows.ts';
import { allAtOnce } from '../../platform/kit/all-at-once.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { type Money, ZERO } from '../../platform/kit/money.ts';
import { addSale } from '../figures/add-sale.ts';
import { bookMargin, earnWholeMargin } from '../margins/margins.ts';
import { payDebt } from './debts.ts';
import { enter, moveBalance } from './enter.ts';
import { isOrderType } from './fulfilment.ts';
import { endTrial, judgeTrial } from './on-trial.ts';
import type { Margin } from '../pricing/tariff.ts';
import { changeTotals } from '../../platform/totals/total-changes.ts';
import { fault } from '../../platform/kit/faults.ts';
import { insertTransaction, type NewTransaction, type TransactionRow } from './transaction-row.ts';

/**
 * THE ONLY WRITER OF BALANCES, together with `enter.ts`, `debts.ts`, and the one-statement charges of `charge-sms.ts`
 * and `charge-call.ts`. A balance changes together with its transaction row and its ledger entry in one database
 * transaction, or not at all. Incoming credit first pays the account's debt.
 *
 * Lock order, everywhere: the transaction row being settled first, then the user's row.
 */

/** Records a transaction that moves no money yet. */
export const recordPending = (tx: Transaction, row: NewTransaction & { status: 'pending' }): Promise<TransactionRow> =>
  insertTransaction(tx, row);

/** How a transaction moves the balance. */
interface Move {
  /** Signed. */
  change: Money;
  /** The purpose of the ledger entry. */
  reason: string;
}

interface Charge extends Move {
  /** The part of a charge that goes to a reseller once it is earned. */
  margin?: Margin | null;
}

/**
 * Records a transaction that moves the balance at once: a charge, a refund, an adjustment.
 * @throws not_found, insufficient_credits, validation_failed (the balance would be too large for its column)
 */
export async function post(
  tx: Transaction,
  row: NewTransaction & { status: 'completed' | 'verified' },
  { change, reason, margin = null }: Charge,
): Promise<TransactionRow> {
  const moved = await moveBalance(tx, row.userId, { change });
  if (moved.onTrial) await judgeTrial(tx, row, change);
  const created = await insertTransaction(tx, row, { balanceChange: change, balanceAfter: moved.credits });
  await enter(tx, created, moved.credits, reason);
  if (change > ZERO) await payDebt(tx, row.userId, moved);
  if (margin) await bookMargin(tx, created, margin);
  if (row.type === 'did_purchase') await addSale(tx, created.id, 1);
  if (row.status === 'verified') await changeTotals(tx, { revenue: arrivedOf(created) });
  return created;
}

/** The change is zero if settling grants something other than credit. Whoever is granted an order has it: its margin is earned. */
interface Settlement extends Charge {
  status: 'verified' | 'completed';
  /** Changed with the status. */
  columns?: Partial<typeof transactions.$inferInsert>;
}

/**
 * Settles a pending transaction, which is locked: changes the balance and closes the transaction. The update is conditional, so if two
 * settlements run at the same time, one of them changes nothing.
 * @throws already_processed, insufficient_credits
 */
export async function settle(
  tx: Transaction,
  pending: TransactionRow,
  { status, change, reason, margin = null, columns = {} }: Settlement,
): Promise<TransactionRow> {
  const { userId } = pending;
  // It is sent before the row is closed with the balance that it leaves.
  const moving = change === ZERO ? null : moveBalance(tx, userId, { change });
  const flipping = flip(tx, pending.id, { ...columns, ...(moving && { balanceChange: change }), status });
  const [moved, settled] = await allAtOnce([moving, flipping]);
  if (margin) {
    await bookMargin(tx, settled, margin);
    await earnWholeMargin(tx, settled.id);
  }
  if (isOrderType(settled.type)) await addSale(tx, settled.id, 1);
  if (status === 'verified') await changeTotals(tx, { revenue: arrivedOf(settled) });
  if (status === 'verified' && moved?.onTrial !== false) await endTrial(tx, userId);
  else if (moved?.onTrial) await judgeTrial(tx, pending, change);
  if (!moved) return settled;
  await enter(tx, settled, moved.credits, reason);
  if (change > ZERO) await payDebt(tx, userId, moved);
  return settled;
}

/** Closes a pending transaction without moving money. @throws already_processed */
export async function fail(
  tx: Transaction,
  pendingId: string,
  more: Partial<typeof transactions.$inferInsert> = {},
): Promise<TransactionRow> {
  return flip(tx, pendingId, { ...more, status: 'failed' });
}

const close = updateOf(transactions, {
  only: `status = 'pending'`,
  also: (columns) =>
    columns.includes('"balance_change"')
      ? ', balance_after = (select credits from users u where u.id = t.user_id)'
      : '',
});

async function flip(
  tx: Transaction,
  id: string,
  set: Partial<typeof transactions.$inferInsert>,
): Promise<TransactionRow> {
  const flipped = await close(tx.sql, id, { ...set, settledAt: tx.now });
  if (!flipped) throw alreadyProcessed();
  return flipped;
}

/** The sum that a payment brought: the amount due, unless another one arrived. */
export const arrivedOf = ({ amount, receivedAmount }: TransactionRow): Money => receivedAmount ?? amount;

export const alreadyProcessed = () => new Problem('already_processed', fault('alreadyProcessed'));
