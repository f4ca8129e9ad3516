import { eq } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { rateUses, rateSwitches } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Terms } from '../price-increases/selling.ts';
import { type Acting, audit } from '../../../callers/audit.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { offersChangedEvent } from '../../pricing/events.ts';
import { nameOf } from '../list-decks.ts';
import { lockUse } from './lock-use.ts';

/** Sells a service by a deck from now on, or by the flat prices. */
export async function writeUse(
  tx: Transaction,
  service: RatedService,
  { deckId, resellerDeckId, resellerPercent }: Terms,
): Promise<typeof rateUses.$inferSelect | null> {
  if (deckId === null) {
    await tx.db.delete(rateUses).where(eq(rateUses.service, service));
    return null;
  }
  const set = { deckId, resellerDeckId, resellerPercent, usedSince: tx.now };
  const [row] = await tx.db
    .insert(rateUses)
    .values({ service, ...set })
    .onConflictDoUpdate({ target: rateUses.service, set })
    .returning();
  return row ?? null;
}

/**
 * Takes an announced change back: what is sold by now goes on. One administrator may, since nobody pays more.
 * @throws not_allowed_now: nothing is announced, or it holds already
 */
export async function cancelSwitch({ tx, actor }: Acting, service: RatedService): Promise<void> {
  const { use, announced } = await lockUse(tx, service);
  if (!announced) throw new Problem('not_allowed_now', sentence('switchGone'));
  await tx.db.delete(rateSwitches).where(eq(rateSwitches.service, service));
  const { deckId, holdsFrom } = announced;
  const [list, was] = [await nameOf(tx, deckId), await nameOf(tx, use?.deckId ?? null)];
  await audit(tx, actor, 'rates.switch_cancelled', {
    subject: service,
    detail: { announced: deckId ?? 'flat', list, was, holdsFrom: holdsFrom.toISOString() },
  });
  tx.publish(offersChangedEvent, null, { what: 'prices' });
}
