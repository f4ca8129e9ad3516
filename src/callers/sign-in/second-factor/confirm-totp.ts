import { and, eq, isNull } from 'drizzle-orm';
import type { Calling } from '../../audit.ts';
import { totpSecrets } from '../../../../db/schema/index.ts';
import { noteStepUp } from '../../sessions/require-step-up.ts';
import { countAttempt, forgetAttempt, secondFactorLimit } from '../../throttle.ts';
import type { Deps } from '../../deps.ts';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { unseal } from './sealed-secret.ts';
import { changeSecondFactor } from './second-factor.ts';
import { totpStep } from './totp.ts';
import { fault } from '../../../platform/kit/faults.ts';

/**
 * Turns the caller's authenticator app on once its first code shows that it works, and ends their other sessions.
 * @returns recovery codes, in full, if they have none yet
 * @throws rate_limited, not_allowed_now (nothing to confirm), validation_failed (code)
 */
export async function confirmTotp({ deps, actor }: Calling<Deps>, code: string): Promise<string[]> {
  const limit = secondFactorLimit(actor.id);
  await countAttempt(deps, limit);
  const codes = await changeSecondFactor(deps, actor, async (tx) => {
    const waiting = and(eq(totpSecrets.userId, actor.id), isNull(totpSecrets.confirmedAt));
    const [row] = await tx.db.select().from(totpSecrets).where(waiting);
    if (!row) throw new Problem('not_allowed_now', sentence('noAppWaits'));
    const secret = unseal(deps.config, actor.id, row.sealedSecret);
    const step = secret ? totpStep(secret, code.replace(/\s/g, ''), tx.now) : null;
    if (step === null) throw wrongCode();
    await tx.db.update(totpSecrets).set({ confirmedAt: tx.now, lastStep: step }).where(waiting);
    await noteStepUp(tx, actor, { factor: true });
    return { action: 'totp.enabled' };
  });
  await forgetAttempt(deps, limit);
  return codes;
}

/** A code in a form that is wrong, used, or too old. */
export const wrongCode = () => invalidField('code', fault('codeWrong'));
