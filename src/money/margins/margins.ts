import { eq, sql as template, type SQL } from 'drizzle-orm';
import { margins } from '../../../db/schema/index.ts';
import { notifyReseller } from '../../callers/notify-reseller.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { formatMoney, type Money, ZERO } from '../../platform/kit/money.ts';
import type { TransactionRow } from '../ledger/transaction-row.ts';
import type { Margin } from '../pricing/tariff.ts';

/*
 * A reseller's margin is recorded with the customer's charge, in the same transaction. It is earned when the
 * end of the message is known (or nobody has heard of it for a day), or when the charge is settled, and not before:
 * what the customer gets back until then earns nothing. Earned margins reach the reseller's balance later, many at a time, so that no customer's action locks two
 * accounts. The reseller keeps the margin after the package has ended or the account is suspended; then the standard
 * rate is subtracted from the customer's price, and the balance waits for its owner.
 */

/** Records the reseller's margin on a charge when nothing of it is refunded, if there is any. */
export async function bookMargin(
  tx: Transaction,
  charge: Pick<TransactionRow, 'id' | 'userId'>,
  margin: Margin,
): Promise<void> {
  if (margin.amount === ZERO) return;
  await tx.db.insert(margins).values({
    transactionId: charge.id,
    resellerId: margin.resellerId,
    customerId: charge.userId,
    amount: margin.amount,
    createdAt: tx.now,
  });
}

/** Gives the margin of a charge to the one that took its place. @returns whether there was any */
export async function moveMargin(
  tx: Transaction,
  { from, to, amount }: { from: string; to: string; amount: Money },
): Promise<boolean> {
  const moved = await tx.db
    .update(margins)
    .set({ transactionId: to, amount })
    .where(eq(margins.transactionId, from))
    .returning({ id: margins.transactionId });
  return moved.length > 0;
}

/**
 * Earns the margin on the part of a charge that is final or settled now.
 * @param amount whole pence; negative if a carrier refused it afterwards
 * @returns false if the charge has no margin to earn of
 */
export async function earnMargin(tx: Transaction, chargeId: string, amount: Money): Promise<boolean> {
  if (amount === ZERO) return true;
  return earn(tx, chargeId, template`${formatMoney(amount)}::numeric`);
}

/** Earns the whole margin of a charge, if it has one: the charge is for one thing, which the customer now has. */
export async function earnWholeMargin(tx: Transaction, chargeId: string): Promise<void> {
  await earn(tx, chargeId, template`m.amount`);
}

async function earn(tx: Transaction, chargeId: string, amount: SQL): Promise<boolean> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const earned = await tx.db.execute<{ reseller_id: string; customer_id: string }>(template`
    insert into margin_earnings (transaction_id, reseller_id, customer_id, amount, created_at)
    select m.transaction_id, m.reseller_id, m.customer_id, ${amount}, ${now}
    from margins m
    where m.transaction_id = ${chargeId}::uuid
    returning reseller_id, customer_id`);
  for (const { reseller_id, customer_id } of earned) notifyReseller(tx, reseller_id, customer_id);
  return earned.length > 0;
}

/** The first day of the UTC month in which a row of `margin_earnings` was earned. */
export const earnedIn = template`date_trunc('month', created_at at time zone 'UTC')::date`;
