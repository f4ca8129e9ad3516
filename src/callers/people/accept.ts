import { and, eq, gt, sql as template } from 'drizzle-orm';
import { people, users } from '../../../db/schema/index.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { invalidField, Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { audit } from '../audit.ts';
import { hashToken } from '../credentials.ts';
import type { Deps } from '../deps.ts';
import { type Actor, authenticate } from '../guards.ts';
import { checkNewPassword } from '../passwords/check-new-password.ts';
import { createAccount } from '../registration/create-account.ts';
import { invalidLink } from '../registration/mail-links.ts';
import { acceptedTerms } from '../registration/register.ts';
import { readNewAccountLimits } from '../registration/new-account-limits.ts';
import { lockUser } from '../require-user.ts';
import { type Origin, startSession, type StartedSession } from '../sessions/sessions.ts';
import { countAttempt, registerLimit } from '../throttle.ts';
import type { acceptInvitation, checkInvitation } from './contract.ts';
import { enterAccount, type Entered } from './enter.ts';
import { announcePeople } from './invite.ts';
import { presentSignedIn } from './people.ts';

type PersonRow = typeof people.$inferSelect;
type Found = Pick<Transaction, 'db'> & { now: Date };

/** @throws invalid_link */
async function findInvitation({ db, now }: Found, linkId: string | null): Promise<PersonRow> {
  const [row] = linkId
    ? await db
        .select()
        .from(people)
        .where(and(eq(people.linkId, linkId), gt(people.linkUntil, now)))
    : [];
  if (!row) throw invalidLink();
  return row;
}

async function accountAt({ db }: Pick<Transaction, 'db'>, email: string) {
  const [account] = await db
    .select()
    .from(users)
    .where(eq(template`lower(${users.email})`, email.toLowerCase()));
  return account;
}

/** @throws invalid_link */
export async function checkLink(
  { db, clock, config }: Deps,
  { token }: BodyOf<typeof checkInvitation>,
): Promise<ResponseOf<typeof checkInvitation>> {
  const { accountId, email, role } = await findInvitation({ db, now: clock.now() }, readLinkId(config, token));
  const [owner] = await db.select({ email: users.email }).from(users).where(eq(users.id, accountId));
  return { email, role, owner: owner?.email ?? '', hasAccount: (await accountAt({ db }, email)) !== undefined };
}

interface Given {
  input: BodyOf<typeof acceptInvitation>;
  origin: Origin;
  /** The token of the browser's session, if it has one. */
  sessionToken: string | null;
}

/**
 * Accepts an invitation, and is in the account. Whoever has the link has read the mail: a new account is made with a confirmed
 * address, and without trial credit, because nobody pays for what people of an account do but the account.
 * @throws rate_limited, invalid_link, validation_failed (fullName, password, termsVersion), forbidden (the address has an account, and this
 * is not its session), not_allowed_now (an administrator, or one of its people already), email_taken
 */
export async function accept(
  deps: Deps,
  { input: { token, fullName, password, termsVersion }, origin, sessionToken }: Given,
): Promise<Entered & { device: StartedSession['device'] | null }> {
  await countAttempt(deps, registerLimit(origin.address));
  const linkId = readLinkId(deps.config, token);
  const { accountId } = await findInvitation({ db: deps.db, now: deps.clock.now() }, linkId);
  if (password !== undefined) checkNewPassword(password, { role: 'user' });
  const actor = sessionToken === null ? null : await whoIs(deps, sessionToken);
  // Hashing is slow, so it is done before a connection is taken.
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password);
  return transact(deps, async (tx) => {
    // The account is locked before the link, as everywhere: if a link is used twice at once, the second use finds it gone.
    const account = await lockUser(tx, accountId, 'update');
    const { id: personId, email } = await findInvitation(tx, linkId);
    if (account.status !== 'active' || account.role === 'admin') throw invalidLink();
    const own = await accountAt(tx, email);
    if (own && (actor?.person?.id ?? actor?.id) !== own.id) {
      throw new Problem('forbidden', sentence('invitationSignIn', { email }));
    }
    if (own && (own.role === 'admin' || own.status !== 'active' || own.id === accountId)) throw notAllowed();
    if (!own && !fullName) throw invalidField('fullName', fault('nameShort', { limit: 2 }));
    if (!own && !passwordHash) throw invalidField('password', fault('enterPassword'));
    const { id: userId } =
      own ??
      (await createAccount(tx, {
        ...{ email, passwordHash: passwordHash ?? '', fullName: fullName ?? '', company: null, role: 'user' },
        ...{ language: account.language, country: account.country, resellerId: account.resellerId },
        emailConfirmedAt: tx.now,
        termsVersion: account.resellerId === null ? acceptedTerms(deps, termsVersion) : null,
        ...(await readNewAccountLimits(tx, deps.config)),
      }));
    const there = and(eq(people.userId, userId), eq(people.accountId, accountId));
    if ((await tx.db.select({ id: people.id }).from(people).where(there)).length > 0) throw notAllowed();
    await tx.db.update(people).set({ userId, linkId: null, linkUntil: null }).where(eq(people.id, personId));
    announcePeople(tx, accountId);
    await audit(tx, userId, 'person.joined', { subject: email, userId: accountId });
    if (actor && own) {
      return { ...(await enterAccount(tx, { userId, sessionId: actor.credentialId, personId })), device: null };
    }
    await tx.db.update(people).set({ isEntered: true, seenAt: tx.now }).where(eq(people.id, personId));
    const session = await startSession(tx, { userId, origin });
    return { session, device: session.device, shown: await presentSignedIn(tx.db, userId, personId) };
  });
}

const notAllowed = () => new Problem('not_allowed_now', sentence('personThere'));

/** Whose session the browser has; null: nobody's that counts. */
async function whoIs(deps: Deps, token: string): Promise<Actor | null> {
  const credential = { kind: 'session' as const, tokenHash: hashToken(token), address: '' };
  return authenticate(deps, credential).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}
