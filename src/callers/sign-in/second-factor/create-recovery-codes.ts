import { eq } from 'drizzle-orm';
import { users } from '../../../../db/schema/index.ts';
import { type Calling, audit } from '../../audit.ts';
import { wrongPassword } from '../../passwords/confirm-password.ts';
import { requireStepUp } from '../../sessions/require-step-up.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { securityChangedEvent } from '../../events.ts';

/**
 * Replaces the caller's recovery codes; the former ones no longer work.
 * @throws rate_limited, wrong_password, not_allowed_now (without a second factor)
 */
export async function createRecoveryCodes(
  { deps, actor }: Calling<Deps>,
  password: string | undefined,
): Promise<string[]> {
  const hash = await requireStepUp({ deps, actor }, { password });
  return transact(deps, async (tx) => {
    const [account] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for('update');
    if (!account || (hash !== null && account.password !== hash)) throw wrongPassword('password');
    if (!account.hasSecondFactor) {
      throw new Problem('not_allowed_now', sentence('recoveryAlone'));
    }
    const codes = await replaceRecoveryCodes(tx, actor.id);
    tx.publish(securityChangedEvent, actor.id, { userId: actor.id, what: 'second-factor' });
    await writeMail(tx, actor.id, { kind: 'factor_changed', what: 'recovery_codes.created' });
    await audit(tx, actor, 'recovery_codes.created', { subject: account.email, userId: actor.id });
    return codes;
  });
}
