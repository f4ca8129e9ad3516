import { eq, sql as template } from 'drizzle-orm';
import { debtEntries, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, negate, subtract, ZERO } from '../../platform/kit/money.ts';
import { enter, moveBalance } from './enter.ts';
import { lockUser } from './lock-user.ts';
import { insertTransaction, type NewTransaction, type TransactionRow } from './transaction-row.ts';
import { wording } from '../../platform/kit/wordings.ts';

/*
 * A balance never goes below zero. If more has to be taken back, the rest is a debt: the account has no credit until
 * incoming credit has paid all of the debt, so it cannot send or transfer anything.
 */

/**
 * Takes an amount as far as the balance covers it, and records the rest as a debt, in one transaction row.
 * @param amount above zero
 * @throws not_found
 */
export async function takeOrOwe(
  tx: Transaction,
  row: NewTransaction & { status: 'completed' },
  { amount, reason }: { amount: Money; reason: string },
): Promise<TransactionRow> {
  const { credits } = await lockUser(tx, row.userId);
  const taken = credits < amount ? credits : amount;
  const { credits: balanceAfter } = await moveBalance(tx, row.userId, { change: negate(taken), despiteMargins: true });
  const left = taken === ZERO ? null : balanceAfter;
  const created = await insertTransaction(tx, row, { balanceChange: negate(taken), balanceAfter: left });
  if (taken > ZERO) await enter(tx, created, balanceAfter, reason);
  if (taken < amount) await changeDebt(tx, created, subtract(amount, taken));
  return created;
}

/** Pays an account's debt from credit that has just come in, as far as that goes. */
export async function payDebt(
  tx: Transaction,
  userId: string,
  { credits, owed }: { credits: Money; owed: Money },
): Promise<void> {
  if (owed === ZERO || credits === ZERO) return;
  const amount = credits < owed ? credits : owed;
  const { credits: balanceAfter } = await moveBalance(tx, userId, { change: negate(amount), despiteMargins: true });
  const row = { userId, type: 'debt_payment', status: 'completed', amount, wording: wording('debtPaid') } as const;
  const created = await insertTransaction(tx, row, { balanceChange: negate(amount), balanceAfter });
  await enter(tx, created, balanceAfter, 'debt_payment');
  await changeDebt(tx, created, negate(amount));
}

async function changeDebt(tx: Transaction, cause: TransactionRow, amount: Money): Promise<void> {
  const { userId, id: transactionId } = cause;
  const [account] = await tx.db
    .update(users)
    .set({ owed: template`${users.owed} + ${formatMoney(amount)}::numeric` })
    .where(eq(users.id, userId))
    .returning({ owed: users.owed });
  if (!account) throw new Error('an account is gone');
  await tx.db.insert(debtEntries).values({ userId, amount, owedAfter: account.owed, transactionId, createdAt: tx.now });
}

/** @throws insufficient_credits, with a sentence that names the debt */
export function requireNoDebt({ owed }: { owed: Money }): void {
  if (owed === ZERO) return;
  throw new Problem('insufficient_credits', sentence('owed', { amount: `£${formatMoney(owed)}` }));
}
