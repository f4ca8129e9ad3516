import { and, eq, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { knownDevices, passwordResetRequests, users } from '../../../db/schema/index.ts';
import { hashToken } from '../credentials.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../../platform/kit/ids.ts';
import { countAttempt, passwordResetLimits } from '../throttle.ts';

/**
 * Stores a request for a new password. `answerResetRequests` looks for the account after the answer, so that
 * neither the text nor the time of the answer tells whether it exists.
 * @param address the network address of the request
 * @param device the token in the device's cookie; null if it has none
 * @throws rate_limited
 */
export async function requestPasswordReset(
  deps: Deps,
  { email, address, device }: { email: string; address: string; device: string | null },
): Promise<undefined> {
  const known = device !== null && (await isDeviceOf(deps.db, email, device)) ? device : null;
  for (const limit of passwordResetLimits(address, email, known)) await countAttempt(deps, limit);
  const createdAt = deps.clock.now();
  await deps.db.insert(passwordResetRequests).values({ id: newId(deps.clock), email, createdAt });
}

/** One statement, whether there is such an account or not: its time tells nothing. */
async function isDeviceOf(db: Queryable, email: string, token: string): Promise<boolean> {
  const [known] = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(eq(knownDevices.tokenHash, hashToken(token)), eq(template`lower(${users.email})`, template`lower(${email})`)),
    );
  return known !== undefined;
}
