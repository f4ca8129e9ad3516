import { eq } from 'drizzle-orm';
import { passkeys, totpSecrets } from '../../../../db/schema/index.ts';
import { type Acting, audit } from '../../audit.ts';
import { endSessions } from '../../sessions/sessions.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { settleSecondFactor } from './second-factor.ts';
import { lockUser } from '../../require-user.ts';

/**
 * Removes the second factor of a person who has lost it, and ends all of their sessions: from then on their
 * password alone signs them in. If they have none, nothing changes.
 * @throws not_found, not_allowed_now (their own, for which they need their password)
 */
export async function resetSecondFactor({ tx, actor }: Acting, userId: string): Promise<void> {
  const account = await lockUser(tx, userId, 'update');
  if (userId === actor.id) {
    throw new Problem('not_allowed_now', sentence('ownFactor'));
  }
  if (!account.hasSecondFactor) return;
  await tx.db.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  await tx.db.delete(passkeys).where(eq(passkeys.userId, userId));
  await settleSecondFactor(tx, userId);
  const sessionsEnded = await endSessions(tx, userId, null);
  await audit(tx, actor, 'second_factor.reset', { subject: account.email, userId, detail: { sessionsEnded } });
}
