import { eq, sql as template, type SQL } from 'drizzle-orm';
import type { RatedService } from '../../../db/enums.ts';
import { rateUses } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { QueryOf } from '../../platform/kit/endpoint.ts';
import { countriesByCode } from '../../shared/calling-codes.ts';
import type { Deps } from '../deps.ts';
import { shareSql } from '../pricing/price-sql.ts';
import type { UseChanges } from './changes-contract.ts';
import type { listRateDecks } from './contract.ts';
import { FLAT_TERMS, flatAt, type Move, timeSql } from './price-increases/selling.ts';
import { comparedSql } from './price-increases/stage-moves.ts';
import { findConcerned, moveOf, requireSellable } from './use-deck.ts';

/** How many changes of a kind are shown; the counts cover all of them. */
const EXAMPLES = 5;

/**
 * What selling a service by something else would change for everybody and for resellers.
 * @throws not_found, not_allowed_now: it cannot be sold so
 */
export async function compareUses(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  {
    service,
    deckId,
    resellerDeckId,
    resellerPercent,
  }: Omit<QueryOf<typeof listRateDecks>, 'instead'> & { service: RatedService },
): Promise<UseChanges> {
  const [before = FLAT_TERMS] = await tx.db.select().from(rateUses).where(eq(rateUses.service, service));
  const after = deckId === undefined ? FLAT_TERMS : { deckId, resellerDeckId: resellerDeckId ?? null, resellerPercent };
  await requireSellable(tx, service, after);
  const move = moveOf(tx, service, { before, after });
  const { payers, dropped } = await findConcerned(tx, deps, move);
  const told = new Set([...payers, ...dropped].map(({ id }) => id)).size;
  const found = await readChanges(tx, deps, move);
  const countOf = (kind: string) => found.find((each) => each.kind === kind)?.count ?? 0;
  return {
    ...{ new: countOf('new'), dearer: countOf('dearer'), cheaper: countOf('cheaper'), gone: countOf('gone') },
    holdsFrom: told > 0 ? move.after.at.toISOString() : null,
    told,
    examples: found.map(({ example }) => example),
  };
}

interface Found extends Record<string, unknown> {
  kind: string;
  count: number;
  example: UseChanges['examples'][number];
}

/** The largest changes of each kind, each with the count of its kind. */
async function readChanges(tx: Transaction, { config }: Pick<Deps, 'config'>, move: Move): Promise<Found[]> {
  const price = (when: 'before' | 'after') => {
    const { deckId, resellerPercent, at } = move[when];
    const { standard, reseller } = flatAt(config, move.service, at);
    const [row, own] = [template.raw(`standard_${when}`), template.raw(`own_${when}`)];
    return deckId === null
      ? template`select ${standard} as rate, ${reseller} as own, 0::numeric as fee, 60 as first_interval, 60 as next_interval`
      : template`select case when not ${row}.blocked then ${row}.rate end as rate,
          case when not ${row}.blocked and not ${own}.blocked then ${shareSql(template`${own}.rate`, template`${resellerPercent}::integer`)} end as own,
          ${row}.fee, ${row}.first_interval, ${row}.next_interval`;
  };
  const text = (column: string) => template.raw(`${column}::numeric(8, 4)::text`);
  return [
    ...(await tx.db.execute<Found>(template`
      with judged as materialized (
        select p.prefix, coalesce(standard_after.name, standard_before.name, '') as name,
          x.rate as before, y.rate as after, x.own as own_before, y.own as own_after, case
            when x.rate is null and y.rate is null then null when x.rate is null then 'new' when y.rate is null then 'gone'
            when ${moreSql('y', 'x')} then 'dearer' when ${moreSql('x', 'y')} then 'cheaper'
            when y.own > x.own then 'dearer' when y.own < x.own then 'cheaper' end as kind
        from ${comparedSql(move, codesSql(move))}
        cross join lateral (${price('before')}) x cross join lateral (${price('after')}) y
      ), ranked as (
        select *, count(*) over (partition by kind)::integer as count, row_number() over (
          partition by kind order by abs(coalesce(after, 0) - coalesce(before, 0)) desc, prefix) as place
        from judged where kind is not null
      )
      select kind, count, json_build_object('kind', kind, 'prefix', prefix, 'name', name, 'before', ${text('before')},
        'after', ${text('after')}, 'resellersBefore', ${text('own_before')}, 'resellersAfter', ${text('own_after')}) as example
      from ranked where place <= ${EXAMPLES}::integer
      order by array_position(array['dearer', 'gone', 'cheaper', 'new'], kind), place`)),
  ];
}

const moreSql = (one: 'x' | 'y', than: 'x' | 'y'): SQL =>
  template.raw(
    `(${['rate', 'fee', 'first_interval', 'next_interval']
      .map((column) => `${one}.${column} > ${than}.${column}`)
      .join(' or ')})`,
  );

/** The flat price sells every country: those of which the list has no longer prefix are one destination each. */
const codesSql = ({ before, after }: Move): SQL => template`
  select code from unnest(string_to_array(${[...countriesByCode.keys()].map((code) => code.slice(1)).join(',')}, ',')) code
  where num_nonnulls(${before.deckId}::uuid, ${after.deckId}::uuid) = 1 and not exists (
    select from rate_rows r where r.deck_id = coalesce(${before.deckId}::uuid, ${after.deckId}::uuid)
      and r.prefix > code and r.prefix <= code || '999999999999999'
      and r.valid_from <= ${timeSql(after.at)} and (r.valid_until is null or r.valid_until > ${timeSql(after.at)}))`;
