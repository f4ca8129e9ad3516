import { and, asc, eq } from 'drizzle-orm';
import { walletTransfers } from '../../../db/schema/index.ts';
import { isFinal } from '../chain/finality.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { checkSoon } from '../evidence/check-soon.ts';
import { transfersChangedEvent } from './events.ts';
import { arrivedBy, lookUpTransaction, type WatchedAddress } from './look-up-transaction.ts';
import { storeTransfers } from './store-transfers.ts';

/** More transfers that may still go away are not looked at in one look. */
const MOST = 200;
const AT_ONCE = 5;

type TransferRow = typeof walletTransfers.$inferSelect;

/**
 * Looks once more at the transfers of an address that its chain may still drop. If one changed, the evidence of its
 * payment is looked up at once; if one went away, it is no longer there to be attached.
 * @param all also those of the coin's other addresses
 * @throws {ChainFault} if no endpoint answers
 */
export async function lookAgain(
  deps: Deps,
  wallet: WatchedAddress,
  { all }: { all: boolean },
): Promise<void> {
  const rows = await deps.db
    .select()
    .from(walletTransfers)
    .where(
      and(
        eq(walletTransfers.cryptocurrency, wallet.coin.id),
        all ? undefined : eq(walletTransfers.address, wallet.address),
        eq(walletTransfers.watched, true),
      ),
    )
    .orderBy(asc(walletTransfers.id))
    .limit(MOST);
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    await Promise.all(
      rows.slice(first, first + AT_ONCE).map((row) => lookAt(deps, { ...wallet, address: row.address }, row)),
    );
  }
}

async function lookAt(deps: Deps, wallet: WatchedAddress, row: TransferRow): Promise<void> {
  const sighting = await lookUpTransaction(deps.config, wallet, row.transactionHash);
  const isGone = !sighting.found || sighting.failed;
  const confirmations = sighting.found ? sighting.confirmations : 0;
  const blockTime = sighting.found ? sighting.blockTime : null;
  const isTold = sighting.found && sighting.confirmations === row.confirmations && !isGone;
  if (isTold && row.transactionId !== null) return;
  await transact(deps, async (tx) => {
    const [changed] = await tx.db
      .update(walletTransfers)
      .set({
        confirmations,
        blockTime,
        goneAt: isGone ? tx.now : null,
        watched: !isGone && !isFinal(deps.config.chains, wallet.coin, confirmations),
      })
      .where(and(eq(walletTransfers.id, row.id), eq(walletTransfers.watched, true)))
      .returning();
    if (changed?.transactionId) await checkSoon(tx, changed.transactionId);
    if (changed && !changed.transactionId && !isTold) {
      tx.publish(transfersChangedEvent, null, { cryptocurrency: wallet.coin.id });
    }
  });
  if (isGone || row.transactionId !== null || row.dismissedAt !== null) return;
  // The quote's other payment may have gone away meanwhile, as when its fee was raised.
  const arrived = arrivedBy(sighting, wallet.coin).filter(
    ({ outputIndex }) => outputIndex === row.outputIndex,
  );
  const seen = { transactionHash: row.transactionHash, blockTime, confirmations, arrived };
  await transact(deps, (tx) => storeTransfers({ deps, tx }, { wallet, seen }));
}
