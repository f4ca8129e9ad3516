import { eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../audit.ts';
import { securityChangedEvent } from '../events.ts';

/** Ends the caller's session, and its streams. A caller with an API key has none. */
export async function logout({ tx, actor }: Acting): Promise<void> {
  if (actor.credentialKind !== 'session') return;
  await tx.db.delete(sessions).where(eq(sessions.id, actor.credentialId));
  tx.endCredentials({ userId: actor.id, only: actor.credentialId });
  tx.publish(securityChangedEvent, actor.id, { userId: actor.id, what: 'sessions' });
  await audit(tx, actor, 'session.ended', { subject: actor.email, userId: actor.id });
}
