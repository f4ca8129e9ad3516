import { and, eq, ne, sql as template } from 'drizzle-orm';
import { people, sessions, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { SignedIn } from '../contract.ts';
import { hashToken, newToken } from '../credentials.ts';
import { notSignedIn, suspended } from '../caller.ts';
import type { StartedSession } from '../sessions/sessions.ts';
import { presentSignedIn } from './people.ts';

export interface Entered {
  /** The session's new token; null: it is there already. */
  session: Pick<StartedSession, 'token' | 'expiresAt'> | null;
  shown: SignedIn;
}

/**
 * Lets a session act in somebody else's account, or in its own again. Its token is a new one: whoever remembers something of
 * the former one remembers nothing of this account. What its owner has proved stays, because they are who they were.
 * @throws not_found, account_suspended
 */
export async function enterAccount(
  tx: Transaction,
  { userId, sessionId, personId }: { userId: string; sessionId: string; personId: string | null },
): Promise<Entered> {
  if (personId !== null) {
    const [account] = await tx.db
      .select({ status: users.status })
      .from(people)
      .innerJoin(users, eq(users.id, people.accountId))
      .where(and(eq(people.id, personId), eq(people.userId, userId), ne(users.role, 'admin')))
      // Who removes the person waits, and ends this session too.
      .for('share', { of: people });
    if (!account) throw notFound('Account');
    if (account.status !== 'active') throw suspended();
  }
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  const [session] = await tx.db.select().from(sessions).where(own).for('update');
  if (!session) throw notSignedIn();
  const shown = await presentSignedIn(tx.db, userId, personId);
  if (session.personId === personId) return { session: null, shown };
  const token = newToken();
  await tx.db
    .update(sessions)
    .set({ tokenHash: hashToken(token), personId })
    .where(own);
  const isThis = template`${people.id} is not distinct from ${personId}::uuid`;
  await tx.db
    .update(people)
    .set({
      isEntered: template`${isThis}`,
      seenAt: template`case when ${isThis} then ${tx.now.toISOString()}::timestamptz else ${people.seenAt} end`,
    })
    .where(eq(people.userId, userId));
  tx.endCredentials({ userId, only: sessionId });
  return { session: { token, expiresAt: session.expiresAt }, shown };
}

/** The account in which a person was last, for their next sign-in; null: their own. */
export async function lastEntered({ db }: Pick<Transaction, 'db'>, userId: string): Promise<string | null> {
  const [last] = await db.execute<{ id: string }>(template`
    select m.id from people m join users u on u.id = m.account_id join users own on own.id = m.user_id
    where m.user_id = ${userId}::uuid and m.is_entered and u.status = 'active' and u.role <> 'admin' and own.role <> 'admin'
    for share of m`);
  return last?.id ?? null;
}
