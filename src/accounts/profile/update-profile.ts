import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { notTheirs } from '../../callers/keys/api-keys.ts';
import { type Acting, type Calling, audit } from '../../callers/audit.ts';
import type { User } from '../../callers/contract.ts';
import type { updateUser } from './contract.ts';
import { refuseTaken } from '../../callers/registration/create-account.ts';
import { askForEmail } from '../../callers/registration/email-change.ts';
import { readUser, type UserRow } from '../../callers/present-user.ts';
import { confirmationLimit, countAttempt } from '../../callers/throttle.ts';
import { lockUser } from '../../callers/require-user.ts';

const FIELDS = [
  ...['fullName', 'email', 'company', 'phone', 'defaultCallerId', 'callerIdType'],
  ...['language', 'country', 'cheaperSpelling'],
] as const;

/**
 * Changes the given fields of a profile; null empties an optional one. A new e-mail address counts once it is
 * confirmed there, and the former address gets a mail.
 * @throws not_found, forbidden (a key changes another account or any address; a session changes the address of
 * another administrator), email_taken
 */
export async function updateProfile(
  { tx, actor }: Acting,
  { userId, input }: { userId: string; input: BodyOf<typeof updateUser> },
): Promise<User> {
  const before = await lockUser(tx, userId, 'update');
  if (actor.credentialKind === 'key' && actor.id !== userId) throw ownOnly();
  const changed = FIELDS.filter((field) => input[field] !== undefined && input[field] !== before[field]);
  if (changed.length === 0) return readUser(tx.db, userId);
  const movedTo = isAnother(before.email, input.email) ? input.email : null;
  // Whoever owns the address can reset the password, and a key must not make that possible.
  if (movedTo && actor.credentialKind === 'key') throw notByKey();
  if (movedTo && before.role === 'admin' && actor.id !== userId) throw notTheirs();
  const now = movedTo ? changed.filter((field) => field !== 'email') : changed;
  const set = Object.fromEntries(now.map((field) => [field, input[field]]));
  await tx.db
    .update(users)
    .set({ ...set, updatedAt: tx.now })
    .where(eq(users.id, userId))
    .catch(refuseTaken);
  if (movedTo) await askForEmail(tx, before, movedTo);
  await audit(tx, actor, 'account.profile_changed', {
    subject: before.email,
    userId,
    detail: { fields: changed, ...emailChange(before, input.email) },
  });
  return readUser(tx.db, userId);
}

/**
 * Counts the changes of one's own address, because they send mail to any address that is entered.
 * @throws rate_limited
 */
export async function countChange(
  { deps, actor }: Calling<Deps>,
  { userId, email }: { userId: string; email: string | undefined },
): Promise<void> {
  if (actor.id !== userId) return;
  if (isAnother(actor.email, email)) await countAttempt(deps, confirmationLimit(userId));
}

/** Tells whether an e-mail address differs from the account's. */
export async function isAddressChange(
  { db }: Pick<Deps, 'db'>,
  { userId, email }: { userId: string; email: string | undefined },
): Promise<boolean> {
  if (email === undefined) return false;
  const [account] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return account !== undefined && isAnother(account.email, email);
}

const ownOnly = () =>
  new Problem('forbidden', 'The profile of another account can only be changed signed in, not with an API key');

const notByKey = () =>
  new Problem('forbidden', 'The e-mail address can only be changed signed in, not with an API key');

/** One address is one account, in upper or lower case, and usually one mailbox. */
const isAnother = (before: string, email: string | undefined): email is string =>
  email !== undefined && email.toLowerCase() !== before.toLowerCase();

/** The log keeps both values of a changed address, because the address decides who can sign in. */
const emailChange = (before: UserRow, email: string | undefined) =>
  email === undefined || email === before.email ? {} : { from: before.email, to: email };
