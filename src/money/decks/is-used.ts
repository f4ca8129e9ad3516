import { sql as template, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deck } from './lock-deck.ts';
import { timeSql } from './price-increases/selling.ts';

/**
 * Tells whether anybody buys by a deck, or is going to: directly, by the price list of a reseller, or by
 * prices of one account's own.
 */
export const isUsedSql = (deck: SQL, now: Date): SQL => template`exists (
    select from rate_uses where deck_id = ${deck} or reseller_deck_id = ${deck}
    union all
    select from rate_switches where deck_id = ${deck} or reseller_deck_id = ${deck}
    union all
    select from price_lists where sms_deck_id = ${deck}
    union all
    select from price_lists where voice_deck_id = ${deck}
    union all
    select from price_raises where deck_id = ${deck}
    union all
    select from account_prices a where deck_id = ${deck} and not exists (
      select from account_prices later where later.user_id = a.user_id and later.subject = a.subject
        and later.holds_from > a.holds_from and later.holds_from <= ${timeSql(now)}))`;

/** The same; the answer is valid while the deck's row is locked. */
export async function isUsed(tx: Transaction, deckId: string): Promise<boolean> {
  const [found] = await tx.db.execute<{ used: boolean }>(
    template`select ${isUsedSql(template`${deckId}::uuid`, tx.now)} as used`,
  );
  return found?.used ?? false;
}

/**
 * Tells whether two administrators must change the prices of a list of costs. They must as soon as any
 * carrier's price for the service is known: then a change may lower the cheapest price or leave none, and
 * nothing is refused for being below cost. The first prices can only refuse more. The answer is valid while
 * the service is locked (`lockSold`).
 */
export async function isCostInUse(tx: Transaction, { kind, service }: Deck): Promise<boolean> {
  if (kind !== 'cost') return false;
  const [row] = await tx.db.execute(template`
    select from rate_decks d join rate_rows r on r.deck_id = d.id
    where d.kind = 'cost' and d.service = ${service}
      and (r.valid_until is null or r.valid_until > ${timeSql(tx.now)})
    limit 1`);
  return row !== undefined;
}
