import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deck } from './lock-deck.ts';

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
      and (r.valid_until is null or r.valid_until > ${tx.now.toISOString()}::timestamptz)
    limit 1`);
  return row !== undefined;
}
