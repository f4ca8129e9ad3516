import { and, asc, eq, gt, inArray, lte, or, sql as template } from 'drizzle-orm';
import { quotes, walletPositions } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { type Chain, type Coin, type CoinId, COINS } from '../payments/catalogue.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

export type PositionRow = typeof walletPositions.$inferSelect;

/** Quotes may be paid for a week; an address that is no longer given to customers is watched a day more. */
export const STILL_WATCHED_MS = 8 * DAY_MS;

/** The coins whose chain can be asked and that have an address, with that address. */
export const watchedCoins = ({ chains, wallets }: Pick<Config, 'chains' | 'wallets'>) =>
  COINS.flatMap((coin: Coin) => {
    const address = wallets[coin.id]?.address;
    return address !== undefined && chains.endpoints[coin.chain].length > 0 ? [{ coin, address }] : [];
  });

export const ofWallet = ({ cryptocurrency, address }: Pick<PositionRow, 'cryptocurrency' | 'address'>) =>
  and(eq(walletPositions.cryptocurrency, cryptocurrency), eq(walletPositions.address, address));

/** Own addresses are looked at one by one where their chain has no list of payments for several addresses. */
const LOOKED_AT_ALONE = ['BTC'] as const satisfies readonly CoinId[];

/** More addresses are looked at in the next look. */
const MOST_AT_ONCE = 60;

/**
 * The own addresses of a coin's chain that may still be paid, where the blocks are read for all of them at once: also those
 * that were given for another coin of the chain, because people pay the wrong one.
 */
export async function findOwnAddresses(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  coin: Coin,
): Promise<readonly string[]> {
  const rows = await db
    .selectDistinct({ address: quotes.address })
    .from(quotes)
    .where(
      and(
        inArray(quotes.cryptocurrency, coinsOf(coin.chain)),
        eq(quotes.ownAddress, true),
        gt(quotes.createdAt, new Date(clock.now().getTime() - STILL_WATCHED_MS)),
      ),
    );
  return rows.map(({ address }) => address);
}

const coinsOf = (chain: Chain): CoinId[] => COINS.filter((coin) => coin.chain === chain).map(({ id }) => id);

/** Own addresses are watched from their first quote on, and count as in use until the last one has ended. */
async function startOwn({ db }: Pick<Deps, 'db'>, at: Date): Promise<void> {
  const now = at.toISOString();
  await db.execute(template`
    insert into wallet_positions (cryptocurrency, address, is_own_address, next_look_at, in_use_at)
    select cryptocurrency, address, true, ${now}::timestamptz, max(expires_at) from quotes
    where own_address and cryptocurrency = any(${template.param([...LOOKED_AT_ALONE])}::text[])
      and created_at > ${now}::timestamptz - make_interval(secs => ${STILL_WATCHED_MS / 1000}::int)
    group by cryptocurrency, address
    on conflict (cryptocurrency, address) do update
      set in_use_at = excluded.in_use_at, next_look_at = least(wallet_positions.next_look_at, excluded.next_look_at)
      where wallet_positions.in_use_at < excluded.in_use_at`);
}

/** The addresses that are due, also those that customers were given until a week ago. */
export async function findDue({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<PositionRow[]> {
  const coins = watchedCoins(config);
  if (coins.length === 0) return [];
  const now = clock.now();
  await db
    .insert(walletPositions)
    .values(coins.map(({ coin, address }) => ({ cryptocurrency: coin.id, address, nextLookAt: now, inUseAt: now })))
    .onConflictDoUpdate({
      target: [walletPositions.cryptocurrency, walletPositions.address],
      set: { inUseAt: now },
      setWhere: lte(walletPositions.inUseAt, template`${now.toISOString()}::timestamptz - interval '1 hour'`),
    });
  if (config.addressKeys['bitcoin']) await startOwn({ db }, now);
  const rows = await db
    .select()
    .from(walletPositions)
    .where(
      and(
        // A clock that was set back would leave it waiting.
        or(
          lte(walletPositions.nextLookAt, now),
          gt(walletPositions.nextLookAt, new Date(now.getTime() + STILL_WATCHED_MS)),
        ),
        gt(walletPositions.inUseAt, new Date(now.getTime() - STILL_WATCHED_MS)),
      ),
    )
    // Our own addresses first: they are few.
    .orderBy(asc(walletPositions.isOwnAddress), asc(walletPositions.nextLookAt))
    .limit(MOST_AT_ONCE);
  return rows.filter((row) => coins.some(({ coin }) => coin.id === row.cryptocurrency));
}
