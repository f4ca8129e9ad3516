import { ne, sql as template } from 'drizzle-orm';
import { rateDecks } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import type { Deps } from '../deps.ts';
import { POUNDS } from './files/file-rows.ts';
import { lockDeck } from './lock-deck.ts';
import { inPoundsSql } from './stage-rows.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

export const CONVERT_LISTS_MS = DAY_MS;

/** Counts what carriers ask in other currencies again in pounds, by the day's rates. */
export async function convertLists(deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'log' | 'knownRates'>): Promise<void> {
  const rates = await deps.knownRates(deps.db);
  const foreign = await deps.db
    .select({ id: rateDecks.id, currency: rateDecks.currency })
    .from(rateDecks)
    .where(ne(rateDecks.currency, POUNDS));
  const what = 'a list of costs could not be counted in pounds';
  await eachAlone({ log: deps.log, what, items: foreign, idOf: ({ id }) => id }, async ({ id, currency }) => {
    const pounds = rates.get(currency);
    if (pounds === undefined) throw new Error(`what a ${currency} is worth is not known any more`);
    await transact(deps, async (tx) => {
      await lockDeck(tx, id);
      const [rate, fee] = [inPoundsSql(template`said_rate`, pounds), inPoundsSql(template`said_fee`, pounds)];
      // A price that could not be stored is not sold anyway: the list keeps the one before.
      await tx.db.execute(template`
        update rate_rows set rate = ${rate}, fee = ${fee}
        where deck_id = ${id}::uuid and said_rate is not null
          and (valid_until is null or valid_until > ${tx.now.toISOString()}::timestamptz)
          and (rate, fee) is distinct from (${rate}, ${fee}) and ${rate} <= 100 and ${fee} <= 100`);
    });
  });
}
