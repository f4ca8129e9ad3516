import { and, eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/index.ts';
import { type Acting, type Actor, type Owned, audit } from '../audit.ts';
import { revokeKeys } from '../registration/reclaim-account.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { securityChangedEvent } from '../events.ts';
import { requireUser } from '../require-user.ts';

/**
 * Signs one browser of an account out, and closes its streams.
 * @throws not_found, also for a session of another account
 */
export async function endSession({ tx, actor }: Acting, { userId, sessionId }: Owned<'sessionId'>): Promise<void> {
  const [ended] = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  if (!ended) throw notFound('Session');
  tx.endCredentials({ userId, only: sessionId });
  tx.publish(securityChangedEvent, userId, { userId, what: 'sessions' });
  await noteEnd(tx, actor, userId, { count: 1, keysRevoked: 0 });
}

/**
 * Signs an account out everywhere except in the caller's browser.
 * @param input.withKeys whether its API keys end too
 * @throws not_found
 */
export async function endOtherSessions(
  { tx, actor }: Acting,
  { userId, withKeys }: { userId: string; withKeys: boolean },
): Promise<void> {
  const ended = await endSessions(tx, userId, actor.credentialId);
  const keysRevoked = withKeys ? await revokeKeys(tx, userId) : 0;
  await noteEnd(tx, actor, userId, { count: ended, keysRevoked });
}

async function noteEnd(
  tx: Transaction,
  actor: Actor,
  userId: string,
  detail: { count: number; keysRevoked: number },
): Promise<void> {
  const account = await requireUser(tx, userId);
  await audit(tx, actor, 'sessions.revoked', { subject: account.email, userId, detail });
}
