import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { askKept, isoTime } from '../../../db/prepared.ts';
import { carriedSql } from './covered-sql.ts';
import { deckRowsSql } from './deck-rows.ts';
import {
  besideSql,
  termsBySql,
  termsSql,
  FLAT_SETTINGS,
  FLAT_MMS,
  flatVoice,
  heldFlatSql,
  priceSql,
} from './price-sql.ts';
import { waitingListsSql } from './waiting-lists.ts';

/** The price of one destination for an account: a deck's prefix, or all destinations if there is no deck. */
export interface PriceLine extends Record<string, unknown> {
  service: RatedService;
  /** Null if the flat price holds. */
  prefix: string | null;
  name: string | null;
  /** Decimal strings with four places; null if it is not sold. */
  rate: string | null;
  fee: string | null;
  firstInterval: number | null;
  nextInterval: number | null;
  /** The next price and its start, from an imported list or an announced flat price that does not hold yet. */
  soonRate: string | null;
  soonFrom: string | null;
  /** From when an announced list or file does not sell it any more; of a flat price: sells by destination instead. */
  endsFrom: string | null;
}

/** The search of an account. */
export interface PriceSearch {
  /** Null: what whoever registers now is going to pay. */
  userId: string | null;
  now: Date;
  /** The carriers that are set up for the service: what none of them carries for the price is not sold. */
  carriers: readonly string[];
  /** The configured price of a minute, a decimal string in pounds. */
  flatRate: string;
  /** A complete number in E.164; otherwise the beginning of one, or a part of a destination's name; otherwise all. */
  number?: string;
  digits?: string;
  name?: string;
  /** Beside the name: calling codes, without the plus, of countries that have it in the reader's language. */
  codes?: readonly string[];
  /** The most lines of the answer, and the prefix after which it starts. */
  limit: number;
  after?: string;
}

/** What is typed into a search, where it is no complete number. */
export function beginningOrName(text: string): Pick<PriceSearch, 'digits' | 'name'> {
  const digits = text.replace(/^(\+|00)/, '').replaceAll(/[\s().-]/g, '');
  return /^\d{1,15}$/.test(digits) ? { digits } : { name: text };
}

/** An account without a reseller and without prices of its own. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NEWCOMER = template.raw(
  `(values ('${NOBODY}'::uuid, null::uuid, 'user', null::timestamptz)) u (id, reseller_id, role, reseller_expires_at)`,
);

const COLUMNS = template`
  (case when sells.now then p.rate end)::numeric(8, 4)::text as rate,
  (case when sells.now then p.fee end)::numeric(8, 4)::text as fee,
  case when sells.now then p.first_interval end as "firstInterval",
  case when sells.now then p.next_interval end as "nextInterval"`;

/** The reseller's next change of a list to or from the prices of a deck, one row: `deck_id`, `holds_from`. */
const raisedSql = (service: RatedService, { userId, now }: { userId: SQL; now: SQL }): SQL => template`
  select raise.deck_id, raise.holds_from
  from users payer join price_raises raise on raise.user_id in (payer.id, payer.reseller_id)
  where payer.id = ${userId} and payer.reseller_id is not null and raise.subject = ${service}
    and raise.holds_from > ${now} and (raise.deck_id is not null or d.listed_deck is not null)
  order by raise.user_id = payer.id desc limit 1`;

/** The settings of a service's flat prices, as a list of the statement. */
const flatNames = (service: RatedService): string =>
  Object.values(FLAT_SETTINGS[service])
    .map((name) => `'${name}'`)
    .join();

/** The destinations of a service that match a search, ordered by prefix, with the account's prices. */
export async function searchPrices(
  db: Queryable,
  service: RatedService,
  { userId, now, carriers, flatRate, number, digits = '', name = '', codes = [], limit, after = '' }: PriceSearch,
): Promise<PriceLine[]> {
  const at = template`${now.toISOString()}::timestamptz`;
  const flat = service === 'sms' ? FLAT_MMS : flatVoice(template`${flatRate}::numeric`);
  const asks = userId === null && { buyers: template`(select * from ${NEWCOMER})` };
  const question = { userId: template`${userId ?? NOBODY}::uuid`, ...asks, service, flat, now: at };
  const terms = termsSql(question);
  const names = template`${carriers.join(',')}::text`;
  const asked = number === undefined ? template`line.prefix` : template`${number.slice(1)}::text`;
  const sells = (by: SQL, price: SQL, when: SQL) =>
    template`(${price}.sold and ${carriedSql({ service, carriers: names, now: when }, { terms: by, price, digits: asked })})`;
  const ofDeck = (deck: SQL) => deckRowsSql({ deck, at, digits, name, codes, after, limit });
  // An announced list is searched, too: who does not buy by it yet sees what its destinations are going to cost.
  const found =
    number === undefined
      ? template`
        select distinct on (f.prefix) f.prefix, f.name
        from (
          (select 1 as rank, o.* from (${ofDeck(template`d.listed_deck`)}) o)
          union all (select 1, o.* from (${ofDeck(template`d.apart_deck`)}) o)
          union all (select 3, o.* from (${ofDeck(template`later.deck_id`)}) o)
          union all (select 2, o.* from (${ofDeck(template`d.deck_id`)}) o)
          union all (select 3, o.* from (${ofDeck(template`next.deck_id`)}) o)
          union all (select 3, o.* from (${ofDeck(template`raised.deck_id`)}) o)
        ) f order by f.prefix, f.rank limit ${limit}::integer`
      : template`
        select ${number.slice(1)}::text as prefix, null::text as name
        where num_nonnulls(d.listed_deck, d.deck_id, d.apart_deck, later.deck_id, next.deck_id, raised.deck_id) > 0`;
  const then = { ...question, flat: heldFlatSql({ service, flat, now: template`soon.at` }) };
  const announced = termsBySql({
    ...then,
    uses: template`(select * from rate_switches where deck_id is not null)`,
  });
  return [
    ...(await askKept<PriceLine>(
      db,
      template`
    select ${service}::text as service, ${number === undefined ? template`line.prefix` : template`coalesce(p.listed_prefix, p.prefix, line.prefix)`} as prefix,
      coalesce(line.name, p.name) as name, ${COLUMNS},
      case when s.rate is distinct from p.rate then s.rate::numeric(8, 4)::text end as "soonRate",
      ${isoTime(template`soon.at`)} as "soonFrom",
      case when sells.now and not s.sold then ${isoTime(template`soon.at`)} end as "endsFrom"
    from (${terms}) d
    left join rate_switches next on next.service = ${service} and next.holds_from > ${at}
    left join lateral (${raisedSql(service, question)}) raised on true
    left join lateral (select a.holds_from, a.deck_id from account_prices a
      where a.user_id = coalesce(d.reseller_id, ${question.userId}) and a.subject = ${service} and a.holds_from > ${at}
      order by a.holds_from limit 1) later on true
    cross join lateral (
      select * from (${found}) f
      union all select null, null where d.deck_id is null and (d.listed_deck is null or ${besideSql(template`d`)}) and ${after} = ''
    ) line
    cross join lateral (${priceSql(template`d`, template`coalesce(line.prefix, '')`, at)}) p
    cross join lateral (select ${sells(template`d`, template`p`, at)} as now) sells
    left join lateral (
      select starts.at, starts.by from (
        select i.valid_from as at, 'rows' as by from rate_imports i
        where i.deck_id in (d.deck_id, d.own_deck, d.listed_deck, d.apart_deck) and i.undone_at is null and i.valid_from > ${at}
        union all
        select i.valid_from, 'rows' from rate_imports i join rate_decks c on c.id = i.deck_id
        where c.kind = 'cost' and c.service = ${service} and c.carrier = any(string_to_array(${names}, ','))
          and i.undone_at is null and i.valid_from > ${at}
        union all
        select s.holds_from, 'rows' from settings s
        where d.deck_id is null and s.name in (${template.raw(flatNames(service))}) and s.holds_from > ${at}
        union all
        select next.holds_from, 'switch' where next.holds_from is not null
        union all
        select raised.holds_from, 'list' where raised.holds_from is not null
        union all
        select later.holds_from, 'apart' where later.holds_from is not null
      ) starts order by starts.at limit 1
    ) soon on true
    left join lateral (
      select d.* where d.deck_id is not null and soon.by = 'rows'
      union all select w.* from (${termsBySql(then)}) w where d.deck_id is null and soon.by = 'rows'
      union all select w.* from (${announced}) w where soon.by = 'switch'
      union all select w.* from (${termsBySql({ ...then, lists: waitingListsSql(service) })}) w where soon.by = 'list'
      union all select w.* from (${termsBySql({ ...then, apartAt: template`soon.at` })}) w where soon.by = 'apart'
    ) e on soon.at is not null
    left join lateral (
      select x.sold, case when x.sold then q.rate end as rate
      from (${priceSql(template`e`, template`coalesce(line.prefix, '')`, template`soon.at`)}) q
      cross join lateral (select ${sells(template`e`, template`q`, template`soon.at`)} as sold) x
      where soon.at is not null
    ) s on true
    order by line.prefix nulls first`,
    )),
  ].map((line) => (line.soonRate === null ? { ...line, soonFrom: null } : line));
}
