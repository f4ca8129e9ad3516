import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { chainEvidence, paymentSignatures, transactions } from '../../../db/schema/index.ts';
import type { PaymentSignature } from './contract.ts';

type Evidence = Pick<typeof chainEvidence.$inferSelect, 'outputIndex' | 'outputs' | 'senders'>;

/** The addresses that sent a payment: its own output, where its chain says who sent each. */
export function sendersOf({ outputIndex, outputs, senders }: Evidence): readonly string[] {
  const from = outputs.find(({ index }) => index === outputIndex)?.from;
  return from === undefined ? senders : [from];
}

/** The known senders of a payment; empty until its chain has shown its present hash. */
export async function findSenders(db: Queryable, transactionId: string): Promise<readonly string[]> {
  const [seen] = await db
    .select({ evidence: chainEvidence })
    .from(chainEvidence)
    .innerJoin(transactions, eq(transactions.id, chainEvidence.transactionId))
    .where(and(eq(transactions.id, transactionId), ofPresentHash));
  return seen ? sendersOf(seen.evidence) : [];
}

const ofPresentHash = eq(chainEvidence.transactionHash, transactions.transactionHash);

/** The signatures of some payments, oldest first. */
export async function findSignatures(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<(PaymentSignature & { transactionId: string })[]> {
  if (transactionIds.length === 0) return [];
  const rows = await db
    .select({ signature: paymentSignatures, evidence: chainEvidence })
    .from(paymentSignatures)
    .innerJoin(transactions, eq(transactions.id, paymentSignatures.transactionId))
    .leftJoin(chainEvidence, and(eq(chainEvidence.transactionId, transactions.id), ofPresentHash))
    .where(inArray(paymentSignatures.transactionId, [...transactionIds]))
    .orderBy(asc(paymentSignatures.signedAt), asc(paymentSignatures.address));
  return rows.map(({ signature: { transactionId, address, signedAt }, evidence }) => ({
    transactionId,
    address,
    at: signedAt.toISOString(),
    sent: evidence !== null && sendersOf(evidence).includes(address),
  }));
}

/** Those of some payments whose customers have signed with an address that sent them. */
export async function findSigned(db: Queryable, transactionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const signatures = await findSignatures(db, transactionIds);
  return new Set(signatures.filter(({ sent }) => sent).map(({ transactionId }) => transactionId));
}
