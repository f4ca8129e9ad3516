import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { accountNotes } from '../../../db/schema/index.ts';
import { type Acting, audit } from '../../callers/audit.ts';
import { readUser } from '../../callers/present-user.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import type { getNotes as endpoint, setNotes as setEndpoint } from './contract.ts';

type Notes = ResponseOf<typeof endpoint>;

/** The administrators' notes on an account; empty where there are none. @throws not_found */
export async function getNotes(db: Queryable, userId: string): Promise<Notes> {
  const [found] = await db.select().from(accountNotes).where(eq(accountNotes.userId, userId));
  if (found) return { note: found.note, tags: found.tags, updatedAt: found.updatedAt.toISOString() };
  await readUser(db, userId);
  return { note: '', tags: [], updatedAt: null };
}

/** Replaces the note and the tags of an account. The note itself stands in no log. @throws not_found */
export async function setNotes(
  { tx, actor }: Acting,
  { userId, note, tags }: { userId: string } & BodyOf<typeof setEndpoint>,
): Promise<Notes> {
  const { email } = await readUser(tx.db, userId);
  const set = { note, tags: [...new Set(tags)], updatedAt: tx.now };
  await tx.db
    .insert(accountNotes)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: accountNotes.userId, set });
  await audit(tx, actor, 'account.noted', { subject: email, userId });
  return getNotes(tx.db, userId);
}
