import { isNull } from 'drizzle-orm';
import type { Calling } from '../../audit.ts';
import { totpSecrets } from '../../../../db/schema/index.ts';
import { requireStepUp } from '../../sessions/require-step-up.ts';
import type { Deps } from '../../deps.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { seal } from './sealed-secret.ts';
import { newTotpSecret, totpAddress } from './totp.ts';

/**
 * Makes a secret for the caller's authenticator app, instead of one that was never confirmed. It needs a
 * step-up, so that nobody can lock the owner out from a browser that was left open.
 * @param issuer the name of the service, as the app shows it
 * @throws rate_limited, wrong_password, step_up_required, not_allowed_now (there is one already)
 */
export async function startTotp(
  { deps, actor }: Calling<Deps>,
  { password, issuer }: { password: string | undefined; issuer: string },
): Promise<{ secret: string; uri: string }> {
  await requireStepUp({ deps, actor }, { password });
  const secret = newTotpSecret();
  const fresh = { sealedSecret: seal(deps.config, actor.id, secret), createdAt: deps.clock.now() };
  const kept = await deps.db
    .insert(totpSecrets)
    .values({ userId: actor.id, ...fresh })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: fresh, setWhere: isNull(totpSecrets.confirmedAt) })
    .returning({ userId: totpSecrets.userId });
  if (kept.length === 0) {
    throw new Problem('not_allowed_now', sentence('appThere'));
  }
  return { secret, uri: totpAddress(secret, issuer, actor.email) };
}
