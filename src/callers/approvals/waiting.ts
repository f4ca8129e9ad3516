import { and, eq, isNull, type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { approvalRequests, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { approvalRequestsEvent } from '../events.ts';
import type { Wanted } from './contract.ts';

/** The subject of a request; one of a kind waits at a time. */
export interface About {
  kind: Wanted['kind'];
  subject: string;
}

const isAbout = ({ kind, subject }: About): SQL | undefined =>
  and(
    eq(approvalRequests.kind, kind),
    eq(template`lower(${approvalRequests.subject})`, subject.toLowerCase()),
    isNull(approvalRequests.decidedAt),
  );

/** The request that waits, locked. It counts only if its administrator is still an active one. */
export async function findWaiting(db: Queryable, about: About) {
  const [found] = await db
    .select({
      id: approvalRequests.id,
      wanted: approvalRequests.wanted,
      requestedAt: approvalRequests.requestedAt,
      by: { id: users.id, email: users.email, fullName: users.fullName },
    })
    .from(approvalRequests)
    .innerJoin(users, eq(users.id, approvalRequests.requestedBy))
    .where(and(isAbout(about), eq(users.role, 'admin'), eq(users.status, 'active')))
    .for('update', { of: approvalRequests });
  return found ?? null;
}

/** Ends what waits, if anything does. @param by null: the system */
export const endWaiting = (tx: Transaction, about: About, end: { by: string | null; agreed: boolean }): Promise<void> =>
  endWhere(tx, isAbout(about), end);

/** Ends all that waits of what an administrator asked for. */
export const dropWaitingOf = (
  tx: Transaction,
  { requestedBy, by }: { requestedBy: string; by: string },
): Promise<void> => {
  const isTheirs = and(eq(approvalRequests.requestedBy, requestedBy), isNull(approvalRequests.decidedAt));
  return endWhere(tx, isTheirs, { by, agreed: false });
};

async function endWhere(
  tx: Transaction,
  condition: SQL | undefined,
  { by, agreed }: { by: string | null; agreed: boolean },
): Promise<void> {
  const ended = await tx.db
    .update(approvalRequests)
    .set({ decidedAt: tx.now, decidedBy: by, agreed })
    .where(condition)
    .returning({ requestId: approvalRequests.id, requestedBy: approvalRequests.requestedBy });
  for (const { requestId, requestedBy } of ended) tx.publish(approvalRequestsEvent, requestedBy, { requestId });
}

/** Names another subject in what waits, because what it is about has become that. */
export async function moveWaiting(tx: Transaction, about: About, subject: string): Promise<void> {
  await tx.db.update(approvalRequests).set({ subject }).where(isAbout(about));
}
