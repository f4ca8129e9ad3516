import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { walletTransfers } from '../../../db/schema/index.ts';
import type { Payment } from '../evidence/payment.ts';
import { fromUnits } from '../evidence/units.ts';
import { findNearQuotes } from '../rates/near-quotes.ts';
import { LOOK_EVERY_MS } from '../wallets/contract.ts';

/**
 * Why a payment at an address that many customers are given is left to people, although exactly its quote's amount
 * arrived. A quote that is younger than the last look without it may have been asked for by somebody who saw it; and
 * another quote for a little more may have been paid less a fee.
 * @returns null if nothing speaks against it, or the address is its customer's own
 */
export async function sharedAddressObstacle(
  db: Queryable,
  { coin, address, userId, quote, due, transactionHash, outputIndex }: Payment,
): Promise<string | null> {
  if (!quote || quote.ownAddress) return null;
  const [foreseen] = await db
    .select({ by: walletTransfers.seenAt })
    .from(walletTransfers)
    .where(
      and(
        eq(walletTransfers.chain, coin.chain),
        eq(walletTransfers.transactionHash, transactionHash ?? ''),
        eq(walletTransfers.address, address),
        outputIndex === null
          ? undefined
          : or(isNull(walletTransfers.outputIndex), eq(walletTransfers.outputIndex, outputIndex)),
        gt(walletTransfers.unseenAt, new Date(quote.createdAt.getTime() + LOOK_EVERY_MS)),
      ),
    )
    .limit(1);
  if (!foreseen) return 'its quote is not older than the look before it was seen';
  const arrived = { coinId: coin.id, address, amount: fromUnits(due.units, coin.decimals), userId };
  const near = await findNearQuotes(db, { ...arrived, by: foreseen.by }, { samePrice: true });
  return near.length > 0 ? 'another quote for the same address asks for a little more' : null;
}
