import { and, eq, gt, or, sql as template } from 'drizzle-orm';
import { people, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { type ActingWith, audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { invalidLink } from '../registration/mail-links.ts';
import { lockUser } from '../require-user.ts';
import type { checkInvitation } from './contract.ts';
import { enterAccount, type Entered } from './enter.ts';
import { announcePeople } from './invite.ts';

/** @throws invalid_link */
async function findInvitation(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  linkId: string | null,
): Promise<typeof people.$inferSelect> {
  const isGood = and(eq(people.linkId, linkId ?? ''), gt(people.linkUntil, now));
  const [row] = linkId ? await db.select().from(people).where(isGood) : [];
  if (!row) throw invalidLink();
  return row;
}

/** @throws invalid_link */
export async function checkLink(
  { db, clock, config }: Deps,
  { token }: BodyOf<typeof checkInvitation>,
): Promise<ResponseOf<typeof checkInvitation>> {
  const { accountId, email, role } = await findInvitation({ db, now: clock.now() }, readLinkId(config, token));
  const isTheirs = eq(template`lower(${users.email})`, email.toLowerCase());
  const found = await db
    .select({ email: users.email, isTheirs: template<boolean>`${isTheirs}` })
    .from(users)
    .where(or(eq(users.id, accountId), isTheirs));
  const owner = found.find(({ isTheirs: theirs }) => !theirs)?.email ?? '';
  return { email, role, owner, hasAccount: found.some(({ isTheirs: theirs }) => theirs) };
}

/**
 * Accepts an invitation by the account that has its address, and is in the other account.
 * @throws invalid_link, forbidden (another address), not_allowed_now (an administrator, or one of its people already)
 */
export async function accept(
  { tx, deps, actor }: ActingWith<Deps>,
  { token }: BodyOf<typeof checkInvitation>,
): Promise<Entered> {
  const linkId = readLinkId(deps.config, token);
  const { accountId } = await findInvitation(tx, linkId);
  // The account is locked before the link, as everywhere: if a link is used twice at once, the second use finds it gone.
  const account = await lockUser(tx, accountId, 'update');
  const { id: personId, email } = await findInvitation(tx, linkId);
  if (account.status !== 'active' || account.role === 'admin') throw invalidLink();
  const { id: userId } = actor;
  if (actor.email.toLowerCase() !== email.toLowerCase()) {
    throw new Problem('forbidden', sentence('invitationSignIn', { email }));
  }
  const there = and(eq(people.userId, userId), eq(people.accountId, accountId));
  const [already] = await tx.db.select({ id: people.id }).from(people).where(there);
  if (already || actor.role === 'admin' || userId === accountId) {
    throw new Problem('not_allowed_now', sentence('personThere'));
  }
  await tx.db.update(people).set({ userId, linkId: null, linkUntil: null }).where(eq(people.id, personId));
  announcePeople(tx, accountId);
  await audit(tx, userId, 'person.joined', { subject: email, userId: accountId });
  return enterAccount(tx, { userId, sessionId: actor.credentialId, personId });
}
