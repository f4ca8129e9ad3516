import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, ne, or, sql as template } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../../db/client.ts';
import { chainEvidence, quotes, transactions, users } from '../../../db/schema/index.ts';
import { normalizeCoinAmount } from '../../shared/coin-amount.ts';
import { findNearQuotes, type NearQuote } from '../rates/near-quotes.ts';
import type { Claimant, Owner } from './contract.ts';
import type { OtherClaims } from './choose-output.ts';
import type { TransactionRow } from '../ledger/transaction-row.ts';
import type { Payment } from './payment.ts';
import { findSigned } from '../signatures/find-signatures.ts';
import { PAID_WITHIN_MS } from './judge.ts';
import { fromUnits } from './units.ts';

/** An output of a transaction; without an index, the whole transaction. */
export interface Asked {
  transactionHash: string;
  outputIndex: number | null;
}

const sameHash = ({ id, coin }: Pick<Payment, 'id' | 'coin'>, transactionHash: string) =>
  and(
    eq(transactions.transactionHash, transactionHash),
    eq(transactions.chain, coin.chain),
    isNotNull(transactions.cryptocurrency),
    ne(transactions.id, id),
  );

const sameOutput = (outputIndex: number | null) =>
  outputIndex === null ? undefined : or(isNull(transactions.outputIndex), eq(transactions.outputIndex, outputIndex));

/** The outputs of a transaction that other waiting or verified payments name, each with its payment. */
export async function findNamedOutputs(db: Queryable, payment: Payment, transactionHash: string) {
  const rows = await db
    .select({
      id: transactions.id,
      userId: transactions.userId,
      status: transactions.status,
      outputIndex: transactions.outputIndex,
    })
    .from(transactions)
    .where(
      and(
        sameHash(payment, transactionHash),
        inArray(transactions.status, ['pending', 'verified']),
        isNotNull(transactions.outputIndex),
      ),
    )
    .orderBy(template`${transactions.status} = 'verified'`);
  return rows.flatMap(({ outputIndex, ...row }) => (outputIndex === null ? [] : [{ ...row, outputIndex }]));
}

/** The facts about other payments that are needed to choose a payment's own output. */
export async function findOtherClaims(db: Queryable, payment: Payment, transactionHash: string): Promise<OtherClaims> {
  const named = await findNamedOutputs(db, payment, transactionHash);
  const isTaken = ({ userId, status }: (typeof named)[number]) => status === 'verified' || userId === payment.userId;
  const numbers = (rows: typeof named) => new Set(rows.map(({ outputIndex }) => outputIndex));
  return { taken: numbers(named.filter(isTaken)), claimed: numbers(named.filter((row) => !isTaken(row))) };
}

/**
 * A decided payment with the same output, or with the same transaction and no output: one that counts, otherwise
 * the latest one that was rejected.
 */
export async function findEarlierUse(
  db: Queryable,
  payment: Payment,
  { transactionHash, outputIndex }: Asked,
): Promise<Pick<TransactionRow, 'id' | 'status' | 'createdAt'> | null> {
  const [other] = await db
    .select({ id: transactions.id, status: transactions.status, createdAt: transactions.createdAt })
    .from(transactions)
    .where(and(sameHash(payment, transactionHash), ne(transactions.status, 'pending'), sameOutput(outputIndex)))
    .orderBy(template`${transactions.status} = 'failed', ${transactions.id} desc`)
    .limit(1);
  return other ?? null;
}

/** Other payments with the same claim that wait for a decision, oldest first. */
export async function findClaimants(
  db: Queryable,
  payment: Payment,
  { transactionHash, outputIndex }: Asked,
): Promise<Claimant[]> {
  const rows = await db
    .select({
      transactionId: transactions.id,
      user: { id: users.id, email: users.email, fullName: users.fullName },
      createdAt: transactions.createdAt,
      cryptoAmount: transactions.cryptoAmount,
      hasOwnAmount: quotes.hasOwnAmount,
      quotedAt: quotes.createdAt,
      evidence: { transactionHash: chainEvidence.transactionHash, verdict: chainEvidence.verdict },
    })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .leftJoin(quotes, eq(quotes.id, transactions.quoteId))
    .leftJoin(chainEvidence, eq(chainEvidence.transactionId, transactions.id))
    .where(and(sameHash(payment, transactionHash), eq(transactions.status, 'pending'), sameOutput(outputIndex)))
    .orderBy(asc(transactions.id));
  const signed = await findSigned(
    db,
    rows.map((row) => row.transactionId),
  );
  return rows.map(({ createdAt, cryptoAmount, quotedAt, hasOwnAmount, evidence, ...row }) => ({
    ...row,
    signed: signed.has(row.transactionId),
    createdAt: createdAt.toISOString(),
    cryptoAmount: cryptoAmount ?? '',
    quotedAt: hasOwnAmount && quotedAt ? quotedAt.toISOString() : null,
    verdict: evidence?.transactionHash === transactionHash ? evidence.verdict : null,
  }));
}

/**
 * The customer whose quote asked for exactly the amount that arrived: another customer, or the same one with an
 * earlier quote.
 * @param units what arrived, in the coin's smallest unit
 * @param by the latest time at which it had arrived: quotes that were made later do not count
 */
export async function findOwner(
  db: Queryable,
  { coin, address, quote }: Payment,
  { units, by }: { units: bigint; by: Date },
): Promise<Owner | null> {
  const amount = normalizeCoinAmount(fromUnits(units, coin.decimals));
  if (!/^\d{1,22}\.\d{8}$/.test(amount)) return null;
  const paid = alias(transactions, 'paid');
  const [found] = await db
    .select({
      quoteId: quotes.id,
      user: { id: users.id, email: users.email, fullName: users.fullName },
      transactionId: paid.id,
    })
    .from(quotes)
    .innerJoin(users, eq(users.id, quotes.userId))
    .leftJoin(paid, and(eq(paid.quoteId, quotes.id), inArray(paid.status, ['pending', 'verified'])))
    .where(
      and(
        eq(quotes.cryptocurrency, coin.id),
        eq(quotes.address, address),
        eq(quotes.cryptoAmount, amount),
        eq(quotes.hasOwnAmount, true),
        quote === null ? undefined : ne(quotes.id, quote.id),
        // Block times are in whole seconds.
        lte(quotes.createdAt, new Date(by.getTime() + 999)),
        gte(quotes.createdAt, new Date(by.getTime() - PAID_WITHIN_MS)),
      ),
    )
    .limit(1);
  return found ?? null;
}

/** Other customers' quotes that what arrived may have paid, less a fee; none where the address is its customer's own. */
export const findNear = async (
  db: Queryable,
  { coin, address, quote, userId }: Payment,
  { units, by }: { units: bigint; by: Date },
): Promise<NearQuote[]> =>
  !quote || quote.ownAddress || units === 0n
    ? []
    : findNearQuotes(
        db,
        { coinId: coin.id, address, amount: fromUnits(units, coin.decimals), userId, by },
        { samePrice: false },
      );

/** When the hash was first seen or named here, by any customer; null if never before. */
export async function findFirstKnown(db: Queryable, { coin }: Payment, transactionHash: string): Promise<Date | null> {
  const seen = template`(select min(w.seen_at) from wallet_transfers w
    where w.chain = ${coin.chain} and w.transaction_hash = ${transactionHash})`;
  const [known] = await db
    .select({
      at: template<
        number | null
      >`extract(epoch from least(min(least(${transactions.submittedAt}, ${chainEvidence.foundAt})), ${seen}))::float8 * 1000`,
    })
    .from(transactions)
    .leftJoin(
      chainEvidence,
      and(eq(chainEvidence.transactionId, transactions.id), eq(chainEvidence.transactionHash, transactionHash)),
    )
    .where(and(eq(transactions.transactionHash, transactionHash), eq(transactions.chain, coin.chain)));
  return typeof known?.at === 'number' ? new Date(Math.round(known.at)) : null;
}
