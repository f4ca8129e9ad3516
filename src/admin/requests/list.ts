import { desc, eq, isNull } from 'drizzle-orm';
import { approvalRequests, users } from '../../../db/schema/index.ts';
import type { Deps } from '../../services/deps.ts';
import { type ApprovalRequest, wanted } from '../../callers/approvals/contract.ts';

/** There are never many, because an account has at most one of each kind. */
const MOST_SHOWN = 200;

/** The requests that wait for a second administrator, newest first. */
export async function listRequests({ db }: Pick<Deps, 'db'>): Promise<ApprovalRequest[]> {
  const rows = await db
    .select({ row: approvalRequests, by: { id: users.id, email: users.email, fullName: users.fullName } })
    .from(approvalRequests)
    .innerJoin(users, eq(users.id, approvalRequests.requestedBy))
    .where(isNull(approvalRequests.decidedAt))
    .orderBy(desc(approvalRequests.id))
    .limit(MOST_SHOWN);
  return rows.map(({ row, by }) => ({
    id: row.id,
    wanted: wanted.parse(row.wanted),
    subject: row.subject,
    requestedBy: by,
    requestedAt: row.requestedAt.toISOString(),
  }));
}
