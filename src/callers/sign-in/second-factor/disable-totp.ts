import { eq } from 'drizzle-orm';
import type { Calling } from '../../audit.ts';
import { totpSecrets } from '../../../../db/schema/index.ts';
import { countAttempt, forgetAttempt, secondFactorLimit } from '../../throttle.ts';
import type { Deps } from '../../deps.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { wrongCode } from './confirm-totp.ts';
import type { disableTotp as endpoint } from '../contract.ts';
import { changeWithPassword, hasTotp } from './second-factor.ts';
import { spendCode } from './spend-code.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';

/**
 * Turns the caller's authenticator app off and ends their other sessions. It needs both the password and a code.
 * @throws rate_limited, wrong_password, not_allowed_now (there is none), validation_failed (code)
 */
export async function disableTotp(
  { deps, actor }: Calling<Deps>,
  { password, code }: BodyOf<typeof endpoint>,
): Promise<undefined> {
  const limit = secondFactorLimit(actor.id);
  await countAttempt(deps, limit);
  await changeWithPassword({ deps, actor }, { password, factorShown: true }, async (tx) => {
    if (!(await hasTotp(tx.db, actor.id))) {
      throw new Problem('not_allowed_now', sentence('noApp'));
    }
    if (!(await spendCode({ tx, config: deps.config }, { userId: actor.id, code }))) throw wrongCode();
    await tx.db.delete(totpSecrets).where(eq(totpSecrets.userId, actor.id));
    return { action: 'totp.disabled' };
  });
  await forgetAttempt(deps, limit);
}
