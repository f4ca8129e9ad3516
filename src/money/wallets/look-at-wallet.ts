import { and, asc, eq } from 'drizzle-orm';
import { walletPositions, walletTransfers } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { isFinal } from '../chain/finality.ts';
import { listTransactions } from '../chain/list-transactions.ts';
import { ChainFault, type Listing } from '../chain/port.ts';
import type { Deps } from '../deps.ts';
import { checkSoon } from '../evidence/check-soon.ts';
import { findCoin } from '../payments/catalogue.ts';
import { findOwnAddresses, ofWallet, type PositionRow } from './addresses.ts';
import { LOOK_EVERY_MS } from './contract.ts';
import { transfersChangedEvent } from './events.ts';
import { arrivedBy, lookUpTransaction, type WatchedAddress } from './look-up-transaction.ts';
import { storeTransfers } from './store-transfers.ts';
import { takeIn } from './take-in.ts';

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
async function lookAgain(deps: Deps, wallet: WatchedAddress, { all }: { all: boolean }): Promise<void> {
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
  const arrived = arrivedBy(sighting, wallet.coin).filter(({ outputIndex }) => outputIndex === row.outputIndex);
  const seen = { transactionHash: row.transactionHash, blockTime, confirmations, arrived };
  await transact(deps, (tx) => storeTransfers({ deps, tx }, { wallet, seen }));
}

const SECOND = 1000;
/** An own address whose quote ended an hour ago is rarely paid. */
const LATE_EVERY_MS = 300 * SECOND;
const LATE_AFTER_MS = 3600 * SECOND;
/** The pause doubles with each look that fails, up to this. */
const LONGEST_PAUSE_MS = 300 * SECOND;
/** A look ends after this time even if the chain goes on; the next one continues. */
const LOOK_MS = 10 * SECOND;

/**
 * Looks at an address from where the last look ended, and takes in what arrived. The position moves on only when all
 * before it was taken in, so that a look that is cut off is done again. A failing endpoint never makes this reject.
 */
export async function lookAtWallet(deps: Deps, row: PositionRow): Promise<void> {
  const coin = findCoin(row.cryptocurrency);
  if (!coin) return;
  const { contract } = deps.config.chains.coins[coin.id];
  const { address } = row;
  const watched: WatchedAddress = { coin, address, contract, lookedAt: row.lookedAt };
  const isNew = row.isOwnAddress;
  const others = coversOthers(deps, row) ? () => findOwnAddresses(deps, coin) : () => Promise.resolve([]);
  const endpoints = deps.config.chains.endpoints[coin.chain];
  const end = performance.now() + LOOK_MS;
  try {
    await lookAgain(deps, watched, { all: coversOthers(deps, row) });
    let { position } = row;
    for (;;) {
      const from = { position, now: deps.clock.now() };
      const listing = await listTransactions(
        { chain: coin.chain, endpoints },
        { address, contract, others, isNew, traces: deps.config.chains.etherTraces },
        from,
      );
      if ('fault' in listing) throw new ChainFault(listing.fault);
      await takeIn(deps, watched, listing.seen);
      await moveOn(deps, row, listing);
      if (listing.isComplete || performance.now() > end) return;
      ({ position } = listing);
    }
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    await putOff(deps, row, error.message);
  }
}

/** Tells whether the own addresses of its chain are looked at with it: of our addresses, only the present one does it. */
const coversOthers = ({ config }: Deps, { cryptocurrency, address }: PositionRow): boolean =>
  findCoin(cryptocurrency)?.chain === 'ethereum' && config.wallets[cryptocurrency]?.address === address;

const pauseOf = ({ isOwnAddress, inUseAt }: PositionRow, now: Date): number =>
  isOwnAddress && now.getTime() - inUseAt.getTime() > LATE_AFTER_MS ? LATE_EVERY_MS : LOOK_EVERY_MS;

async function moveOn({ db, clock }: Deps, row: PositionRow, listing: Listing): Promise<void> {
  const now = clock.now();
  const { position, isComplete, height } = listing;
  const moved = height !== null && height !== row.height ? { height, movedAt: now } : {};
  await db
    .update(walletPositions)
    .set({
      position,
      ...moved,
      ...(isComplete ? { lookedAt: now } : {}),
      failingSince: null,
      failures: 0,
      fault: null,
      nextLookAt: isComplete ? new Date(now.getTime() + pauseOf(row, now)) : now,
    })
    .where(ofWallet(row));
}

async function putOff({ db, clock, log }: Deps, row: PositionRow, fault: string): Promise<void> {
  const now = clock.now();
  const failures = row.failures + 1;
  const pause = Math.min(LOOK_EVERY_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
  log.warn({ coin: row.cryptocurrency, fault }, 'a wallet could not be looked at');
  await db
    .update(walletPositions)
    .set({
      failingSince: row.failingSince ?? now,
      failures,
      fault: fault.slice(0, 500),
      nextLookAt: new Date(now.getTime() + pause),
    })
    .where(ofWallet(row));
}
