import { passwordResetRequests } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../../platform/kit/ids.ts';
import { countAttempt, passwordResetLimits } from '../throttle.ts';

/**
 * Notes that somebody wants a new password. Whether there is such an account is looked up after the answer,
 * by `answerResetRequests`: neither what is said here nor how long it takes depends on it.
 * @param address where the request came from
 * @throws rate_limited
 */
export async function requestPasswordReset(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<void> {
  for (const limit of passwordResetLimits(address, email)) await countAttempt(deps, limit);
  const createdAt = deps.clock.now();
  await deps.db.insert(passwordResetRequests).values({ id: newId(deps.clock), email, createdAt });
}
