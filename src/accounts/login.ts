import { eq, sql as template } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { Problem } from '../kit/errors.ts';
import { audit } from './audit.ts';
import type * as contract from './contract.ts';
import type { User } from './contract.ts';
import { suspended } from './guards.ts';
import { verifyPassword } from './passwords.ts';
import { readUser } from './present.ts';
import { type Origin, startSession, type StartedSession } from './sessions.ts';
import { countAttempt, forgetAttempt, loginLimits } from './throttle.ts';

/**
 * Signs in. An unknown address and a wrong password are the same to the caller, in words and in time.
 * @throws rate_limited, invalid_credentials, account_suspended
 */
export async function login(
  deps: Deps,
  input: BodyOf<typeof contract.login>,
  origin: Origin,
): Promise<{ user: User; session: StartedSession }> {
  const limits = loginLimits(origin.address, input.email);
  for (const limit of limits) await countAttempt(deps, limit);
  const [account] = await deps.db
    .select({ id: users.id, email: users.email, password: users.password })
    .from(users)
    .where(eq(template`lower(${users.email})`, template`lower(${input.email})`));
  const matches = await verifyPassword(input.password, account?.password);
  if (!account || !matches) {
    await noteFailure(deps, input.email, account?.id, origin);
    throw invalidCredentials();
  }
  for (const limit of limits) await forgetAttempt(deps, limit);
  return transact(deps, async (tx) => {
    // Locked, so that a new password or a suspension at the same moment is either seen here or meets
    // the session that starts here.
    const [current] = await tx.db
      .select({ status: users.status, password: users.password })
      .from(users)
      .where(eq(users.id, account.id))
      .for('update');
    if (current?.password !== account.password) throw invalidCredentials();
    if (current.status !== 'active') throw suspended();
    const session = await startSession(tx, account.id, origin);
    await audit(tx, {
      ...{ actorId: account.id, action: 'session.started', subjectUserId: account.id },
      ...{ subject: account.email, detail: { address: origin.address } },
    });
    return { user: await readUser(tx.db, account.id), session };
  });
}

const invalidCredentials = () => new Problem('invalid_credentials', 'Invalid email or password');

async function noteFailure(deps: Deps, email: string, userId: string | undefined, origin: Origin) {
  await transact(deps, (tx) =>
    audit(tx, {
      ...{ actorId: null, action: 'session.failed', subject: email },
      ...(userId ? { subjectUserId: userId } : {}),
      detail: { address: origin.address },
    }),
  );
}
