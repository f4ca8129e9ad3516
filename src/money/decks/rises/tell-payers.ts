import type { RatedService } from '../../../../db/enums.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import type { Payer } from './find-payers.ts';

/** Writes a mail to everybody who is going to pay more for some destinations of a service. */
export async function tellPayers(
  tx: Transaction,
  payers: readonly Payer[],
  { service, holdsFrom }: { service: RatedService; holdsFrom: Date },
): Promise<void> {
  const readers = payers.flatMap(({ id, isActive }) => (isActive ? [id] : []));
  if (readers.length === 0) return;
  await writeMails(tx, readers, {
    kind: 'destinations_rising',
    service,
    holdsFrom: holdsFrom.toISOString(),
  });
}
