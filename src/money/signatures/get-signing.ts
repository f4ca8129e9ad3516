import { and, eq, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { transactions } from '../../../db/schema/index.ts';
import { productNameFor } from '../../callers/product-name.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Signing } from './contract.ts';
import { findSenders, findSignatures } from './find-signatures.ts';
import { messageFor } from './message.ts';

/** Describes the text that the sender of a payment signs, and the signatures so far. @throws not_found */
export async function describeSigning(
  db: Queryable,
  { userId, transactionId }: { userId: string; transactionId: string },
): Promise<Signing> {
  const [payment] = await db.select().from(transactions).where(ofOwner({ userId, transactionId }));
  if (!payment?.cryptocurrency) throw notFound('Payment');
  const signatures = await findSignatures(db, [transactionId]);
  return {
    message: messageFor(await productNameFor(db, userId), payment),
    cryptocurrency: payment.cryptocurrency,
    open: payment.status === 'pending',
    senders: [...(await findSenders(db, transactionId))],
    signatures: signatures.map(({ address, at, sent }) => ({ address, at, sent })),
  };
}

/** A payment in a coin, of that account. */
export const ofOwner = ({ userId, transactionId }: { userId: string; transactionId: string }) =>
  and(eq(transactions.id, transactionId), eq(transactions.userId, userId), isNotNull(transactions.cryptocurrency));
