import { or } from 'drizzle-orm';
import { walletPositions } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { ofWallet, type PositionRow, watchedCoins } from './addresses.ts';
import type { WatchedWallet } from './contract.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** An address is looked at every ten seconds: after this, something is wrong. */
const LATE_MS = 2 * MINUTE_MS;
/** An Ethereum block comes every 12 seconds. Ten Bitcoin blocks late happen once in many years. */
const STALLED_MS = { bitcoin: 240 * MINUTE_MS, ethereum: 10 * MINUTE_MS } as const;

/** The addresses at which payments are found by themselves, and whether that works. */
export async function listWallets({
  db,
  config,
  clock,
}: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<WatchedWallet[]> {
  const coins = watchedCoins(config);
  if (coins.length === 0) return [];
  const now = clock.now();
  // Not all of them: payments may have an address each.
  const rows = await db
    .select()
    .from(walletPositions)
    .where(or(...coins.map(({ coin, address }) => ofWallet({ cryptocurrency: coin.id, address }))));
  return coins.map(({ coin, address }) => {
    const row = rows.find((each) => each.cryptocurrency === coin.id && each.address === address);
    return {
      cryptocurrency: coin.id,
      address,
      lookedAt: row?.lookedAt?.toISOString() ?? null,
      state: row ? stateOf(row, coin.chain, now) : 'watching',
      fault: row?.fault ?? null,
    };
  });
}

function stateOf(row: PositionRow, chain: string, now: Date): WatchedWallet['state'] {
  const { failingSince, lookedAt, movedAt } = row;
  const age = (time: Date | null) => (time === null ? 0 : now.getTime() - time.getTime());
  if (age(failingSince) > LATE_MS || age(lookedAt) > LATE_MS) return 'failing';
  const stalledMs = chain === 'bitcoin' || chain === 'ethereum' ? STALLED_MS[chain] : null;
  return stalledMs !== null && age(movedAt) > stalledMs ? 'stalled' : 'watching';
}
