import { and, eq, exists } from 'drizzle-orm';
import { quotes, transactions, walletTransfers } from '../../../../db/schema/index.ts';
import { type Actor, audit } from '../../../callers/audit.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction as DatabaseTransaction } from '../../../platform/events/transact.ts';
import { allAtOnce } from '../../../platform/kit/all-at-once.ts';
import { parseMoney } from '../../../platform/kit/money.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import type { CoinId } from '../catalogue.ts';
import type { Transaction } from '../contract.ts';
import { checkReceipt, type Submission } from '../crypto-payment.ts';
import { type ChainOutput, lockHash } from '../hash-once.ts';
import { chainOf, normalizeHash } from '../../../shared/hashes.ts';
import { checkNamedOrder } from '../orders/check-named-order.ts';
import { presentTransaction } from '../present-transaction.ts';

/**
 * The payment that was found on the chain before its customer submitted it, with the receipt, the order and the
 * description that the customer adds to it.
 * @returns null if the watcher has made no waiting payment of this hash for this customer
 * @throws validation_failed (receipt, order)
 */
export async function takeFound(
  tx: DatabaseTransaction,
  actor: Actor,
  { userId, submission }: { userId: string; submission: Submission },
): Promise<Transaction | null> {
  const found = await lockFound(tx, userId, submission);
  if (!found) return null;
  await checkReceipt(tx, userId, submission);
  const settles = found.settlesTransactionId ?? submission.settlesTransactionId ?? null;
  if (settles !== found.settlesTransactionId) await checkNamedOrder(tx, userId, submission);
  const [taken] = await tx.db
    .update(transactions)
    .set({
      receiptImage: found.receiptImage ?? submission.receiptImageUrl ?? null,
      settlesTransactionId: settles,
      ...(submission.description ? { description: submission.description, wording: null } : {}),
    })
    .where(and(eq(transactions.id, found.id), eq(transactions.status, 'pending')))
    .returning();
  if (!taken) return null;
  const { email } = await readUser(tx.db, userId);
  await audit(tx, actor, 'payment.submitted', {
    subject: email,
    userId,
    detail: { transactionId: taken.id, foundBefore: true },
  });
  return presentTransaction(taken);
}

/**
 * The waiting payment that the watcher made of the submitted hash. Locks as a submission does: the quote, then the hash,
 * then the payment.
 */
export async function lockFound(
  tx: DatabaseTransaction,
  userId: string,
  { quoteId, cryptocurrency, transactionHash, outputIndex, amount }: Submission,
): Promise<TransactionRow | null> {
  const coinId = quoteId ? await lockQuotedCoin(tx, userId, quoteId) : (cryptocurrency ?? null);
  const hash = coinId && transactionHash ? normalizeHash(coinId, transactionHash) : null;
  if (!coinId || !hash) return null;
  const claimed: Pick<ChainOutput, 'chain' | 'transactionHash'> = { chain: chainOf(coinId), transactionHash: hash };
  const locking = lockHash(tx, claimed);
  const finding = tx.db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        eq(transactions.chain, claimed.chain),
        eq(transactions.transactionHash, hash),
        eq(transactions.cryptocurrency, coinId),
        eq(transactions.status, 'pending'),
        eq(transactions.type, 'credit_purchase'),
        quoteId ? eq(transactions.quoteId, quoteId) : undefined,
        amount ? eq(transactions.amount, parseMoney(amount)) : undefined,
        typeof outputIndex === 'number' ? eq(transactions.outputIndex, outputIndex) : undefined,
        exists(
          tx.db
            .select({ id: walletTransfers.id })
            .from(walletTransfers)
            .where(eq(walletTransfers.transactionId, transactions.id)),
        ),
      ),
    )
    .limit(1)
    .for('update');
  const [[found]] = await allAtOnce([finding, locking]);
  return found ?? null;
}

async function lockQuotedCoin(tx: DatabaseTransaction, userId: string, quoteId: string): Promise<CoinId | null> {
  const [quote] = await tx.db
    .select({ cryptocurrency: quotes.cryptocurrency })
    .from(quotes)
    .where(and(eq(quotes.id, quoteId), eq(quotes.userId, userId)))
    .for('update');
  return quote?.cryptocurrency ?? null;
}
