import { sql as template } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { findDue, watchedCoins } from './addresses.ts';
import { lookAtWallet } from './look-at-wallet.ts';

/** How often a process checks whether an address is due; each address has its own due time. */
export const WATCH_WALLETS_MS = 5000;

/** Longer than all endpoints of a chain take to fail one after the other. */
const LONGEST_LOOK = '180s';
/** Endpoints limit how often they may be asked. */
const AT_ONCE = 10;

/**
 * Looks at the addresses that are due, and makes payments of what arrived. One process at a time does it, and another
 * takes over when that one ends: the lock belongs to its open transaction. The lock only saves requests; that nothing
 * counts twice, unique indexes guarantee.
 */
export async function watchWallets(deps: Deps): Promise<void> {
  if (watchedCoins(deps.config).length === 0) return;
  await deps.db.transaction(async (tx) => {
    await tx.execute(template`select set_config('idle_in_transaction_session_timeout', ${LONGEST_LOOK}, true)`);
    const [lock] = await tx.execute<{ held: boolean }>(
      template`select pg_try_advisory_xact_lock(hashtextextended('watch wallets', 0)) as held`,
    );
    if (!lock?.held) return;
    await inTurn(await findDue(deps), (wallet) => lookAtWallet(deps, wallet));
  });
}

/** Does it for each, for a few at a time. */
async function inTurn<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
