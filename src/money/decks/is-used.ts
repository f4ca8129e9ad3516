import { sql as template } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';

/** Whether anybody buys by a deck, or is going to. The answer is valid while the deck's row is locked. */
export async function isUsed(tx: Transaction, deckId: string): Promise<boolean> {
  const [use] = await tx.db.execute(template`
    select from rate_uses where deck_id = ${deckId}::uuid or reseller_deck_id = ${deckId}::uuid
    union all
    select from rate_switches where deck_id = ${deckId}::uuid or reseller_deck_id = ${deckId}::uuid`);
  return use !== undefined;
}
