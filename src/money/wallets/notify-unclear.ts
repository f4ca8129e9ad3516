import { writeMail } from '../../platform/mail/write-mail.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { findCoin } from '../payments/catalogue.ts';
import type { Arrival } from '../payments/found/pay-quote.ts';
import { findNearQuotes } from '../rates/near-quotes.ts';

/**
 * Tells everybody who may have sent what arrived at a shared address: whose quote asks for exactly that, and whose quotes
 * ask for a little more. Nobody else could contradict the one who claims it.
 * @param ownerId whose quote asks for exactly that; null if nobody's does
 */
export async function notifyUnclear(
  tx: Transaction,
  { coinId, address, amount, by }: Arrival,
  ownerId: string | null,
): Promise<void> {
  const arrived = { coinId, address, amount, userId: ownerId, by };
  const near = await findNearQuotes(tx.db, arrived, { samePrice: false });
  if (near.length === 0) return;
  const told = new Set([...(ownerId === null ? [] : [ownerId]), ...near.map(({ userId }) => userId)]);
  const symbol = findCoin(coinId)?.symbol ?? coinId;
  for (const userId of told)
    await writeMail(tx, userId, { kind: 'payment_unclear', amount: `${amount} ${symbol}` });
}
