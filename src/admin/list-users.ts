import { sql as template, type SQL } from 'drizzle-orm';
import { closedSql, currentKeySql, userJsonSql } from '../callers/present-user.ts';
import type { Deps } from '../services/deps.ts';
import { Page, RawJson } from '../platform/kit/answer.ts';
import type { QueryOf, ResponseOf } from '../platform/kit/endpoint.ts';
import { idsOfDays } from '../platform/kit/ids.ts';
import type * as contract from './contract.ts';
import { readTotals } from '../platform/totals/read-totals.ts';

export type UserFilters = QueryOf<typeof contract.exportUsers>;

interface Row {
  [column: string]: unknown;
  id: string;
  /** The user's JSON, made by PostgreSQL. */
  shown: string;
}

/**
 * Accounts that match the filters, newest first, starting after the id `before`. Not a prepared statement, on
 * purpose: the search index or the order of ids is faster, depending on the search, so PostgreSQL plans each
 * query with its values.
 */
export async function findUsers(
  { db }: Deps,
  filters: UserFilters,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Row[]> {
  return db.execute<Row>(template`
    select u.id, ${userJsonSql} as shown
    from (
      select * from users u where ${template.join([template`true`, ...conditions(filters, before)], template` and `)}
      order by u.id desc limit ${limit}
    ) u ${currentKeySql}
    order by u.id desc`);
}

/** The searched text of `users u`: exactly the expression of the index `users_search`. */
export const SEARCHED: SQL = template`lower(u.full_name || ' ' || u.email || ' ' || u.id::text)`;

/** The conditions of the filters for `users u`; empty if there are none. */
export function conditions({ search, status, role, from, to }: UserFilters, before: string | undefined): SQL[] {
  const all: SQL[] = [];
  if (before) all.push(template`u.id < ${before}::uuid`);
  const { firstId, endId } = idsOfDays({ from, to });
  if (firstId !== null) all.push(template`u.id >= ${firstId}::uuid`);
  if (endId !== null) all.push(template`u.id < ${endId}::uuid`);
  if (status === 'active') all.push(template`u.status = 'active'`);
  else if (status) all.push(template`u.status = 'suspended' and ${closedSql} = ${status === 'closed'}`);
  if (role) all.push(template`u.role = ${role}`);
  if (search) all.push(template`${SEARCHED} like lower(${contains(search)}::text)`);
  return all;
}

/** A pattern in which no typed character is a wildcard. */
export const contains = (search: string): string => `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** One page of accounts. */
export async function listUsers(
  deps: Deps,
  { limit, before, ...filters }: QueryOf<typeof contract.listUsers>,
): Promise<Page<never>> {
  const rows = await findUsers(deps, filters, { limit: limit + 1, before });
  const shown = rows.slice(0, limit);
  const json = new RawJson(`[${shown.map((row) => row.shown).join(',')}]`);
  return new Page<never>(json, rows.length > limit ? (shown.at(-1)?.id ?? null) : null);
}

/** The count stops here: counting further would read a million rows for an exact figure that nobody needs. */
const MOST_COUNTED = 10_000;

/** How many accounts match the filters: exact without filters, otherwise up to a limit. */
export async function countUsers(
  { db, sql, clock }: Deps,
  filters: UserFilters,
): Promise<ResponseOf<typeof contract.countUsers>> {
  const where = conditions(filters, undefined);
  if (where.length === 0) return { count: (await readTotals(sql, clock.now())).users, isCapped: false };
  const [row] = await db.execute<{ count: number }>(template`
    select count(*)::int as count from (
      select from users u where ${template.join(where, template` and `)} limit ${MOST_COUNTED + 1}
    ) counted`);
  const count = row?.count ?? 0;
  return { count: Math.min(count, MOST_COUNTED), isCapped: count > MOST_COUNTED };
}
