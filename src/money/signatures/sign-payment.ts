import { count, eq } from 'drizzle-orm';
import { chainEvidence, paymentSignatures, transactions } from '../../../db/schema/index.ts';
import { type Acting, type Actor, audit } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import { productNameFor } from '../../callers/product-name.ts';
import { countAttempt } from '../../callers/throttle.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import type { Deps } from '../deps.ts';
import { paymentEvidenceEvent } from '../evidence/events.ts';
import { alreadyProcessed } from '../ledger/post.ts';
import { findCoin } from '../payments/catalogue.ts';
import type { Signing, signPayment } from './contract.ts';
import { findSenders } from './find-signatures.ts';
import { describeSigning, ofOwner } from './get-signing.ts';
import { isSigned, normalAddress } from './is-signed.ts';
import { messageFor } from './message.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/** Whoever pays from several addresses signs with each. */
const MOST_SIGNATURES = 20;
const PER_HOUR = 60;

/** Limits an account's attempts, because each takes some milliseconds of computing. @throws rate_limited */
export const countSigning = (deps: Deps, userId: string): Promise<void> =>
  countAttempt(deps, { key: `signatures:user:${userId}`, attempts: PER_HOUR, windowMs: HOUR_MS });

/**
 * Keeps that a payment's customer has signed for it. While the chain has not shown who sent the payment, an address is
 * taken that may turn out to be somebody else's: then its signature says nothing.
 * @throws not_found, already_processed, validation_failed (address, signature), not_allowed_now (too many)
 */
export async function sign(
  { actor }: { actor: Actor },
  {
    tx,
    input,
    ...named
  }: { tx: Transaction; userId: string; transactionId: string; input: BodyOf<typeof signPayment> },
): Promise<Signing> {
  const { userId, transactionId } = named;
  const [payment] = await tx.db.select().from(transactions).where(ofOwner(named)).for('update');
  const coin = findCoin(payment?.cryptocurrency ?? null);
  if (!payment || !coin) throw notFound('Payment');
  if (payment.status !== 'pending') throw alreadyProcessed();
  const address = normalAddress(coin.chain, input.address);
  if (!address) throw invalidField('address', sentence('addressUnknown', { coin: coin.name }));
  const message = messageFor(await productNameFor(tx.db, userId), payment);
  const { signature } = input;
  if (!isSigned(coin.chain, message, { address, signature })) {
    throw invalidField('signature', sentence('signatureWrong'));
  }
  const senders = await findSenders(tx.db, transactionId);
  if (senders.length > 0 && !senders.includes(address)) {
    throw invalidField('address', sentence('addressNotSender'));
  }
  if (await isStored(tx, { transactionId, address, message, signature })) {
    await announce({ tx, actor }, { userId, transactionId, address });
  }
  return describeSigning(tx.db, named);
}

/** @returns whether it is new @throws not_allowed_now (too many) */
async function isStored(
  tx: Transaction,
  row: Pick<typeof paymentSignatures.$inferInsert, 'transactionId' | 'address' | 'message' | 'signature'>,
): Promise<boolean> {
  const [stored] = await tx.db
    .insert(paymentSignatures)
    .values({ ...row, signedAt: tx.now })
    .onConflictDoNothing()
    .returning({ address: paymentSignatures.address });
  if (!stored) return false;
  const [all] = await tx.db
    .select({ count: count() })
    .from(paymentSignatures)
    .where(eq(paymentSignatures.transactionId, row.transactionId));
  if ((all?.count ?? 0) <= MOST_SIGNATURES) return true;
  throw new Problem('not_allowed_now', sentence('signaturesFull', { count: MOST_SIGNATURES }));
}

async function announce(
  { tx, actor }: Acting,
  { userId, transactionId, address }: { userId: string; transactionId: string; address: string },
): Promise<void> {
  const [seen] = await tx.db.select().from(chainEvidence).where(eq(chainEvidence.transactionId, transactionId));
  tx.publish(paymentEvidenceEvent, userId, {
    transactionId,
    userId,
    foundAt: seen?.foundAt?.toISOString() ?? null,
    confirmations: seen?.confirmations ?? 0,
    confirmationsWanted: seen?.confirmationsWanted ?? 1,
  });
  const { email } = await readUser(tx.db, userId);
  await audit(tx, actor, 'payment.signed', { subject: email, userId, detail: { transactionId, address } });
}
