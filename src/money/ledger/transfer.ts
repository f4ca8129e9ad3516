import { eq } from 'drizzle-orm';
import { transactions } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { type Money, negate } from '../../platform/kit/money.ts';
import { requireNoDebt } from './debts.ts';
import { lockUser } from './lock-user.ts';
import type { Wording } from '../../platform/kit/faults.ts';
import { post } from './post.ts';
import type { TransactionRow } from './transaction-row.ts';

/** One side of a transfer of credit. */
export interface TransferSide {
  userId: string;
  /** The words in this side's list of transactions. */
  wording: Wording;
}

interface Transfer {
  giver: TransferSide;
  receiver: TransferSide;
  amount: Money;
  /** Throws where the transfer is not allowed; it runs while nobody else changes either account. */
  check?: () => Promise<void>;
}

/**
 * Moves credit from one account to another: two transactions that refer to each other, in one database transaction.
 * Accounts are locked in the order of their ids, whatever the direction, so that simultaneous transfers in both
 * directions cannot deadlock. While the sender has a debt, in particular of margins, it cannot send credit.
 * @throws not_found, insufficient_credits, validation_failed (the balance would be too large for its column)
 */
export async function transferCredit(
  tx: Transaction,
  { giver, receiver, amount, check }: Transfer,
): Promise<{ given: TransactionRow; received: TransactionRow }> {
  for (const id of [giver.userId, receiver.userId].toSorted()) await lockUser(tx, id);
  await check?.();
  requireNoDebt(await lockUser(tx, giver.userId));
  const given = await moveSide(tx, giver, amount, negate(amount));
  return link(tx, given, await moveSide(tx, receiver, amount, amount));
}

const moveSide = (tx: Transaction, { userId, wording }: TransferSide, amount: Money, change: Money) =>
  post(
    tx,
    { userId, wording, amount, type: 'credit_transfer', status: 'completed' },
    { change, reason: 'credit_transfer' },
  );

async function link(
  tx: Transaction,
  given: TransactionRow,
  received: TransactionRow,
): Promise<{ given: TransactionRow; received: TransactionRow }> {
  return {
    given: await nameCounterpart(tx, given.id, received.id),
    received: await nameCounterpart(tx, received.id, given.id),
  };
}

async function nameCounterpart(tx: Transaction, id: string, counterpartTransactionId: string) {
  const [named] = await tx.db
    .update(transactions)
    .set({ counterpartTransactionId })
    .where(eq(transactions.id, id))
    .returning();
  if (!named) throw new Error('a transaction is gone');
  return named;
}
