import { and, eq, sql as template } from 'drizzle-orm';
import { contactLists, contacts } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { requireUser } from '../../callers/require-user.ts';
import type { EventData } from '../../platform/events/kind.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, invalidField, notFound, sentence } from '../../platform/kit/errors.ts';
import { EXAMPLE_NUMBER, fault } from '../../platform/kit/faults.ts';
import { newId } from '../../platform/kit/ids.ts';
import { Pace } from '../../platform/kit/turn.ts';
import { mendNumber, visible } from '../../shared/phone-number.ts';
import { countryOfContact, presentContact, searchOf } from './contacts.ts';
import type * as contract from './contract.ts';
import { contactsChangedEvent } from './events.ts';

interface Context {
  tx: Transaction;
  actor: Actor;
}
type Given = BodyOf<typeof contract.createContact>;
type Row = typeof contacts.$inferInsert;

const rowOf = ({ clock, now }: Transaction, userId: string, number: string, given: Omit<Given, 'number'>): Row => ({
  ...{ id: newId(clock), userId, number, country: countryOfContact(number), createdAt: now },
  name: given.name || null,
  fields: given.fields ?? {},
  lists: [...new Set(given.lists)].toSorted(),
  optedInAt: given.optedInAt ? new Date(given.optedInAt) : null,
  optInSource: given.optInSource || null,
  search: searchOf({ number, name: given.name || null }),
});

/**
 * Notes contacts; one that is there is completed: new names and fields replace old ones, lists are added, and when it
 * agreed stays. One statement for all, in one order, so that two requests at once cannot deadlock.
 * @throws not_allowed_now: there are more than an account may have
 */
async function put(tx: Transaction, userId: string, most: number, rows: readonly Row[]) {
  const written = await tx.db.execute<{ added: boolean }>(template`
    insert into contacts (id, user_id, number, country, name, fields, lists, opted_in_at, opt_in_source, search, created_at)
    select (r ->> 'id')::uuid, ${userId}::uuid, r ->> 'number', r ->> 'country', r ->> 'name', r -> 'fields',
      array(select jsonb_array_elements_text(r -> 'lists')), (r ->> 'optedInAt')::timestamptz, r ->> 'optInSource',
      r ->> 'search', ${tx.now.toISOString()}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows.toSorted((a, b) => (a.number < b.number ? -1 : 1)))}::text::jsonb) r
    on conflict (user_id, number) do update set
      name = coalesce(excluded.name, contacts.name),
      search = case when excluded.name is null then contacts.search else excluded.search end,
      fields = contacts.fields || excluded.fields,
      lists = array(select distinct unnest(contacts.lists || excluded.lists) list order by list),
      opted_in_at = coalesce(contacts.opted_in_at, excluded.opted_in_at),
      opt_in_source = coalesce(contacts.opt_in_source, excluded.opt_in_source)
    returning xmax = 0 as added`);
  const added = written.filter((row) => row.added).length;
  if (added === 0) return { added, completed: written.length };
  const [all] = await tx.db
    .select({ contacts: contactLists.contacts })
    .from(contactLists)
    .where(and(eq(contactLists.userId, userId), eq(contactLists.name, '')));
  if (all && all.contacts > most) throw new Problem('not_allowed_now', sentence('contactsFull', { count: most }));
  return { added, completed: written.length - added };
}

/** Tells the owner's programs and screens of one contact. */
export const tell = (
  tx: Transaction,
  { userId, id, number }: Pick<Row, 'userId' | 'id' | 'number'>,
  change: EventData<typeof contactsChangedEvent>['change'],
) => tx.publish(contactsChangedEvent, userId, { userId, change, id, number, count: 1 });

/** @throws not_found, not_allowed_now, validation_failed (number) */
export async function createContact(
  { tx, deps, actor }: Context & { deps: Pick<Deps, 'config'> },
  { userId, number: typed, ...given }: { userId: string } & Given,
): Promise<contract.Contact> {
  const { country } = await requireUser(tx, userId);
  const number = requireNumber(typed, country);
  const { added } = await put(tx, userId, deps.config.contacts, [rowOf(tx, userId, number, given)]);
  await audit(tx, actor, 'contact.added', { userId });
  const [row] = await tx.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.userId, userId), eq(contacts.number, number)));
  if (!row) throw new Error('a contact that was noted is not there');
  tell(tx, row, added === 1 ? 'created' : 'changed');
  return presentContact(row);
}

/** @param country of numbers without a code @throws validation_failed */
export function requireNumber(typed: string, country: string | null): string {
  const found = mendNumber(visible(typed), country);
  if (!found)
    throw invalidField('number', country ? fault('notNumber') : fault('fullNumber', { example: EXAMPLE_NUMBER }));
  return found.number;
}

/** Those without a usable number are left out. @throws not_found, not_allowed_now */
export async function importContacts(
  { tx, deps, actor }: Context & { deps: Pick<Deps, 'config'> },
  { userId, contacts: given, lists = [], country }: { userId: string } & BodyOf<typeof contract.importContacts>,
): Promise<ResponseOf<typeof contract.importContacts>> {
  await requireUser(tx, userId);
  const rows = new Map<string, Row>();
  const refused: number[] = [];
  const pace = new Pace();
  for (const [place, { number: typed, ...each }] of given.entries()) {
    if (pace.isOver()) await pace.rest();
    const number = mendNumber(visible(typed), country ?? null)?.number;
    if (number === undefined) refused.push(place);
    else rows.set(number, rowOf(tx, userId, number, { ...each, lists: [...(each.lists ?? []), ...lists] }));
  }
  const counts = await put(tx, userId, deps.config.contacts, [...rows.values()]);
  const detail = { ...counts, refused: refused.length };
  const count = counts.added + counts.completed;
  tx.publish(contactsChangedEvent, userId, { userId, change: 'imported', id: null, number: null, count });
  await audit(tx, actor, 'contacts.imported', { userId, detail });
  return { ...counts, refused };
}

/** Given fields replace the old ones. @throws not_found */
export async function updateContact(
  { tx, actor }: Context,
  { userId, contactId, ...given }: { userId: string; contactId: string } & BodyOf<typeof contract.updateContact>,
): Promise<contract.Contact> {
  const of = and(eq(contacts.userId, userId), eq(contacts.id, contactId));
  const [known] = await tx.db.select().from(contacts).where(of).for('update');
  if (!known) throw notFound('Contact');
  const merged = { ...presentContact(known), ...given };
  const { id: _id, createdAt: _at, ...changed } = rowOf(tx, userId, known.number, merged);
  const [row] = await tx.db.update(contacts).set(changed).where(of).returning();
  if (!row) throw notFound('Contact');
  const consent = row.optedInAt ? 'opted-in' : 'opted-out';
  tell(tx, row, (known.optedInAt === null) === (row.optedInAt === null) ? 'changed' : consent);
  await audit(tx, actor, 'contact.changed', { userId });
  return presentContact(row);
}
