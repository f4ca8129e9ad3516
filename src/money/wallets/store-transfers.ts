import { and, eq, isNull } from 'drizzle-orm';
import { ownAddresses, walletTransfers } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { normalizeCoinAmount } from '../../shared/coin-amount.ts';
import { isFinal } from '../chain/finality.ts';
import type { Deps } from '../deps.ts';
import { checkSoon } from '../evidence/check-soon.ts';
import { fromUnits, toUnits } from '../evidence/units.ts';
import { findCoin } from '../payments/catalogue.ts';
import { type Arrival, lockQuoteOf, payQuote } from '../payments/found/pay-quote.ts';
import { lockHash } from '../payments/hash-once.ts';
import type { QuoteRow } from '../payments/quotes/present-quote.ts';
import { findNearQuotes } from '../rates/near-quotes.ts';
import { transfersChangedEvent } from './events.ts';
import type { Arrived, WatchedAddress } from './look-up-transaction.ts';

/** No coin has more decimal places. */
const MOST_DECIMALS = 18;

type TransferRow = typeof walletTransfers.$inferSelect;

/** A transaction as it was seen, with what it brought. */
export interface SeenTransaction {
  transactionHash: string;
  blockTime: Date | null;
  confirmations: number;
  arrived: readonly Arrived[];
}

/** A payment that arrived by one output, the facts about it, and the quote that it pays. */
interface Found {
  arrival: Arrival;
  known: TransferRow | undefined;
  quote: QuoteRow | null;
}

/**
 * Stores all that a transaction brought, and makes the payments of what is exactly what a quote asks for. It may be
 * stored again and again, and by two processes at once: each transfer and its payment are made once. All of it is
 * stored together, because a transaction of which something is known is not looked up again. Locks as a submission
 * does: the quotes, then the hash.
 * @param isWorthKeeping whether an amount is kept that no quote asks for
 */
export async function storeTransfers(
  { deps, tx }: { deps: Pick<Deps, 'config'>; tx: Transaction },
  { wallet, seen }: { wallet: WatchedAddress; seen: SeenTransaction },
  isWorthKeeping: (amount: string) => boolean = () => true,
): Promise<void> {
  const { coin } = wallet;
  const found: Found[] = [];
  const isOwn = await isOwnAddress(tx, wallet);
  const all = isOwn ? together(seen.arrived) : seen.arrived;
  for (const arrived of all) found.push(await find(tx, wallet, seen, arrived));
  if (!isOwn && all.length > 1 && !found.some((each) => isAsked(each) || each.known)) {
    // A wallet may pay one quote by several outputs. Each of them alone may be another customer's, so their sum counts
    // only where none of them is asked for.
    const [whole] = summed(all);
    const sum = whole && (await find(tx, wallet, seen, whole));
    if (sum && isAsked(sum)) found.splice(0, found.length, sum);
  }
  const kept = found.filter((each) => isAsked(each) || each.known || isWorthKeeping(each.arrival.amount));
  if (kept.length === 0) return;
  await lockHash(tx, { chain: coin.chain, transactionHash: seen.transactionHash });
  const watched = !isFinal(deps.config.chains, coin, seen.confirmations);
  for (const each of kept) {
    const isNew = await store(tx, each, { ...seen, watched, unseenAt: wallet.lookedAt });
    if (isNew && !isOwn) await notifyUnclear(tx, each.arrival, each.quote?.userId ?? null);
  }
}

/** Tells whether it is exactly what a quote asks for. */
const isAsked = ({ quote, arrival }: Found): boolean => quote?.cryptoAmount === normalizeCoinAmount(arrival.amount);

/** Tells whether one customer was given the address for a payment. */
async function isOwnAddress(tx: Transaction, { coin, address }: WatchedAddress): Promise<boolean> {
  const [own] = await tx.db
    .select({ address: ownAddresses.address })
    .from(ownAddresses)
    .where(and(eq(ownAddresses.chain, coin.chain), eq(ownAddresses.address, address)));
  return own !== undefined;
}

/** Several outputs as one payment, that of the whole transaction. */
function summed(arrived: readonly Arrived[]): readonly Arrived[] {
  if (arrived.length < 2) return arrived;
  const units = arrived.reduce((sum, { amount }) => sum + toUnits(amount, MOST_DECIMALS), 0n);
  return [{ outputIndex: null, amount: fromUnits(units, MOST_DECIMALS) }];
}

/**
 * The payments to one customer's address as one payment by the first of its outputs: the others of the
 * transaction may have reached other customers' addresses.
 */
const together = (arrived: readonly Arrived[]): readonly Arrived[] =>
  summed(arrived).map(({ amount }) => ({ amount, outputIndex: arrived[0]?.outputIndex ?? null }));

async function find(
  tx: Transaction,
  { coin, address }: WatchedAddress,
  { transactionHash, blockTime }: SeenTransaction,
  { outputIndex, amount }: Arrived,
): Promise<Found> {
  const output = { chain: coin.chain, transactionHash, outputIndex };
  const [known] = await tx.db.select().from(walletTransfers).where(sameOutput(output));
  const seenAt = known?.seenAt ?? tx.now;
  const by = blockTime && blockTime < seenAt ? blockTime : seenAt;
  const arrival = { coinId: coin.id, address, output, amount, by };
  const isDecided = known !== undefined && (known.transactionId !== null || known.dismissedAt !== null);
  return { arrival, known, quote: isDecided ? null : await lockQuoteOf(tx, arrival) };
}

type Seen = Pick<SeenTransaction, 'blockTime' | 'confirmations'> & { watched: boolean; unseenAt: Date | null };

/** @returns whether it was not known before */
async function store(tx: Transaction, { arrival, known, quote }: Found, seen: Seen): Promise<boolean> {
  const { row, isNew } = await upsert(tx, arrival, seen);
  if (known?.goneAt && row.transactionId !== null) await checkSoon(tx, row.transactionId);
  // Where the quote is paid already, the transfer stays unclaimed.
  const payment = quote && row.transactionId === null ? await payQuote(tx, quote, { ...arrival, by: null }) : null;
  if (payment) {
    await tx.db
      .update(walletTransfers)
      .set({ transactionId: payment.id })
      .where(and(eq(walletTransfers.id, row.id), isNull(walletTransfers.transactionId)));
  }
  if (payment || isNew || known?.goneAt) {
    tx.publish(transfersChangedEvent, null, { cryptocurrency: arrival.coinId });
  }
  return isNew;
}

const sameOutput = ({ chain, transactionHash, outputIndex }: Arrival['output']) =>
  and(
    eq(walletTransfers.chain, chain),
    eq(walletTransfers.transactionHash, transactionHash),
    outputIndex === null ? isNull(walletTransfers.outputIndex) : eq(walletTransfers.outputIndex, outputIndex),
  );

async function upsert(
  tx: Transaction,
  { coinId, address, output, amount }: Arrival,
  { blockTime, confirmations, watched, unseenAt }: Seen,
): Promise<{ row: TransferRow; isNew: boolean }> {
  const seen = { blockTime, confirmations, watched, goneAt: null };
  const named = { id: newId(tx.clock), cryptocurrency: coinId, address, amount, seenAt: tx.now, unseenAt };
  const [made] = await tx.db
    .insert(walletTransfers)
    .values({ ...named, ...output, ...seen })
    .onConflictDoNothing()
    .returning();
  if (made) return { row: made, isNew: true };
  const [row] = await tx.db.update(walletTransfers).set(seen).where(sameOutput(output)).returning();
  if (!row) throw new Error('a transfer went away');
  return { row, isNew: false };
}

/**
 * Tells everybody who may have sent what arrived at a shared address: whose quote asks for exactly that, and whose quotes
 * ask for a little more. Nobody else could contradict the one who claims it.
 * @param ownerId whose quote asks for exactly that; null if nobody's does
 */
async function notifyUnclear(
  tx: Transaction,
  { coinId, address, amount, by }: Arrival,
  ownerId: string | null,
): Promise<void> {
  const arrived = { coinId, address, amount, userId: ownerId, by };
  const near = await findNearQuotes(tx.db, arrived, { samePrice: false });
  if (near.length === 0) return;
  const told = new Set([...(ownerId === null ? [] : [ownerId]), ...near.map(({ userId }) => userId)]);
  const symbol = findCoin(coinId)?.symbol ?? coinId;
  for (const userId of told) await writeMail(tx, userId, { kind: 'payment_unclear', amount: `${amount} ${symbol}` });
}
