import { and, desc, eq, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { people, users } from '../../../db/schema/index.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { SignedIn } from '../contract.ts';
import { readUser } from '../present-user.ts';
import type { Person } from './contract.ts';

/** The people of an account, the newest first. @param personId this one only */
export async function readPeople(db: Queryable, accountId: string, personId?: string): Promise<Person[]> {
  const rows = await db
    .select({ person: people, email: users.email, fullName: users.fullName })
    .from(people)
    .leftJoin(users, eq(users.id, people.userId))
    .where(and(eq(people.accountId, accountId), personId === undefined ? undefined : eq(people.id, personId)))
    .orderBy(desc(people.id));
  return rows.map(({ person: { id, role, createdAt, linkUntil, seenAt, email: invited }, email, fullName }) => ({
    ...{ id, email: email ?? invited, fullName, role, createdAt: createdAt.toISOString() },
    invitedUntil: linkUntil?.toISOString() ?? null,
    seenAt: seenAt?.toISOString() ?? null,
  }));
}

/** @throws not_found */
export async function readPerson(db: Queryable, accountId: string, personId: string): Promise<Person> {
  const [found] = await readPeople(db, accountId, personId);
  if (!found) throw notFound('Person');
  return found;
}

/** The account that a session shows. @param personId who has it, in somebody else's; null: its owner */
export async function presentSignedIn(db: Queryable, userId: string, personId: string | null): Promise<SignedIn> {
  const [found] = await db
    .select({ accountId: people.accountId, person: { email: users.email, role: people.role } })
    .from(people)
    .innerJoin(users, eq(users.id, people.userId))
    .where(and(template`${people.id} = ${personId}::uuid`, eq(people.userId, userId)));
  return { user: await readUser(db, found?.accountId ?? userId), person: found?.person ?? null };
}
