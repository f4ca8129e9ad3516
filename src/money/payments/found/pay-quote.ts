import { and, desc, eq, gte, inArray, lte, type SQL, sql as template } from 'drizzle-orm';
import { quotes, transactions, walletTransfers } from '../../../../db/schema/index.ts';
import { isClosed } from '../../../callers/closing/is-closed.ts';
import { readUser } from '../../../callers/present-user.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/kit/durations.ts';
import { normalizeCoinAmount } from '../../../shared/coin-amount.ts';
import type { TransactionRow } from '../../ledger/transaction-row.ts';
import { announceSubmitted } from '../announce-submitted.ts';
import type { CoinId } from '../catalogue.ts';
import { type ChainOutput, findTaken, lockHash } from '../hash-once.ts';
import { HELD_DAYS } from '../quotes/choose-amount.ts';
import type { QuoteRow } from '../quotes/present-quote.ts';
import { recordPurchase } from '../record-purchase.ts';
import { dropApproval } from '../review/find-approval.ts';

/** A payment that arrived at an address of ours. */
export interface Arrival {
  coinId: CoinId;
  address: string;
  output: ChainOutput;
  /** In the coin, a decimal string. */
  amount: string;
  /** The latest time at which it had arrived: it pays no quote that was made later. */
  by: Date;
}

const PAYABLE_MS = HELD_DAYS * DAY_MS;

/**
 * The quote that what arrived belongs to, locked: the one that asks for exactly that; at a customer's own address, where
 * none does, the latest one that is not paid. Null if there is none, or its account is closed.
 */
export async function lockQuoteOf(tx: Transaction, arrival: Arrival): Promise<QuoteRow | null> {
  const amount = normalizeCoinAmount(arrival.amount);
  const exact = /^\d{1,22}\.\d{8}$/.test(amount) ? await lockOne(tx, arrival, eq(quotes.cryptoAmount, amount)) : null;
  const quote = exact ?? (await lockOne(tx, arrival, and(eq(quotes.ownAddress, true), isUnpaid)));
  return quote && !(await isClosed(tx.db, quote.userId)) ? quote : null;
}

const isUnpaid = template`not exists (
  select from transactions t where t.quote_id = ${quotes.id} and t.status in ('pending', 'verified')
)`;

/** A customer may have been given an address twice: then the later quote comes first. */
async function lockOne(
  tx: Transaction,
  { coinId, address, by }: Arrival,
  condition: SQL | undefined,
): Promise<QuoteRow | null> {
  const [quote] = await tx.db
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.cryptocurrency, coinId),
        eq(quotes.address, address),
        condition,
        eq(quotes.hasOwnAmount, true),
        // Block times are in whole seconds.
        lte(quotes.createdAt, new Date(by.getTime() + SECOND_MS - 1)),
        gte(quotes.createdAt, new Date(by.getTime() - PAYABLE_MS)),
      ),
    )
    .orderBy(desc(quotes.id))
    .limit(1)
    .for('update');
  return quote ?? null;
}

/** An administrator attaches what arrived to a quote, and says why; null: the watcher, because the amount is the quote's own. */
export type AttachedBy = { actorId: string; reason: string } | null;

/**
 * The payment of a locked quote by what arrived: the one that its customer has submitted meanwhile, or a new one. A
 * payment whose own transaction went away, as one that was replaced by another fee, continues with this one.
 * @returns null if the quote has been paid by something else
 */
export async function payQuote(
  tx: Transaction,
  quote: QuoteRow,
  { output, by }: Pick<Arrival, 'output'> & { by: AttachedBy },
): Promise<TransactionRow | null> {
  await lockHash(tx, output);
  const [used] = await tx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.quoteId, quote.id), inArray(transactions.status, ['pending', 'verified'])));
  if (used) {
    if (isSame(used, output)) return used;
    return used.status === 'pending' && (await isGone(tx, used)) ? moveTo(tx, used, output, by) : null;
  }
  const claim = await findTaken(tx.sql, { paymentId: null, userId: quote.userId }, output);
  if (claim) return claim;
  const row = await recordPurchase(tx, {
    userId: quote.userId,
    amount: quote.amount,
    typed: quote.description,
    settlesTransactionId: quote.settlesTransactionId,
    quoteId: quote.id,
    cryptocurrency: quote.cryptocurrency,
    cryptoAmount: quote.cryptoAmount,
    cryptoAddress: quote.address,
    submittedAt: tx.now,
    ...output,
  });
  await announce(tx, row, by);
  return row;
}

const isSame = ({ chain, transactionHash, outputIndex }: TransactionRow, output: ChainOutput): boolean =>
  chain === output.chain &&
  transactionHash === output.transactionHash &&
  (outputIndex === null || output.outputIndex === null || outputIndex === output.outputIndex);

/** Tells whether the watcher made the payment of something that its chain no longer has. */
async function isGone(tx: Transaction, { id }: TransactionRow): Promise<boolean> {
  const [found] = await tx.db
    .select({ gone: template<boolean>`coalesce(bool_and(${walletTransfers.goneAt} is not null), false)` })
    .from(walletTransfers)
    .where(eq(walletTransfers.transactionId, id));
  return found?.gone === true;
}

async function moveTo(
  tx: Transaction,
  { id, transactionHash: gone }: TransactionRow,
  { transactionHash, outputIndex }: ChainOutput,
  by: AttachedBy,
): Promise<TransactionRow | null> {
  const [moved] = await tx.db
    .update(transactions)
    .set({ transactionHash, outputIndex })
    .where(and(eq(transactions.id, id), eq(transactions.status, 'pending')))
    .returning();
  if (!moved) return null;
  // It was agreed to another hash.
  await dropApproval(tx, id);
  await announce(tx, moved, by, { insteadOfHash: gone });
  return moved;
}

const announce = async (tx: Transaction, row: TransactionRow, by: AttachedBy, detail: Record<string, unknown> = {}) =>
  announceSubmitted({ tx, actor: by && { id: by.actorId }, user: await readUser(tx.db, row.userId) }, row, {
    action: by ? 'payment.attached' : 'payment.found',
    detail: {
      ...detail,
      transactionHash: row.transactionHash,
      outputIndex: row.outputIndex,
      ...(by ? { reason: by.reason } : {}),
    },
  });
