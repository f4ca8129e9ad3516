import { eq } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { rateUses } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { Terms } from '../price-increases/selling.ts';

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
