import { and, eq } from 'drizzle-orm';
import { provenNumbers } from '../../../db/schema/index.ts';
import type { Acting, Owned } from '../../callers/acting.ts';
import { audit } from '../../callers/audit.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { sendersChangedEvent } from '../senders/events.ts';

/** Removes a confirmed number, or a code that waits: nothing is sent from it any more. @throws not_found */
export async function removeProof({ tx, actor }: Acting, { userId, proofId }: Owned<'proofId'>): Promise<undefined> {
  const [gone] = await tx.db
    .delete(provenNumbers)
    .where(and(eq(provenNumbers.id, proofId), eq(provenNumbers.userId, userId)))
    .returning({ number: provenNumbers.number });
  if (!gone) throw notFound('Number');
  tx.publish(sendersChangedEvent, userId, { userId, sender: gone.number, status: null, reason: null });
  await audit(tx, actor, 'number.proof_removed', { subject: gone.number, userId, detail: { proofId } });
}
