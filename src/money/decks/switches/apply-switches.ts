import { and, eq, lte } from 'drizzle-orm';
import { rateSwitches } from '../../../../db/schema/index.ts';
import { eachAlone } from '../../../platform/kit/each-alone.ts';
import { transact } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { offersChangedEvent } from '../../pricing/events.ts';
import { lockUse } from './lock-use.ts';
import { writeUse } from './write-use.ts';

/** Sells by what was announced, once its time has come. Several processes may do it at once: one of them does. */
export async function applySwitches(deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'log'>): Promise<void> {
  const due = await deps.db
    .select({ service: rateSwitches.service })
    .from(rateSwitches)
    .where(lte(rateSwitches.holdsFrom, deps.clock.now()));
  const what = 'an announced list of prices could not be put to use';
  await eachAlone({ log: deps.log, what, items: due, idOf: ({ service }) => service }, ({ service }) =>
    transact(deps, async (tx) => {
      await lockUse(tx, service);
      const [announced] = await tx.db
        .delete(rateSwitches)
        .where(and(eq(rateSwitches.service, service), lte(rateSwitches.holdsFrom, tx.now)))
        .returning();
      if (!announced) return;
      await writeUse(tx, service, announced);
      tx.publish(offersChangedEvent, null, { what: 'prices' });
    }),
  );
}
