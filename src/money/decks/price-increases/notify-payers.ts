import { and, inArray, type SQL, sql as template } from 'drizzle-orm';
import type { RatedService } from '../../../../db/enums.ts';
import { users } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { writeMails } from '../../../platform/mail/write-mail.ts';
import { TOLD_DAYS } from '../contract.ts';
import type { Payer } from './find-payers.ts';

/** Writes a mail to everybody who used a service lately and is going to pay more for some of its destinations. */
export async function notifyPayers(
  tx: Transaction,
  payers: readonly Payer[],
  { service, holdsFrom }: { service: RatedService; holdsFrom: Date },
): Promise<void> {
  const ids = payers.flatMap(({ id, isActive }) => (isActive ? [id] : []));
  if (ids.length === 0) return;
  const readers = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), usedLatelySql(service, template`${users.id}`, tx.now)));
  if (readers.length === 0) return;
  await writeMails(
    tx,
    readers.map(({ id }) => id),
    { kind: 'destinations_rising', service, holdsFrom: holdsFrom.toISOString() },
  );
}

/** Tells whether an account sent a message, or made a call, in the last 90 days: one look at the index of its messages. */
export function usedLatelySql(service: RatedService, userId: SQL, now: Date): SQL {
  const firstId = template`${firstIdAt(new Date(now.getTime() - TOLD_DAYS * DAY_MS))}::uuid`;
  return service === 'sms'
    ? template`exists (select from sms_messages m where m.user_id = ${userId} and m.id >= ${firstId})`
    : template`exists (select from voice_calls c
        where c.user_id = ${userId} and c.id >= ${firstId} and c.origin <> 'incoming')`;
}
