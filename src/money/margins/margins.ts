import { sql as template, type SQL } from 'drizzle-orm';
import { margins } from '../../../db/schema/index.ts';
import { tellReseller } from '../../callers/tell-reseller.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { formatMoney, type Money, ZERO } from '../../platform/kit/money.ts';
import type { TransactionRow } from '../ledger/post.ts';
import type { Margin } from '../pricing/tariff.ts';

/*
 * A reseller's margin is put down beside the customer's charge, in the same transaction. It is earned by
 * what is handed over to a carrier or settled, never before: what is taken back by its customer until then
 * has earned nothing. What was earned reaches the reseller's balance later, many at a time: nothing that a
 * customer does locks two accounts. It stays the reseller's when the package has run out or the account is
 * suspended; then it is the standard rate that is subtracted, and the balance waits for its owner.
 */

/** Puts down what a charge leaves the reseller once all of it is handed over, where that is anything. */
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

/**
 * Earns what of a charge's margin belongs to the part of it that is handed over or settled now.
 * @param amount whole pence; negative where a carrier has refused it after all
 */
export async function earnMargin(tx: Transaction, chargeId: string, amount: Money): Promise<void> {
  if (amount === ZERO) return;
  await earn(tx, chargeId, template`${formatMoney(amount)}::numeric`);
}

/** Earns all of a charge's margin, where it has one: it is for one thing, which is theirs now. */
export async function earnWholeMargin(tx: Transaction, chargeId: string): Promise<void> {
  await earn(tx, chargeId, template`m.amount`);
}

async function earn(tx: Transaction, chargeId: string, amount: SQL): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const earned = await tx.db.execute<{ reseller_id: string; customer_id: string }>(template`
    insert into margin_earnings (transaction_id, reseller_id, customer_id, amount, created_at)
    select m.transaction_id, m.reseller_id, m.customer_id, ${amount}, ${now}
    from margins m
    where m.transaction_id = ${chargeId}::uuid
    returning reseller_id, customer_id`);
  for (const { reseller_id, customer_id } of earned) tellReseller(tx, reseller_id, customer_id);
}

/** The first day of the UTC month in which a row of `margin_earnings` was earned. */
export const earnedIn = template`date_trunc('month', created_at at time zone 'UTC')::date`;
