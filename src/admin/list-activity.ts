import { desc, eq, lt } from 'drizzle-orm';
import { auditLog, users } from '../../db/schema/index.ts';
import type { Deps } from '../accounts/deps.ts';
import { Page } from '../platform/kit/answer.ts';
import { momentOf } from '../platform/kit/ids.ts';
import type { QueryOf } from '../platform/kit/endpoint.ts';
import type { Activity, listActivity as contract } from './contract.ts';

/**
 * Administrative and security actions from the audit log, newest first. The shown time is the id's, because the
 * start of a long transaction would not fit this order.
 */
export async function listActivity(
  { db }: Deps,
  { limit, before }: QueryOf<typeof contract>,
): Promise<Page<Activity>> {
  const rows = await db
    .select({ entry: auditLog, actor: { id: users.id, email: users.email } })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(before ? lt(auditLog.id, before) : undefined)
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const entries = rows.map(({ entry, actor }) => ({
    id: entry.id,
    at: momentOf(entry.id).toISOString(),
    actor,
    action: entry.action,
    subject: entry.subject,
    detail: entry.detail,
  }));
  return Page.of(entries, limit);
}
