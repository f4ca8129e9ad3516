import { and, eq, inArray, isNull } from 'drizzle-orm';
import { walletTransfers } from '../../../db/schema/index.ts';
import { ChainFault, type Seen } from '../chain/port.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { parseMoney } from '../../platform/kit/money.ts';
import { poundsAtRate } from '../../shared/coin-amount.ts';
import { currentRates } from '../rates/current.ts';
import { arrivedBy, lookUpTransaction, type WatchedAddress } from './look-up-transaction.ts';
import { storeTransfers } from './store-transfers.ts';

const AT_ONCE = 5;
/**
 * We do not keep payments below this value, in pounds, that pay no quote: anybody can send dust to a public
 * address, as often as they like.
 */
const LEAST_VALUE = parseMoney('0.10');

/**
 * Looks up the listed transactions that are not known for certain, and stores what each of them brought. Listed again,
 * they change nothing.
 * @throws {ChainFault} if one of them could not be looked up: then all are to be listed again
 */
export async function takeIn(deps: Deps, watched: WatchedAddress, listed: readonly Seen[]): Promise<void> {
  const known = await findKnown(deps, watched, listed);
  const unknown = listed.filter((each) => !known.has(keyOf(each)));
  if (unknown.length === 0) return;
  const isWorthKeeping = await leastAmount(deps, watched);
  for (let first = 0; first < unknown.length; first += AT_ONCE) {
    await Promise.all(
      unknown.slice(first, first + AT_ONCE).map(async ({ hash, address }) => {
        const wallet = { ...watched, address };
        const sighting = await lookUpTransaction(deps.config, wallet, hash);
        if (!sighting.found) throw new ChainFault('does not know what it has listed');
        const { blockTime, confirmations } = sighting;
        const arrived = arrivedBy(sighting, wallet.coin);
        const seen = { transactionHash: hash, blockTime, confirmations, arrived };
        await transact(deps, (tx) => storeTransfers({ deps, tx }, { wallet, seen }, isWorthKeeping));
      }),
    );
  }
}

/** Known ones that are still on their chain: `lookAgain` looks after them. */
async function findKnown({ db }: Deps, { coin }: WatchedAddress, listed: readonly Seen[]) {
  if (listed.length === 0) return new Set<string>();
  const hashes = [...new Set(listed.map(({ hash }) => hash))];
  const rows = await db
    .select({ hash: walletTransfers.transactionHash, address: walletTransfers.address })
    .from(walletTransfers)
    .where(
      and(
        eq(walletTransfers.chain, coin.chain),
        inArray(walletTransfers.transactionHash, hashes),
        isNull(walletTransfers.goneAt),
      ),
    );
  return new Set(rows.map(keyOf));
}

/** One transaction may pay several addresses. */
const keyOf = ({ hash, address }: Seen): string => `${hash} ${address}`;

/** Says of an amount whether it is worth keeping; of a coin without a rate, every amount is. */
async function leastAmount({ db, config, clock }: Deps, { coin }: WatchedAddress) {
  const rate = (await currentRates(db, config, clock.now()))[coin.rate]?.rate;
  return (amount: string): boolean =>
    rate === undefined || parseMoney(poundsAtRate(amount, { amount: '1', cryptoAmount: rate })) >= LEAST_VALUE;
}
