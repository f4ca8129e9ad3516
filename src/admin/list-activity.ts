import { and, desc, eq, gte, inArray, like, lt, or, type SQL, sql as template } from 'drizzle-orm';
import { auditLog, users } from '../../db/schema/index.ts';
import type { Deps } from '../services/deps.ts';
import { type Calling, audit } from '../callers/audit.ts';
import { transact } from '../platform/events/transact.ts';
import { type FileAnswer, Page, csvList } from '../platform/kit/answer.ts';
import { idsOfDays, momentOf } from '../platform/kit/ids.ts';
import type { QueryOf } from '../platform/kit/endpoint.ts';
import type { Activity, exportActivity as exportContract, listActivity as contract } from './contract.ts';
import { contains, SEARCHED } from './list-users.ts';

/** @param account what people did in this one, and what was done about them */
type Filters = QueryOf<typeof exportContract> & { account?: string };

/** A search that finds more accounts than these looks at the newest of them. */
const ACCOUNTS_LOOKED_AT = 200;

/** Administrative and security actions from the audit log that match the filters, newest first. */
export const listActivity = async (
  deps: Pick<Deps, 'db'>,
  { limit, before, ...filters }: QueryOf<typeof contract> & Filters,
): Promise<Page<Activity>> => Page.of(await readActivity(deps, filters, { limit: limit + 1, before }), limit);

const COLUMNS = ['at', 'actor', 'action', 'subject', 'detail', 'requestId'] as const;

/** The same as a CSV file. */
export async function exportActivity({ deps, actor }: Calling<Deps>, filters: Filters): Promise<FileAnswer> {
  await transact(deps, (tx) => audit(tx, actor, 'activity.exported', { detail: filters }));
  return csvList(deps, {
    name: 'activity',
    columns: COLUMNS,
    readPage: (page, late) => readActivity(late, filters, page),
    cellsOf: ({ at, actor: by, action, subject, detail, requestId }) => [
      ...[at, by?.email ?? '', action, subject ?? ''],
      ...[JSON.stringify(detail), requestId ?? ''],
    ],
  });
}

/** The shown time is the id's, because the start of a long transaction would not fit this order. */
async function readActivity(
  { db }: Pick<Deps, 'db'>,
  { search, action, from, to, account }: Filters,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Activity[]> {
  const { firstId, endId } = idsOfDays({ from, to });
  const rows = await db
    .select({ entry: auditLog, actor: { id: users.id, email: users.email } })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        before ? lt(auditLog.id, before) : undefined,
        firstId === null ? undefined : gte(auditLog.id, firstId),
        endId === null ? undefined : lt(auditLog.id, endId),
        action && eq(auditLog.action, action),
        account === undefined ? undefined : and(eq(auditLog.subjectUserId, account), like(auditLog.action, 'person.%')),
        search ? await ofSearched({ db }, search) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map(({ entry, actor }) => ({
    id: entry.id,
    at: momentOf(entry.id).toISOString(),
    actor,
    action: entry.action,
    subject: entry.subject,
    detail: entry.detail,
    requestId: entry.requestId,
  }));
}

/** A request's id: 32 hex digits, and more where its trace began at the caller. */
const REQUEST = /^[\da-f]{32}(-[\da-f]{16}(-00)?)?$/;

/** Lists the actions of a request, or those by or on the accounts whose name or address is searched for. */
async function ofSearched({ db }: Pick<Deps, 'db'>, search: string): Promise<SQL | undefined> {
  if (REQUEST.test(search)) return eq(auditLog.requestId, search);
  const found = await db.execute<{ id: string }>(template`
    select u.id from users u where ${SEARCHED} like lower(${contains(search)}::text)
    order by u.id desc limit ${ACCOUNTS_LOOKED_AT}`);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return template`false`;
  return or(inArray(auditLog.actorId, ids), inArray(auditLog.subjectUserId, ids));
}
