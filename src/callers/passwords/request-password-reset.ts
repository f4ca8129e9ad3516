import { passwordResetRequests } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../../platform/kit/ids.ts';
import { countAttempt, passwordResetLimits } from '../throttle.ts';

/**
 * Stores a request for a new password. `answerResetRequests` looks for the account after the answer, so that
 * neither the words nor the time of the answer tell whether it exists.
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
