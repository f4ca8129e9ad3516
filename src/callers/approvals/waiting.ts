import { and, eq, isNull, type SQL, sql as template } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { isoTime, prepared } from '../../../db/prepared.ts';
import { approvalRequests } from '../../../db/schema/index.ts';
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

interface Waiting {
  id: string;
  wanted: unknown;
  requestedAt: string;
  by: { id: string; email: string; fullName: string };
}

const lock = prepared<{ kind: string; subject: string }, Waiting>(
  (p) => template`
    select r.id, r.wanted, ${isoTime(template`r.requested_at`)} as "requestedAt",
      json_build_object('id', u.id, 'email', u.email, 'fullName', u.full_name) as by
    from second_words r join users u on u.id = r.requested_by
    where r.kind = ${p.kind} and lower(r.subject) = lower(${p.subject}) and r.decided_at is null
      and u.role = 'admin' and u.status = 'active'
    for update of r`,
);

/** The request that waits, locked. It counts only if its administrator is still an active one. */
export async function findWaiting(db: Queryable, { kind, subject }: About): Promise<Waiting | null> {
  const [found] = await lock(driverOf(db), { kind, subject });
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
