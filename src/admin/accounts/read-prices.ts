import { and, asc, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { accountPrices, rateDecks, users } from '../../../db/schema/index.ts';
import { readUser } from '../../callers/present-user.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { getAccountPrices } from './contract.ts';

/** The prices agreed with one account, the newest first, and the lists that it could pay by. @throws not_found */
export async function readAccountPrices(db: Queryable, userId: string): Promise<ResponseOf<typeof getAccountPrices>> {
  await readUser(db, userId);
  const rows = await db
    .select({ price: accountPrices, deck: rateDecks.name, by: users.email })
    .from(accountPrices)
    .leftJoin(rateDecks, eq(rateDecks.id, accountPrices.deckId))
    .leftJoin(users, eq(users.id, accountPrices.setBy))
    .where(eq(accountPrices.userId, userId))
    .orderBy(asc(accountPrices.subject), desc(accountPrices.holdsFrom))
    .limit(200);
  const decks = await db
    .select({ id: rateDecks.id, name: rateDecks.name, service: rateDecks.service })
    .from(rateDecks)
    .where(and(eq(rateDecks.kind, 'sell')))
    .orderBy(asc(rateDecks.name))
    .limit(200);
  return {
    prices: rows.map(({ price: { subject, percent, deckId, holdsFrom, setAt }, deck, by }) => ({
      ...{ subject, percent, deck: deckId && deck !== null ? { id: deckId, name: deck } : null },
      ...{ holdsFrom: holdsFrom.toISOString(), setAt: setAt.toISOString(), setBy: by },
    })),
    decks,
  };
}
