import { and, eq, gt, gte, or, sql as template } from 'drizzle-orm';
import { people, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { PERSON_INVITED_DAYS } from '../../platform/mail/contract.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { type ActingWith, type Actor, audit } from '../audit.ts';
import type { Deps } from '../deps.ts';
import { securityChangedEvent } from '../events.ts';
import { forbidden } from '../caller.ts';
import { lockUser } from '../require-user.ts';
import { countAttemptIn, invitationLimit } from '../throttle.ts';
import { readLinkId } from '../../platform/mail/link-token.ts';
import { invalidLink } from '../registration/mail-links.ts';
import type { Person, changePerson, checkInvitation, invitePerson } from './contract.ts';
import { readPerson } from './people.ts';
import { type Entered, enterAccount } from './enter.ts';

/**
 * Mails somebody the link by which they may act in an account; again, if they have not accepted. Nobody learns whether they
 * have an account already.
 * @throws not_found, forbidden (somebody else), not_allowed_now (an administrator's account, an address that is not confirmed,
 * too many), rate_limited, validation_failed (email: who is there already)
 */
export async function invite(
  { tx, deps, actor }: ActingWith<Deps>,
  { userId, body: { email, role } }: { userId: string; body: BodyOf<typeof invitePerson> },
): Promise<Person> {
  requireOwner(actor, userId);
  const account = await lockUser(tx, userId, 'update');
  if (account.role === 'admin') throw new Problem('not_allowed_now', sentence('peopleOfAdmin'));
  if (!account.emailConfirmedAt) throw new Problem('not_allowed_now', sentence('peopleUnconfirmed'));
  const there = await tx.db.select().from(people).where(eq(people.accountId, userId));
  const isAddress = (each: string) => each.toLowerCase() === email.toLowerCase();
  const before = there.find((person) => isAddress(person.email));
  if (before?.userId || isAddress(account.email)) throw invalidField('email', sentence('personThere'));
  if (!before && there.length >= deps.config.people) {
    throw new Problem('not_allowed_now', sentence('peopleFull', { count: deps.config.people }));
  }
  await countAttemptIn(tx, deps.config, invitationLimit(userId));
  const [linkId, linkUntil] = [newId(tx.clock), new Date(tx.now.getTime() + PERSON_INVITED_DAYS * DAY_MS)];
  const row = { id: before?.id ?? newId(tx.clock), accountId: userId, email, createdAt: tx.now };
  const link = { role, linkId, linkUntil };
  await tx.db
    .insert(people)
    .values({ ...row, ...link })
    .onConflictDoUpdate({ target: people.id, set: link });
  const expiresAt = linkUntil.toISOString();
  await writeMail(tx, userId, { kind: 'person_invited', owner: account.email, linkId, expiresAt }, email);
  await writeMail(tx, userId, { kind: 'access_changed', what: 'person', name: email });
  announcePeople(tx, userId);
  await audit(tx, actor, 'person.invited', { subject: email, userId, detail: { role } });
  return readPerson(tx.db, userId, row.id);
}

/** An administrator gives nobody a way into an account, or another one. */
function requireOwner({ id }: Actor, userId: string): void {
  if (id !== userId) throw forbidden();
}

/** @throws not_found */
export async function changeRole(
  { tx, actor }: Pick<ActingWith<Deps>, 'tx' | 'actor'>,
  { userId, personId, role }: { userId: string; personId: string } & BodyOf<typeof changePerson>,
): Promise<Person> {
  const { email, role: before } = await readPerson(tx.db, userId, personId);
  requireOwner(actor, userId);
  await tx.db.update(people).set({ role }).where(eq(people.id, personId));
  announcePeople(tx, userId);
  await audit(tx, actor, 'person.role_changed', { subject: email, userId, detail: { before, role } });
  return readPerson(tx.db, userId, personId);
}

/** Removes a person or an invitation; their sessions in the account end with their row. @throws not_found */
export async function removePerson(
  { tx, actor }: Pick<ActingWith<Deps>, 'tx' | 'actor'>,
  { userId, personId }: { userId: string; personId: string },
): Promise<void> {
  const [email] = await endPeople(tx, userId, { only: personId });
  if (email === undefined) throw notFound('Person');
  announcePeople(tx, userId);
  await audit(tx, actor, 'person.removed', { subject: email, userId });
}

/** Removes people of an account, their sessions and streams in it. @returns their addresses */
export async function endPeople(
  tx: Transaction,
  accountId: string,
  { only, since }: { only?: string; since?: Date } = {},
): Promise<string[]> {
  const which = and(
    eq(people.accountId, accountId),
    only === undefined ? undefined : eq(people.id, only),
    since && gte(people.createdAt, since),
  );
  await tx.db.select({ id: people.id }).from(people).where(which).for('update');
  const open = await tx.db.execute<{ id: string }>(
    template`delete from sessions where person_id in (select id from people where ${which}) returning id`,
  );
  for (const { id } of open) tx.endCredentials({ userId: accountId, only: id });
  const ended = await tx.db.delete(people).where(which).returning({ email: people.email });
  return ended.map(({ email }) => email);
}

export const announcePeople = (tx: Transaction, userId: string): void =>
  tx.publish(securityChangedEvent, userId, { userId, what: 'people' });

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
