import { and, eq } from 'drizzle-orm';
import { senderNames } from '../../../db/schema/index.ts';
import type { Acting, Owned } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { sendersChangedEvent } from './events.ts';

/** Removes a sender name: what waits in the queue is not sent from it. @throws not_found */
export async function removeSender({ tx, actor }: Acting, { userId, nameId }: Owned<'nameId'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(senderNames)
    .where(and(eq(senderNames.id, nameId), eq(senderNames.userId, userId)))
    .returning({ name: senderNames.name });
  if (!gone) throw notFound('Sender name');
  tx.publish(sendersChangedEvent, userId, { userId, sender: gone.name, status: null, reason: null });
  await audit(tx, actor, 'sender_name.removed', { subject: gone.name, userId, detail: { nameId } });
}
