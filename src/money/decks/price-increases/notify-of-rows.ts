import type { rateDecks, rateSwitches, rateUses } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Config } from '../../config.ts';
import { offersChangedEvent } from '../../pricing/events.ts';
import { findPayers } from './find-payers.ts';
import { findDropped } from './find-dropped.ts';
import { FLAT_TERMS, type Move, readListedDecks, type Terms } from './selling.ts';
import { notifyDropped } from './notify-dropped.ts';
import { notifyPayers } from './notify-payers.ts';

/** Rows that hold at once have ended the former ones at this moment: those held until this long before. */
const JUST_BEFORE_MS = 1;

/**
 * Tells the customers who are going to pay more by the rows that a deck in use has from a time on, and those who used
 * destinations lately that are not sold then. The time may be now: a destination that loses money can be taken from a
 * list at once, and nobody has to find that out by a refusal.
 * @param isDearer whether somebody could pay more
 */
export async function notifyOfRows(
  tx: Transaction,
  { config }: { config: Pick<Config, 'voiceRateGbp'> },
  {
    deck: { id, service },
    selling: { use, announced },
    from,
    isDearer,
  }: {
    deck: Pick<typeof rateDecks.$inferSelect, 'id' | 'service'>;
    selling: { use: typeof rateUses.$inferSelect | null; announced: typeof rateSwitches.$inferSelect | null };
    from: Date;
    isDearer: boolean;
  },
): Promise<void> {
  const isSoldBy = (terms: Terms | null) => [terms?.deckId, terms?.resellerDeckId].includes(id);
  const waits = isSoldBy(announced) && !isSoldBy(use) ? announced : null;
  // Customers who pay by the list of a reseller pay by the new rows as soon as they hold.
  const isListed = (await readListedDecks(tx, service)).includes(id);
  const holdsFrom = waits && !isListed && waits.holdsFrom > from ? waits.holdsFrom : from;
  const move: Move = {
    service,
    before: { ...(use ?? FLAT_TERMS), at: new Date(tx.now.getTime() - JUST_BEFORE_MS) },
    after: { ...(waits ?? use ?? FLAT_TERMS), at: holdsFrom },
  };
  if (isDearer) await notifyPayers(tx, await findPayers(tx, { config }, move), { service, holdsFrom });
  await notifyDropped(tx, await findDropped(tx, { config }, move), { service, holdsFrom });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
}
