import { and, eq, lte, sql as template } from 'drizzle-orm';
import { settings } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { eachAlone } from '../../platform/kit/each-alone.ts';
import { transact } from '../../platform/events/transact.ts';
import { settingsChangedEvent } from './events.ts';
import { offersChangedEvent } from '../../money/pricing/events.ts';
import { KNOWN_SETTINGS } from './known-settings.ts';

/**
 * Tells everybody that an announced setting holds from now on. Readers already use it, because they compare
 * `holds_from` with their own time; here the announced value only moves into the ordinary column.
 */
export async function applySettings(deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'log'>): Promise<void> {
  const due = await deps.db.select().from(settings).where(lte(settings.holdsFrom, deps.clock.now()));
  const what = 'an announced setting could not be applied';
  await eachAlone(
    { log: deps.log, what, items: due, idOf: ({ name, about }) => `${name} ${about}` },
    ({ name, about }) =>
      transact(deps, async (tx) => {
        const [row] = await tx.db
          .update(settings)
          .set({ value: template`${settings.next}`, next: null, holdsFrom: null })
          .where(and(eq(settings.name, name), eq(settings.about, about), lte(settings.holdsFrom, tx.now)))
          .returning({ name: settings.name });
        if (!row) return;
        tx.publish(settingsChangedEvent, null, { name });
        const { offer } = KNOWN_SETTINGS[name];
        if (offer) tx.publish(offersChangedEvent, null, { what: offer });
      }),
  );
}
