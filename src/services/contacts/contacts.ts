import { and, desc, eq, lt, sql as template, type SQL } from 'drizzle-orm';
import { contactLists, contacts } from '../../../db/schema/index.ts';
import { countryOf } from '../../money/allowances/destination-risk.ts';
import { type FileAnswer, Page, csvList } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Audience, Contact, listContactLists } from './contract.ts';
import { hasList, sizesOf } from './lists.ts';
import { searchedDigits } from '../../shared/searched-digits.ts';

type Row = typeof contacts.$inferSelect;

export const presentContact = ({ userId: _userId, search: _search, createdAt, optedInAt, ...row }: Row): Contact => ({
  ...row,
  optedInAt: optedInAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/**
 * A text as it is searched for: in small letters, without accents, and each letter beyond ASCII as its code, because
 * a trigram index of a database in the locale C leaves such letters out.
 */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => `u${(letter.codePointAt(0) ?? 0).toString(16).padStart(5, '0')}`)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** The stored text of the search: each word has a blank before it. */
export const searchOf = ({ number, name }: { number: string; name: string | null }): string =>
  ` ${number.slice(1)} ${searchable(name ?? '')}`;

export const countryOfContact = (number: string): string => countryOf(number) ?? '';

/** A word of one or two letters is the beginning of one: shorter than three, nothing else has an index. */
const wordSql = (word: string): SQL =>
  template`${contacts.search} like ${word.length < 3 ? `% ${word}%` : `%${word}%`}`;

/** A number may be typed with blanks and brackets in it, a name in parts. */
function wordsOf(search: string): string[] {
  if (/^[+\d\s().-]+$/.test(search)) return [searchedDigits(search)];
  return searchable(search).split(' ');
}

/** The condition for the contacts of an account that are meant. */
export const audienceSql = (userId: string, { lists, search }: Audience): SQL | undefined =>
  and(
    eq(contacts.userId, userId),
    ...(search === '' ? [] : wordsOf(search).map(wordSql)),
    lists.length === 0 ? undefined : template`${contacts.lists} && ${template.param(lists, contacts.lists)}`,
  );

interface ListQuery {
  userId: string;
  search?: string | undefined;
  list?: string | undefined;
  /** The last contact of the page before. */
  before?: string | undefined;
  limit: number;
}

/**
 * The order of a page. The contacts of a short list are found by the list and then sorted; the newest of a long one are
 * among the newest of all.
 */
export const newestFirst = ({ size, all, limit }: { size: number | undefined; all: number; limit: number }): SQL =>
  desc(size !== undefined && size ** 2 < limit * all ? template`${contacts.id}::text` : contacts.id);

async function readContacts(
  { db }: Pick<Deps, 'db'>,
  { userId, search = '', list, before, limit }: ListQuery,
): Promise<Contact[]> {
  const sizes = list === undefined ? null : await sizesOf(db, userId, [list, '']);
  const size = sizes?.get(list ?? '');
  if (sizes && size === undefined) return [];
  const meant = audienceSql(userId, { search, lists: list === undefined ? [] : [list] });
  const rows = await db
    .select()
    .from(contacts)
    .where(and(meant, before ? lt(contacts.id, before) : undefined))
    .orderBy(newestFirst({ size, all: sizes?.get('') ?? 0, limit }))
    .limit(limit);
  return rows.map(presentContact);
}

/** @throws not_found */
async function requireList(
  { db }: Pick<Deps, 'db'>,
  { userId, list }: Pick<ListQuery, 'userId' | 'list'>,
): Promise<void> {
  if (list !== undefined && !(await hasList(db, userId, [list]))) throw notFound('List');
}

/** An account's contacts, newest first. @throws not_found (list) */
export async function listContacts(deps: Pick<Deps, 'db'>, { limit, ...query }: ListQuery): Promise<Page<Contact>> {
  await requireList(deps, query);
  return Page.of(await readContacts(deps, { ...query, limit: limit + 1 }), limit);
}

const COLUMNS = ['number', 'name', 'country', 'lists', 'optedInAt', 'optInSource'] as const;

/** The same as a CSV file that can be read in again: a column for each field that the newest thousand have. @throws not_found */
export async function exportContacts(
  deps: Deps,
  { userId, ...filter }: Pick<ListQuery, 'userId' | 'search' | 'list'>,
): Promise<FileAnswer> {
  await requireList(deps, { userId, ...filter });
  const names = await fieldNames(deps, userId);
  return csvList(deps, {
    name: 'contacts',
    columns: [...COLUMNS, ...names],
    readPage: (page, late) => readContacts(late, { userId, ...filter, ...page }),
    cellsOf: ({ fields, lists, ...row }) => [
      ...COLUMNS.map((column) => (column === 'lists' ? lists.join(', ') : (row[column] ?? ''))),
      ...names.map((name) => fields[name] ?? ''),
    ],
  });
}

const fieldNames = async ({ db }: Pick<Deps, 'db'>, userId: string): Promise<string[]> => {
  const rows = await db.execute<{ name: string }>(template`
    select distinct name from (
      select fields from contacts where user_id = ${userId}::uuid order by id desc limit 1000
    ) newest, jsonb_object_keys(fields) name order by name limit 100`);
  return rows.map(({ name }) => name);
};

/** The lists of an account's contacts, and what their fields are called. */
export async function readContactLists(
  deps: Pick<Deps, 'db'>,
  userId: string,
): Promise<ResponseOf<typeof listContactLists>> {
  const rows = await deps.db
    .select({ name: contactLists.name, contacts: contactLists.contacts })
    .from(contactLists)
    .where(eq(contactLists.userId, userId))
    .orderBy(contactLists.name);
  const lists = rows.filter(({ name }) => name !== '');
  return {
    contacts: rows.find(({ name }) => name === '')?.contacts ?? 0,
    lists,
    fields: await fieldNames(deps, userId),
  };
}
