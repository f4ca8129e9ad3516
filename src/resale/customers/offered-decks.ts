import { and, asc, eq, inArray, or, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { RatedService } from '../../../db/enums.ts';
import { rateDecks, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { isReseller, type ResellerTerm } from '../../money/pricing/tariff.ts';
import { invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import type { OfferedDeck } from './price-contract.ts';

/**
 * The decks that a reseller may choose for customers, by service and name; none while the package does not run.
 * @param kept further ones, which are chosen already
 */
export async function readOfferedDecks(
  { db, now }: { db: Queryable; now: Date },
  { reseller, kept }: { reseller: ResellerTerm; kept: readonly string[] },
): Promise<OfferedDeck[]> {
  const at = template`${now.toISOString()}::timestamptz`;
  return await db
    .select({
      id: rateDecks.id,
      name: rateDecks.name,
      service: rateDecks.service,
      rows: template<number>`(
        select count(*)::integer from rate_rows r where r.deck_id = rate_decks.id and r.valid_from <= ${at}
          and (r.valid_until is null or r.valid_until > ${at}))`,
      offered: rateDecks.offered,
    })
    .from(rateDecks)
    .where(or(isReseller(reseller, now) ? rateDecks.offered : undefined, inArray(rateDecks.id, [...kept])))
    .orderBy(asc(rateDecks.service), asc(rateDecks.name));
}

/**
 * Requires that a reseller may see a deck: it is offered, or one of the reseller's lists has it already. Any other is not
 * there.
 * @throws not_found
 */
export async function requireSeen(
  { db, now }: { db: Queryable; now: Date },
  { resellerId, deckId }: { resellerId: string; deckId: string },
): Promise<void> {
  const [reseller] = await db.select().from(users).where(eq(users.id, resellerId));
  const [deck] = await db
    .select({ offered: rateDecks.offered })
    .from(rateDecks)
    .where(and(eq(rateDecks.id, deckId), eq(rateDecks.kind, 'sell')));
  if (reseller && deck?.offered && isReseller(reseller, now)) return;
  const id = template`${deckId}::uuid`;
  const [list] = await db.execute(template`
    select from users u join price_lists l on l.user_id = u.id left join price_raises w on w.user_id = u.id
    where (u.id = ${resellerId}::uuid and u.reseller_id is null or u.reseller_id = ${resellerId}::uuid)
      and (l.sms_deck_id = ${id} or l.voice_deck_id = ${id} or w.deck_id = ${id}) limit 1`);
  if (!deck || !list) throw notFound('Price list');
}

/**
 * Requires that a reseller may choose a deck for a service, and keeps it from changes until the end of the transaction.
 * A list that is not offered is refused in the same words as one that does not exist.
 * @param field of the request
 * @throws validation_failed
 */
export async function requireOffered(
  { db, now }: Transaction,
  { deckId, service, field }: { deckId: string; service: RatedService; field: string },
): Promise<void> {
  const ofService = and(eq(rateDecks.id, deckId), eq(rateDecks.service, service), rateDecks.offered);
  const [deck] = await db.select({ id: rateDecks.id }).from(rateDecks).where(ofService).for('share');
  if (!deck) throw invalidField(field, sentence('listNotOffered'));
  const [row] = await db.execute(template`
    select from rate_rows where deck_id = ${deckId}::uuid and valid_from <= ${now.toISOString()}::timestamptz
      and (valid_until is null or valid_until > ${now.toISOString()}::timestamptz) limit 1`);
  if (!row) throw invalidField(field, sentence('listNothing'));
}
