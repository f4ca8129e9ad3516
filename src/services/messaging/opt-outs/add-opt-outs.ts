import { optOuts } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { optOutsChangedEvent } from './events.ts';

type Row = typeof optOuts.$inferInsert;

/** How many rows one statement writes. */
const BATCH = 5000;

/** Notes that numbers want no messages from an account. @returns those that were not noted before */
export async function addOptOuts(
  tx: Transaction,
  userId: string,
  {
    numbers,
    ...how
  }: { numbers: readonly string[] } & Pick<Row, 'source'> & Partial<Pick<Row, 'word' | 'ownNumber'>>,
): Promise<string[]> {
  const added: string[] = [];
  // In one order, so that two requests at once cannot deadlock.
  const sorted = numbers.toSorted();
  for (let from = 0; from < sorted.length; from += BATCH) {
    const rows = await tx.db
      .insert(optOuts)
      .values(
        sorted
          .slice(from, from + BATCH)
          .map((number) => ({ id: newId(tx.clock), userId, number, at: tx.now, ...how })),
      )
      .onConflictDoNothing()
      .returning({ number: optOuts.number });
    added.push(...rows.map(({ number }) => number));
  }
  const [only] = added;
  if (only !== undefined) {
    const number = added.length === 1 ? only : null;
    tx.publish(optOutsChangedEvent, userId, { userId, number, optedOut: true });
  }
  return added;
}
