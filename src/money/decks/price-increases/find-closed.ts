import { sql as template, type SQL } from 'drizzle-orm';
import { priceSql } from '../../pricing/price-sql.ts';
import { rateRowSql } from '../../pricing/rate-row-sql.ts';
import { costDecksSql } from '../../pricing/carrier-costs.ts';
import { destinationsSql, mayCarrySql } from '../../pricing/carrier-destinations.ts';
import { coversSql } from '../../pricing/covered-sql.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import type { Deck } from '../lock-deck.ts';
import { type Dropped, RECENT_MS, usedSql } from './find-dropped.ts';
import { flatAt, timeSql } from './selling.ts';

/**
 * The destinations that a file of a carrier's costs takes from sale: no carrier would have a price that ours
 * covers.
 */
export interface Closed {
  /** How many destinations, of how many that are sold now. */
  destinations: number;
  of: number;
  /** How many of them somebody used in the last 30 days, and who. */
  used: number;
  dropped: Dropped[];
}

export const NONE_CLOSED: Closed = { destinations: 0, of: 0, used: 0, dropped: [] };

/**
 * Finds the destinations that we sell and that staged rows of a carrier's costs (`stageRows`) would take from sale, by the
 * standard prices and by those of resellers. A destination is a prefix of the list that we sell by; at flat prices, of the
 * carrier's own list.
 */
export async function findClosed(
  tx: Transaction,
  { config, carriersFor }: Pick<Deps, 'config' | 'carriersFor'>,
  { deck, at }: { deck: Deck; at: Date },
): Promise<Closed> {
  const { service, carrier, id: deckId } = deck;
  const carriers = carriersFor(service);
  if (carrier === null || !carriers.includes(carrier)) return NONE_CLOSED;
  const now = timeSql(at);
  const flat = flatAt(config, service, at);
  const since = new Date(tx.now.getTime() - RECENT_MS);
  const others = costDecksSql({
    service,
    carriers: template`${carriers.filter((name) => name !== carrier).join(',')}::text`,
    now,
  });
  const covers = (rows: 'file_rows' | 'deck_rows') => coveredSql(template.raw(rows), { service, now });
  const [row] = await tx.db.execute<{
    destinations: number;
    of: number;
    used: number;
    dropped: { id: string; active: boolean; destinations: string[] }[] | null;
  }>(template`
    with others as materialized (${others}),
    own as materialized (select ${destinationsSql(template`${carrier}::text`, now)} as destinations),
    known as materialized (
      select exists (select from others) or exists (select from deck_rows) as before,
        exists (select from others) or exists (select from file_rows) as after
    ),
    terms as materialized (
      select null::uuid as reseller_id, use.deck_id, p.own_deck, p.own_percent, p.own_flat,
        ${flat.standard} as flat, null::numeric as listed, null::integer as listed_percent, null::uuid as listed_deck,
        false as is_message, 0 as flat_fee, 0 as own_flat_fee, null::uuid as apart_deck,
        coalesce(own.below_cost, false) as below_cost
      from (select 1) one left join rate_uses use on use.service = ${service}
      cross join lateral (values (use.deck_id, 100, ${flat.standard}),
        (coalesce(use.reseller_deck_id, use.deck_id), coalesce(use.reseller_percent, 100), ${flat.reseller})
      ) p (own_deck, own_percent, own_flat)
      left join rate_decks own on own.id = p.own_deck
    ),
    sold as materialized (
      select r.prefix, r.name from terms d join rate_rows r on r.deck_id = d.deck_id
      where d.own_percent = 100 and r.valid_from <= ${now} and (r.valid_until is null or r.valid_until > ${now}) and not r.blocked
      union
      select coalesce(f.prefix, o.prefix), coalesce(f.name, o.name)
      from file_rows f full join deck_rows o using (prefix) where not exists (select from terms where deck_id is not null)
    ),
    judged as materialized (
      select s.prefix, s.name, bool_or(${closedSql({ covers, digits: template`s.prefix`, now })}) as closed
      from sold s group by 1, 2
    ),
    used as materialized (
      select u.user_id, left(substr(u.number, 2), greatest(4, (select max(length(prefix)) from sold))) as number_prefix
      from (${usedSql(service, since)}) u group by 1, 2
    ),
    met as materialized (
      select u.user_id, c.prefix, c.name
      from (select distinct number_prefix from used) h
      cross join lateral (
        select j.prefix, j.name, j.closed from judged j where starts_with(h.number_prefix, j.prefix)
        order by length(j.prefix) desc limit 1
      ) c join used u using (number_prefix)
      where c.closed and exists (select from judged where closed)
    )
    select (select count(*)::integer from judged where closed) as destinations,
      (select count(*)::integer from judged) as of, (select count(distinct prefix)::integer from met) as used,
      (select json_agg(json_build_object('id', m.user_id, 'active', u.status = 'active', 'destinations', m.destinations))
        from (select user_id, json_agg(distinct '+' || prefix || coalesce(' ' || nullif(name, ''), '')) as destinations
          from met group by 1) m join users u on u.id = m.user_id and u.role <> 'admin') as dropped`);
  if (!row) throw new Error(`the costs of ${deckId} were not judged`);
  const dropped = (row.dropped ?? []).map(({ active, ...who }) => ({ ...who, isActive: active }));
  return { ...row, dropped };
}

type Covers = (rows: 'file_rows' | 'deck_rows') => SQL;

/** Tells whether a destination is sold now, and not after the file. */
const closedSql = ({ covers, digits, now }: { covers: Covers; digits: SQL; now: SQL }): SQL => template`(
  select bool_or(p.sold and (d.below_cost or not k.before or (${covers('deck_rows')}))
    and not (d.below_cost or not k.after or (${covers('file_rows')})))
  from known k, own o, terms d cross join lateral (${priceSql(template`d`, digits, now)}) p
  cross join lateral (select ${digits} as digits) h)`;

/** Tells whether a carrier covers the price `p` of `h`: this one by a staged table, or another one by its list. */
const coveredSql = (rows: SQL, { service, now }: { service: Deck['service']; now: SQL }): SQL => template`
  exists (
    select from (
      select s.* from ${rows} s
      where s.prefix in (${template.join(
        Array.from({ length: 15 }, (_, length) => template`left(h.digits, ${template.raw(String(length + 1))})`),
        template`, `,
      )})
      order by length(s.prefix) desc limit 1
    ) asked
    where not asked.blocked and ${coversSql(service, template`p`, template`asked`)}
      and ${mayCarrySql(template`o.destinations`, template`h.digits`)})
  or exists (
    select from others c cross join lateral (${rateRowSql(template`c.id`, template`h.digits`, now)}) asked
    where not asked.blocked and ${coversSql(service, template`p`, template`asked`)}
      and ${mayCarrySql(template`c.destinations`, template`h.digits`)})`;
