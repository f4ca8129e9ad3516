import { and, eq, gt, isNull, sql as template } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { rateImports } from '../../../../db/schema/index.ts';
import { termsOf } from '../../../money/decks/price-increases/find-payers.ts';
import { type Dropped, findDropped } from '../../../money/decks/price-increases/find-dropped.ts';
import { paysMoreByList } from '../../../money/decks/price-increases/pays-more-by-list.ts';
import { FLAT_TERMS, type Lists, type Selling } from '../../../money/decks/price-increases/selling.ts';
import { lockUse } from '../../../money/decks/switches/lock-use.ts';
import { LISTED } from '../../../money/pricing/price-sql.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Config } from '../../../services/config.ts';
import type { Listed } from './listed.ts';

/** The effect of a list's change on those who pay by it, where a deck is set before or after. */
export interface Judged {
  /** Some destination costs them more. */
  isDearer: boolean;
  /** Those who used destinations lately that are not sold to them afterwards. */
  dropped: Dropped[];
}

/**
 * Compares two entries of a list by the price of each destination, as it is charged. All payers have the same terms. The
 * new deck is judged by the rows that hold now and by those of a file that waits: nobody is told of that one later.
 * @param payerIds at least one
 */
export async function judgeDecks(
  tx: Transaction,
  deps: { config: Pick<Config, 'voiceRateGbp'> },
  {
    service,
    payerIds,
    before,
    after,
  }: { service: RatedService; payerIds: readonly string[]; before: Listed; after: Listed },
): Promise<Judged> {
  const { use } = await lockUse(tx, service);
  const sellingAt = (listed: Listed, at: Date): Selling => ({
    ...(use ?? FLAT_TERMS),
    at,
    lists: listsOf(service, listed),
  });
  const times = [tx.now, ...(after.deckId === null ? [] : await waitingFrom(tx, after.deckId))];
  const was = sellingAt(before, tx.now);
  const termsAt = (selling: Selling) => ({ terms: termsOf(tx, deps, { service, selling }), at: selling.at });
  const [sample = ''] = payerIds;
  let isDearer = false;
  for (const time of times) {
    const move = { service, before: termsAt(was), after: termsAt(sellingAt(after, time)) };
    isDearer ||= await paysMoreByList(tx, sample, move);
  }
  const last = sellingAt(after, times.at(-1) ?? tx.now);
  return { isDearer, dropped: await findDropped(tx, deps, { service, before: was, after: last, payerIds }) };
}

/** An entry as the list of everybody. */
function listsOf(service: RatedService, { price, percent, deckId }: Listed): Lists {
  const columns = LISTED[service];
  return {
    rows: template`(
      select id as user_id, ${price === null ? null : formatMoney(price)}::numeric as ${columns.price},
        ${percent}::integer as ${columns.percent}, ${deckId}::uuid as ${columns.deck} from users)`,
    deckIds: deckId === null ? [] : [deckId],
  };
}

async function waitingFrom({ db, now }: Transaction, deckId: string): Promise<Date[]> {
  const rows = await db
    .select({ validFrom: rateImports.validFrom })
    .from(rateImports)
    .where(and(eq(rateImports.deckId, deckId), isNull(rateImports.undoneAt), gt(rateImports.validFrom, now)));
  return rows.map(({ validFrom }) => validFrom);
}
