import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { isoTime } from '../../../db/prepared.ts';
import type { QueryOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { deckRowsSql } from '../pricing/deck-rows.ts';
import { type RateLine, SHOWN_RATES } from '../pricing/line-contract.ts';
import { beginningOrName } from '../pricing/search-prices.ts';
import type { listRateRows } from './contract.ts';
import { readDeck } from './list-decks.ts';
import { timeSql } from './price-increases/selling.ts';

/** The rows of a deck that hold now and match a search, each with the next price of its prefix. @throws not_found */
export async function listRows(
  { db, now }: { db: Queryable; now: Date },
  { deckId, search, codes }: QueryOf<typeof listRateRows> & { deckId: string },
): Promise<ResponseOf<typeof listRateRows>> {
  const { service } = await readDeck({ db, now }, deckId);
  const [deck, at] = [template`${deckId}::uuid`, timeSql(now)];
  const { digits = '', name = '' } = beginningOrName(search.trim());
  const wanted = { digits, name, codes: codes?.split(',') ?? [], after: '', limit: SHOWN_RATES };
  const lines = await db.execute<RateLine & Record<string, unknown>>(template`
    select ${service}::text as service, r.prefix, r.name, case when not r.blocked then r.rate::text end as rate,
      case when not r.blocked then r.fee::text end as fee, r.first_interval as "firstInterval",
      r.next_interval as "nextInterval", case when not soon.blocked then soon.rate::text end as "soonRate",
      ${isoTime(template`soon.valid_from`)} as "soonFrom", null as closed,
      case when soon.prefix is null or soon.blocked then ${isoTime(template`r.valid_until`)} end as "endsFrom"
    from (${deckRowsSql({ deck, at, ...wanted })}) f
    join rate_rows r on r.deck_id = ${deck} and r.prefix = f.prefix and r.valid_from <= ${at}
      and (r.valid_until is null or r.valid_until > ${at})
    left join lateral (select * from rate_rows n where n.deck_id = ${deck} and n.prefix = r.prefix
      and n.valid_from > ${at} order by n.valid_from limit 1) soon on true
    order by r.prefix`);
  return { lines: [...lines] };
}
