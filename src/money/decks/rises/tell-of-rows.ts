import type { rateDecks, rateSwitches, rateUses } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Config } from '../../config.ts';
import { offersChangedEvent } from '../../pricing/events.ts';
import { findPayers } from './find-payers.ts';
import { FLAT_TERMS, type Terms } from './selling.ts';
import { tellPayers } from './tell-payers.ts';

/** By what a service is sold, and what is announced. */
interface Sold {
  use: typeof rateUses.$inferSelect | null;
  announced: typeof rateSwitches.$inferSelect | null;
}

/** Tells the customers who are going to pay more by the rows that a deck in use has from a time on. */
export async function tellOfRows(
  tx: Transaction,
  { config }: { config: Pick<Config, 'voiceRateGbp'> },
  {
    deck: { id, service },
    selling: { use, announced },
    from,
  }: { deck: Pick<typeof rateDecks.$inferSelect, 'id' | 'service'>; selling: Sold; from: Date },
): Promise<void> {
  const isSoldBy = (terms: Terms | null) => [terms?.deckId, terms?.resellerDeckId].includes(id);
  const waits = announced && !isSoldBy(use) ? announced : null;
  const holdsFrom = waits && waits.holdsFrom > from ? waits.holdsFrom : from;
  const payers = await findPayers(
    tx,
    { config },
    {
      service,
      before: { ...(use ?? FLAT_TERMS), at: tx.now },
      after: { ...(waits ?? use ?? FLAT_TERMS), at: holdsFrom },
    },
  );
  await tellPayers(tx, payers, { service, holdsFrom });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
}
