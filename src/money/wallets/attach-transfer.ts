import { and, eq, or } from 'drizzle-orm';
import { quotes, walletTransfers } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import type { Transaction as DatabaseTransaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { alreadyProcessed } from '../ledger/post.ts';
import type { TransactionRow } from '../ledger/transaction-row.ts';
import type { Transaction } from '../payments/contract.ts';
import { payQuote } from '../payments/found/pay-quote.ts';
import type { QuoteRow } from '../payments/quotes/present-quote.ts';
import { quoteOfRest } from '../payments/quotes/quote-of-rest.ts';
import { presentTransaction } from '../payments/present-transaction.ts';
import type { attachTransfer, dismissTransfer } from './contract.ts';
import { transfersChangedEvent } from './events.ts';
import { ofTransfer } from './find-unclaimed.ts';

/**
 * Makes an unclaimed transfer the payment of a quote, or of what is left of one that was paid in part, for a written
 * reason. It waits for verification, where its
 * evidence says how it differs from what was due. Locks as a submission does: the quote, then the hash.
 * @throws not_found (transfer), validation_failed (the quote is not for its coin and address), already_processed (it is
 *   claimed or dismissed), not_allowed_now (the quote is paid in full by something else)
 */
export async function attach(
  { tx, actor }: { tx: DatabaseTransaction; actor: Actor },
  { transferId, input }: { transferId: string; input: BodyOf<typeof attachTransfer> },
): Promise<{ transaction: Transaction }> {
  const [known] = await tx.db.select().from(walletTransfers).where(eq(walletTransfers.id, transferId));
  if (!known) throw notFound('Transfer');
  const { cryptocurrency, address, chain, transactionHash, outputIndex } = known;
  const [quote] = await tx.db
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.id, input.quoteId),
        // Another coin at a customer's own address is the customer's all the same.
        or(eq(quotes.cryptocurrency, cryptocurrency), eq(quotes.ownAddress, true)),
        eq(quotes.address, address),
        eq(quotes.hasOwnAmount, true),
      ),
    )
    .for('update');
  if (!quote) throw invalidField('quoteId', sentence('quoteUnknown'));
  const [free] = await tx.db.select().from(walletTransfers).where(ofTransfer(transferId)).for('update');
  if (!free) throw alreadyProcessed();
  const arrived = {
    output: { chain, transactionHash, outputIndex },
    by: { actorId: actor.id, reason: input.reason },
  };
  const payment = (await payQuote(tx, quote, arrived)) ?? (await payRest(tx, quote, { known, arrived }));
  if (payment?.cryptoAddress !== address || payment.userId !== quote.userId) throw used();
  await tx.db.update(walletTransfers).set({ transactionId: payment.id }).where(eq(walletTransfers.id, transferId));
  tx.publish(transfersChangedEvent, null, { cryptocurrency });
  return { transaction: presentTransaction(payment) };
}

/** A quote that was paid in part has one more payment, of what arrived. @throws not_allowed_now (it is paid) */
async function payRest(
  tx: DatabaseTransaction,
  quote: QuoteRow,
  { known, arrived }: { known: typeof walletTransfers.$inferSelect; arrived: Parameters<typeof payQuote>[2] },
): Promise<TransactionRow | null> {
  const rest = known.cryptocurrency === quote.cryptocurrency ? await quoteOfRest(tx, quote, known.amount) : null;
  if (!rest) throw used();
  return payQuote(tx, rest, arrived);
}

const used = () => new Problem('not_allowed_now', sentence('quoteUsed'));

/** Takes a transfer that is no customer's payment off the list. @throws not_found, already_processed */
export async function dismiss(
  { tx, actor }: { tx: DatabaseTransaction; actor: Actor },
  { transferId, input }: { transferId: string; input: BodyOf<typeof dismissTransfer> },
): Promise<void> {
  const [known] = await tx.db
    .select({ id: walletTransfers.id })
    .from(walletTransfers)
    .where(eq(walletTransfers.id, transferId));
  if (!known) throw notFound('Transfer');
  const [dismissed] = await tx.db
    .update(walletTransfers)
    .set({ dismissedAt: tx.now, dismissedBy: actor.id, reason: input.reason })
    .where(ofTransfer(transferId))
    .returning();
  if (!dismissed) throw alreadyProcessed();
  const { cryptocurrency, transactionHash, outputIndex, amount } = dismissed;
  tx.publish(transfersChangedEvent, null, { cryptocurrency });
  await audit(tx, actor, 'transfer.dismissed', {
    subject: transactionHash,
    detail: { transferId, cryptocurrency, amount, outputIndex, reason: input.reason },
  });
}
