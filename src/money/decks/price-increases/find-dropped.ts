import { sql as template, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../../platform/events/transact.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import type { Config } from '../../config.ts';
import { callingCodeSql } from '../../figures/calling-code-sql.ts';
import { priceSql } from '../../pricing/price-sql.ts';
import { USED_DAYS } from '../contract.ts';
import { termsOf } from './find-payers.ts';
import { amongSql, type Move, readListedDecks, type Selling, timeSql } from './selling.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** For how long what somebody sent or called counts. */
export const RECENT_MS = USED_DAYS * DAY_MS;
/** The fewest digits by which numbers are told apart: a calling code has no more. */
const CODE_DIGITS = 4;

/** Somebody who used destinations lately that are not sold to them any more. */
export interface Dropped {
  id: string;
  /** A mail can reach them: their account is not suspended or closed. */
  isActive: boolean;
  /** `+` and a prefix with its name, or a calling code; in their order. */
  destinations: string[];
}

/**
 * Finds all customers who sent to or called a destination in the last 30 days that they can buy before a change of
 * prices, and not after it. Numbers that are equal in all digits on which a price depends are judged once for each account.
 */
export async function findDropped(
  tx: Transaction,
  deps: { config: Pick<Config, 'voiceRateGbp'> },
  { service, before, after, payerIds }: Move,
): Promise<Dropped[]> {
  const decks = after.lists
    ? [before, after].flatMap(({ lists }) => lists?.deckIds ?? [])
    : await readListedDecks(tx, service);
  if (!(await mayDrop(tx, { service, before, after, payerIds }, decks))) return [];
  const price = (terms: 'b' | 'a', { at }: Selling) =>
    priceSql(template.raw(terms), template`h.number_prefix`, timeSql(at));
  const rows = await tx.db.execute<{ id: string; active: boolean; destinations: string[] }>(template`
    with used as materialized (
      select u.user_id, left(substr(u.number, 2), l.longest) as number_prefix
      from (select greatest(${CODE_DIGITS}::integer, max(longest_prefix)) as longest from rate_decks
        where id in (${deckIds(before)}, ${deckIds(after)}) or ${amongSql(template`id`, decks)}) l,
        (${usedSql(service, new Date(tx.now.getTime() - RECENT_MS))}) u
      where ${amongSql(template`u.user_id`, payerIds)}
      group by 1, 2
    )
    select payer.id, payer.status = 'active' as active, json_agg(distinct
      coalesce('+' || coalesce(x.listed_prefix, x.prefix) || coalesce(' ' || nullif(x.name, ''), ''), ${callingCodeSql(template`('+' || h.number_prefix)`)}))
      as destinations
    from (select distinct user_id from used) w join users payer on payer.id = w.user_id and payer.role <> 'admin'
    cross join lateral (${termsOf(tx, deps, { service, selling: before })}) b
    cross join lateral (${termsOf(tx, deps, { service, selling: after })}) a
    join used h on h.user_id = payer.id
    cross join lateral (${price('b', before)}) x cross join lateral (${price('a', after)}) y
    where x.sold and not y.sold
    group by 1, 2 order by 1`);
  return rows.map(({ id, active, destinations }) => ({ id, isActive: active, destinations }));
}

const deckIds = ({ deckId, resellerDeckId }: Selling): SQL => template`${deckId}::uuid, ${resellerDeckId}::uuid`;

/** The accounts and numbers (E.164) of messages or calls since a time: a range of the primary key. */
export function usedSql(service: Move['service'], since: Date): SQL {
  const firstId = template`${firstIdAt(since)}::uuid`;
  return service === 'sms'
    ? template`select m.user_id, r.number from sms_messages m join sms_recipients r on r.message_id = m.id
        where m.id >= ${firstId}`
    : template`select c.user_id, c.destination as number from voice_calls c
        where c.id >= ${firstId} and c.origin <> 'incoming'`;
}

/**
 * Tells whether some number could be sold before and not after, so that a change of prices alone does not
 * read sent messages. A list that changes may drop any number for which its new deck has no row.
 * @param listed the decks that resellers have set
 */
async function mayDrop(tx: Transaction, { before, after }: Move, listed: readonly string[]): Promise<boolean> {
  if (after.lists) return true;
  // The flat prices sell everything.
  if (after.deckId !== null && (before.deckId === null || (await dropsSomething(tx, before, after)))) return true;
  for (const deckId of listed) {
    const ofDeck = { deckId, resellerDeckId: null, resellerPercent: 100 };
    const [was, will] = [
      { ...ofDeck, at: before.at },
      { ...ofDeck, at: after.at },
    ];
    if (await dropsSomething(tx, was, will)) return true;
  }
  return false;
}

/** A row without a successor, or one that is blocked afterwards. */
async function dropsSomething(tx: Transaction, before: Selling, after: Selling): Promise<boolean> {
  const holds = (row: 'o' | 'n', { at }: Selling) => {
    const [its, time] = [template.raw(row), timeSql(at)];
    return template`${its}.valid_from <= ${time} and (${its}.valid_until is null or ${its}.valid_until > ${time})`;
  };
  const [found] = await tx.db.execute(template`
    select from rate_decks later where later.id in (${deckIds(after)}) and (
      exists (select from rate_rows n where n.deck_id = later.id and n.blocked and ${holds('n', after)})
      or exists (
        select from rate_rows o where o.deck_id in (${deckIds(before)}) and not o.blocked and ${holds('o', before)}
          and not exists (select from rate_rows n
            where n.deck_id = later.id and n.prefix = o.prefix and ${holds('n', after)})))
    limit 1`);
  return found !== undefined;
}
