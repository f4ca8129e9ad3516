import { eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { audit } from '../audit.ts';
import type { Actor } from '../guards.ts';
import { securityChangedEvent } from '../events.ts';

/** Ends the session that the caller came with, and its streams. With an API key there is none to end. */
export async function logout({ tx, actor }: { tx: Transaction; actor: Actor }): Promise<void> {
  if (actor.credentialKind !== 'session') return;
  await tx.db.delete(sessions).where(eq(sessions.id, actor.credentialId));
  tx.endCredentials({ userId: actor.id, only: actor.credentialId });
  tx.publish(securityChangedEvent, actor.id, { userId: actor.id, what: 'sessions' });
  await audit(tx, {
    actorId: actor.id,
    action: 'session.ended',
    subject: actor.email,
    subjectUserId: actor.id,
  });
}
