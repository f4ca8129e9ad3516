import { eq, sql as template } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { rateSwitches, rateUses } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';

/**
 * Reads by what a service is sold, and what is announced. Transactions that change one of both, or a flat price of the
 * service, run one after the other; there is not always a row that could be locked.
 */
export async function lockUse(
  tx: Transaction,
  service: RatedService,
): Promise<{ use: typeof rateUses.$inferSelect | null; announced: typeof rateSwitches.$inferSelect | null }> {
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`rate use ${service}`}, 0))`);
  const [use] = await tx.db.select().from(rateUses).where(eq(rateUses.service, service)).for('update');
  const [announced] = await tx.db.select().from(rateSwitches).where(eq(rateSwitches.service, service)).for('update');
  return { use: use ?? null, announced: announced ?? null };
}
