import { and, eq, gt, lte, or, sql as template } from 'drizzle-orm';
import { walletPositions } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { type Coin, COINS } from '../payments/catalogue.ts';

export type PositionRow = typeof walletPositions.$inferSelect;

/** Quotes may be paid for a week; an address that is no longer given to customers is watched a day more. */
const STILL_WATCHED_MS = 8 * 24 * 3_600_000;

/** The coins whose chain can be asked and that have an address, with that address. */
export const watchedCoins = ({ chains, wallets }: Pick<Config, 'chains' | 'wallets'>) =>
  COINS.flatMap((coin: Coin) => {
    const address = wallets[coin.id]?.address;
    return address !== undefined && chains.endpoints[coin.chain].length > 0 ? [{ coin, address }] : [];
  });

export const ofWallet = ({ cryptocurrency, address }: Pick<PositionRow, 'cryptocurrency' | 'address'>) =>
  and(eq(walletPositions.cryptocurrency, cryptocurrency), eq(walletPositions.address, address));

/** The addresses that are due, also those that customers were given until a week ago. */
export async function findDue({
  db,
  config,
  clock,
}: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<PositionRow[]> {
  const coins = watchedCoins(config);
  if (coins.length === 0) return [];
  const now = clock.now();
  await db
    .insert(walletPositions)
    .values(
      coins.map(({ coin, address }) => ({ cryptocurrency: coin.id, address, nextLookAt: now, inUseAt: now })),
    )
    .onConflictDoUpdate({
      target: [walletPositions.cryptocurrency, walletPositions.address],
      set: { inUseAt: now },
      setWhere: lte(walletPositions.inUseAt, template`${now.toISOString()}::timestamptz - interval '1 hour'`),
    });
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
    );
  return rows.filter((row) => coins.some(({ coin }) => coin.id === row.cryptocurrency));
}
