import { sql as template, type SQL } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { RatedService } from '../../../db/enums.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { writtenTogether } from '../../platform/events/transact.ts';

/** How many of the newest results determine the share that was delivered. */
const KEPT = 1000;

/** The result of a message or call that a carrier was given. */
export interface RouteOutcome {
  service: RatedService;
  carrier: string;
  /** `outcomePrefix` makes it. */
  prefix: string;
  delivered: boolean;
  /** Of an answered call: how long it lasted, and how long it took until it was answered. */
  seconds?: number;
  waited?: number;
  /** Of a call that rang: how long it took until it did. */
  ringMs?: number;
}

/**
 * The prefix that a result counts for: that of the carrier's price list; without one, of the list by which we sold it, if
 * that is no shorter than the calling code; otherwise the calling code. `destinationSql` says the same for the figures.
 * @param number E.164
 */
export function outcomePrefix({
  number,
  listPrefix,
  pricePrefix,
}: {
  number: string;
  listPrefix: string | null;
  pricePrefix: string | null;
}): string {
  const code = callingCode(number).slice(1);
  if (listPrefix !== null) return listPrefix;
  return pricePrefix !== null && pricePrefix.length >= code.length ? pricePrefix : code;
}

/** The stored results of a carrier and a prefix, newest first; an empty text if there are none. */
export const outcomesSql = (service: RatedService, carrier: SQL, prefix: SQL): SQL => template`
  coalesce((select o.outcomes from route_outcomes o
    where o.service = ${template.raw(`'${service}'`)} and o.carrier = ${carrier} and o.prefix = ${prefix}), '')`;

/** Stores the results of some messages or calls; for each carrier and prefix only the newest stay. */
export const keepOutcomes = writtenTogether<RouteOutcome>(async (tx, outcomes) => {
  const byRoute = Map.groupBy(outcomes, ({ service, carrier, prefix }) => `${service} ${carrier} ${prefix}`);
  // In one order, so that two processes do not wait for each other's rows.
  const rows = [...byRoute.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, of]) => ({
      ...of[0],
      tries: of.length,
      reached: of.filter(({ delivered }) => delivered).length,
      seconds: total(of, 'seconds'),
      waited: total(of, 'waited'),
      rings: of.filter(({ ringMs }) => ringMs !== undefined).length,
      ring_ms: total(of, 'ringMs'),
      outcomes: of.map(({ delivered }) => (delivered ? '1' : '0')).join(''),
    }));
  await keep(tx.sql, { rows: JSON.stringify(rows), kept: KEPT, now: tx.now });
});

const total = (of: readonly RouteOutcome[], measure: 'seconds' | 'waited' | 'ringMs') =>
  of.reduce((sum, each) => sum + Math.round(each[measure] ?? 0), 0);

const keep = prepared<{ rows: string; kept: number; now: Date }, never>(
  (p) => template`
    with given as materialized (
      select * from json_to_recordset(${p.rows}::text::json) as g (service text, carrier text, prefix text,
        outcomes text, tries bigint, reached bigint, seconds bigint, waited bigint,
        rings bigint, ring_ms bigint)
    ), counted as (
      insert into route_days as held (day, service, carrier, prefix, tries, reached, seconds, waited, rings, ring_ms)
      select (${p.now}::timestamptz at time zone 'UTC')::date, service, carrier, prefix, tries, reached, seconds, waited,
        rings, ring_ms
      from given
      on conflict (day, service, carrier, prefix) do update set tries = held.tries + excluded.tries,
        reached = held.reached + excluded.reached, seconds = held.seconds + excluded.seconds,
        waited = held.waited + excluded.waited,
        rings = held.rings + excluded.rings, ring_ms = held.ring_ms + excluded.ring_ms
    )
    insert into route_outcomes as kept (service, carrier, prefix, outcomes)
    select service, carrier, prefix, left(outcomes, ${p.kept}::integer) from given
    on conflict (service, carrier, prefix) do update
      set outcomes = left(excluded.outcomes || kept.outcomes, ${p.kept}::integer)`,
);
