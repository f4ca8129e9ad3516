import { and, eq, lte } from 'drizzle-orm';
import { priceLists, priceRaises } from '../../../../db/schema/index.ts';
import type { Deps } from '../../../services/deps.ts';
import { eachAlone } from '../../../platform/kit/each-alone.ts';
import { transact } from '../../../platform/events/transact.ts';
import { columnsOf } from './listed.ts';

/** How many raises one transaction applies, because each holds a lock on its list. */
const AT_ONCE = 100;

/** Writes announced prices into their lists when their time has come: they hold from now on. */
export async function applyRaises(deps: Deps): Promise<void> {
  const lists = await deps.db
    .selectDistinct({ userId: priceRaises.userId })
    .from(priceRaises)
    .where(lte(priceRaises.holdsFrom, deps.clock.now()))
    .limit(AT_ONCE);
  const what = 'an announced price could not be applied';
  await eachAlone({ log: deps.log, what, items: lists, idOf: ({ userId }) => userId }, ({ userId }) =>
    transact(deps, async (tx) => {
      // The list is locked first, in the same order as in `raisePrices`.
      await tx.db.select().from(priceLists).where(eq(priceLists.userId, userId)).for('update');
      const due = await tx.db
        .delete(priceRaises)
        .where(and(eq(priceRaises.userId, userId), lte(priceRaises.holdsFrom, tx.now)))
        .returning();
      for (const raise of due) {
        await tx.db
          .update(priceLists)
          .set({ ...columnsOf(raise.subject, raise), updatedAt: tx.now })
          .where(eq(priceLists.userId, userId));
      }
    }),
  );
}
