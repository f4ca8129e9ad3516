import type { RatedService } from '../../../../db/enums.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import type { Dropped } from './find-dropped.ts';

/** How many destinations a mail names. */
const NAMED = 20;

/** Writes a mail to everybody who used destinations lately that are not sold to them any more from a time on. */
export async function notifyDropped(
  tx: Transaction,
  dropped: readonly Dropped[],
  { service, holdsFrom }: { service: RatedService; holdsFrom: Date },
): Promise<void> {
  for (const { id, isActive, destinations } of dropped) {
    if (!isActive) continue;
    const named = destinations.slice(0, NAMED);
    await writeMails(tx, [id], {
      kind: 'destinations_dropped',
      service,
      destinations: named,
      more: destinations.length - named.length,
      holdsFrom: holdsFrom.toISOString(),
    });
  }
}
