import { sql as template } from 'drizzle-orm';
import { margins } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { ZERO } from '../../platform/kit/money.ts';
import type { TransactionRow } from '../ledger/post.ts';
import type { Margin } from '../pricing/tariff.ts';

/*
 * A reseller's margin is put down beside the customer's charge, in the same transaction, and reaches the
 * reseller's balance later, many at a time: a charge never locks two accounts. It stays the reseller's
 * when the package has run out or the account is suspended; then it is the standard rate that is
 * subtracted, and the balance waits for its owner.
 */

/** Puts down what a charge leaves the reseller, where that is anything. */
export async function bookMargin(tx: Transaction, charge: TransactionRow, margin: Margin): Promise<void> {
  if (margin.amount === ZERO) return;
  await tx.db.insert(margins).values({
    transactionId: charge.id,
    resellerId: margin.resellerId,
    customerId: charge.userId,
    amount: margin.amount,
    createdAt: tx.now,
  });
}

/** Takes back the same share of the margin as a refund gives back of its charge. */
export async function returnMargin(tx: Transaction, refund: TransactionRow): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  await tx.db.execute(template`
    insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
    select r.id, m.reseller_id, m.customer_id, round(-m.amount * r.amount / c.amount, 2), ${now}
    from transactions r
    join transactions c on c.id = r.refunds_transaction_id
    join margins m on m.transaction_id = c.id
    where r.id = ${refund.id}::uuid and c.amount > 0`);
}
