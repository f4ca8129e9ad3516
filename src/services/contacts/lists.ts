import { and, eq, inArray, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { contactLists } from '../../../db/schema/index.ts';
import { type Acting, type Owned, audit } from '../../callers/audit.ts';
import { requireUser } from '../../callers/require-user.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { contactsChangedEvent } from './events.ts';

/** How many contacts some lists of an account have, by name; a list without contacts is none. A blank name: all. */
export async function sizesOf(db: Queryable, userId: string, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ name: contactLists.name, contacts: contactLists.contacts })
    .from(contactLists)
    .where(and(eq(contactLists.userId, userId), inArray(contactLists.name, [...names])));
  return new Map(rows.map(({ name, contacts }) => [name, contacts]));
}

/** Tells whether any of these lists has contacts: a search in one that has none would read all that it finds. */
export const hasList = async (db: Queryable, userId: string, names: readonly string[]): Promise<boolean> =>
  (await sizesOf(db, userId, names)).size > 0;

/** Its contacts are all written at once, which takes some seconds. */
const MOST_RENAMED = 50_000;

/**
 * Gives a list another name, also where open campaigns go to it.
 * @throws not_found, validation_failed (to: there is such a list), not_allowed_now (it is too long)
 */
export async function renameContactList(
  { tx, actor }: Acting,
  { userId, name, to }: Owned<'name'> & { to: string },
): Promise<undefined> {
  await requireUser(tx, userId);
  const sizes = await sizesOf(tx.db, userId, [name, to]);
  const size = sizes.get(name);
  if (size === undefined) throw notFound('List');
  if (sizes.has(to)) throw invalidField('to', sentence('contactListThere'));
  if (size > MOST_RENAMED) throw new Problem('not_allowed_now', sentence('listKeepsName', { count: MOST_RENAMED }));
  const renamed = template`array_replace(lists, ${name}::text, ${to}::text)`;
  const changed = await tx.db.execute(template`
    update contacts set lists = array(select unnest(${renamed}) list order by list)
    where user_id = ${userId}::uuid and lists @> array[${name}::text] returning 1`);
  await tx.db.execute(template`
    update campaigns set lists = ${renamed} where user_id = ${userId}::uuid and ended_at is null and ${name}::text = any (lists)`);
  const count = changed.length;
  tx.publish(contactsChangedEvent, userId, { userId, change: 'list-renamed', id: null, number: null, count });
  await audit(tx, actor, 'contact.changed', { userId, detail: { count } });
}
