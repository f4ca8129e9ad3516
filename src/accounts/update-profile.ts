import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { brokenConstraint, type Transaction } from '../events/transact.ts';
import type { BodyOf } from '../kit/endpoint.ts';
import { notFound } from '../kit/errors.ts';
import { audit } from './audit.ts';
import type { updateUser, User } from './contract.ts';
import { emailTaken } from './create-account.ts';
import type { Actor } from './guards.ts';
import { readUser, type UserRow } from './present.ts';

const FIELDS = ['fullName', 'email', 'company', 'phone', 'defaultCallerId', 'callerIdType'] as const;

/**
 * Changes the fields of a profile that are given; null empties an optional one.
 * @throws not_found, email_taken
 */
export async function updateProfile(
  tx: Transaction,
  actor: Actor,
  userId: string,
  input: BodyOf<typeof updateUser>,
): Promise<User> {
  const [before] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
  if (!before) throw notFound('User');
  const changed = FIELDS.filter((field) => input[field] !== undefined && input[field] !== before[field]);
  if (changed.length === 0) return readUser(tx.db, userId);
  const set = Object.fromEntries(changed.map((field) => [field, input[field]]));
  await tx.db
    .update(users)
    .set({ ...set, updatedAt: tx.now })
    .where(eq(users.id, userId))
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'users_email_key') throw emailTaken();
      throw error;
    });
  await audit(tx, {
    ...{ actorId: actor.id, action: 'account.profile_changed', subjectUserId: userId },
    ...{ subject: before.email, detail: { fields: changed, ...emailChange(before, input.email) } },
  });
  return readUser(tx.db, userId);
}

/** A changed address is worth its two values in the log: it decides who can sign in. */
const emailChange = (before: UserRow, email: string | undefined) =>
  email === undefined || email === before.email ? {} : { from: before.email, to: email };
