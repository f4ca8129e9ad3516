import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { audit } from '../audit.ts';
import type { SignedIn } from '../contract.ts';
import { isClosed } from '../closing/is-closed.ts';
import { suspended } from '../caller.ts';
import { presentSignedIn } from '../people/people.ts';
import { type Origin, startSession, type StartedSession } from '../sessions/sessions.ts';
import type { Deps } from '../deps.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { countAttemptIn, signInsLimit } from '../throttle.ts';
import { describeDevice } from './device.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { Problem, type SecondFactorMethod, sentence } from '../../platform/kit/errors.ts';
import { securityChangedEvent } from '../events.ts';

export interface Entered extends SignedIn {
  session: StartedSession;
}

interface Account {
  email: string;
  passwordHash: string;
  hasSecondFactor: boolean;
}

/**
 * Starts a session for a person who has shown who they are. The account is locked. So a change of the
 * password, a suspension or a change of factors at the same moment comes either before, and `prove` sees it,
 * or after, and ends this session.
 * @param prove says how they have shown it, or throws
 * @throws account_suspended, rate_limited, and the errors of `prove`
 */
export async function enter(
  deps: Deps,
  userId: string,
  origin: Origin,
  prove: (tx: Transaction, account: Account) => Promise<'password' | SecondFactorMethod>,
): Promise<Entered> {
  return transact(deps, async (tx) => {
    const [account] = await tx.db
      .select({
        email: users.email,
        status: users.status,
        passwordHash: users.password,
        hasSecondFactor: users.hasSecondFactor,
      })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    if (account?.status !== 'active') throw (await isClosed(tx.db, userId)) ? closed() : suspended();
    const by = await prove(tx, account);
    await countAttemptIn(tx, deps.config, signInsLimit(userId));
    const session = await startSession(tx, { userId, origin, factor: by !== 'password' });
    if (session.device.isNew) await notifyOfDevice(tx, userId, origin);
    // A recovery code is used up, or a passkey was used: what the settings page shows about them has changed.
    if (by === 'recovery_code' || by === 'passkey') {
      tx.publish(securityChangedEvent, userId, { userId, what: 'second-factor' });
    }
    await audit(tx, userId, 'session.started', {
      subject: account.email,
      userId,
      detail: { address: origin.address, by },
    });
    return { ...(await presentSignedIn(tx.db, userId, session.personId)), session };
  });
}

const closed = () => new Problem('account_suspended', sentence('accountWasClosed'));

/** The owner gets a mail about a sign-in from a device from which the account was never used. */
async function notifyOfDevice(tx: Transaction, userId: string, origin: Origin): Promise<void> {
  const { browser, system } = describeDevice(origin.userAgent);
  const device = [browser, system].filter((name) => name !== null).join(', ') || null;
  const { address } = origin;
  await writeMail(tx, userId, { kind: 'new_sign_in', device, address, at: tx.now.toISOString() });
}

/** Records a failed sign-in in the audit log. */
export async function noteFailure(
  deps: Deps,
  { email, userId, origin }: { email: string; userId: string | undefined; origin: Origin },
): Promise<void> {
  await transact(deps, (tx) =>
    audit(tx, null, 'session.failed', { subject: email, userId, detail: { address: origin.address } }),
  );
}
