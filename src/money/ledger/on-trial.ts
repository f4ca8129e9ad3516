import { and, eq, gt, ne, or } from 'drizzle-orm';
import { transactions, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { type Money, ZERO } from '../../platform/kit/money.ts';
import type { NewTransaction } from './transaction-row.ts';
import type { Owned } from '../../callers/audit.ts';

/*
 * An account is on trial from its trial credit until something else is paid in. Until then its credit pays for
 * messages and calls to its own numbers only (`money/trial/require-proved.ts`).
 */

/** An account on trial cannot pay for these. */
const BARRED = new Set<NewTransaction['type']>([
  'did_purchase',
  'voice_package',
  'reseller_package',
  'credit_transfer',
]);

/** Money that comes in from outside, beside verified payments. */
const PAID_IN = new Set<NewTransaction['type']>(['credit_purchase', 'credit_transfer', 'adjustment']);

/** Begins an account's trial with its trial credit, unless something was paid in before. */
export async function beginTrial(tx: Transaction, { userId, transactionId }: Owned<'transactionId'>): Promise<void> {
  const others = and(eq(transactions.userId, userId), ne(transactions.id, transactionId));
  const [paid] = await tx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(others, or(gt(transactions.balanceChange, ZERO), eq(transactions.status, 'verified'))))
    .limit(1);
  if (!paid) await tx.db.update(users).set({ onTrial: true }).where(eq(users.id, userId));
}

/** Ends an account's trial, where it is on one: it has paid. */
export async function endTrial(tx: Transaction, userId: string): Promise<void> {
  await tx.db
    .update(users)
    .set({ onTrial: false })
    .where(and(eq(users.id, userId), eq(users.onTrial, true)));
}

/**
 * Checks a movement on an account on trial: other credit ends the trial, and trial credit buys nothing lasting.
 * @throws insufficient_credits
 */
export async function judgeTrial(
  tx: Transaction,
  { userId, type }: Pick<NewTransaction, 'userId' | 'type'>,
  change: Money,
): Promise<void> {
  if (change > ZERO && PAID_IN.has(type)) return endTrial(tx, userId);
  if (change < ZERO && BARRED.has(type)) {
    throw new Problem('insufficient_credits', sentence('trialOnlySends'));
  }
}
