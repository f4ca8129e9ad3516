import { and, eq, isNull } from 'drizzle-orm';
import { approvalFiles, approvalRequests } from '../../../db/schema/index.ts';
import { type Actor, audit } from '../../callers/audit.ts';
import { approvalRequestsEvent } from '../../callers/events.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { notFound } from '../../platform/kit/errors.ts';

/** A request, and the file that some requests have. */
export interface Decided {
  row: typeof approvalRequests.$inferSelect;
  file: Uint8Array | null;
}

/**
 * Takes a request off the list, and records it. If two decide at the same time, the second finds none. @throws
 * not_found
 */
export async function decide(
  tx: Transaction,
  actor: Actor,
  { requestId, agreed }: { requestId: string; agreed: boolean },
): Promise<Decided> {
  const [row] = await tx.db
    .update(approvalRequests)
    .set({ decidedAt: tx.now, decidedBy: actor.id, agreed })
    .where(and(eq(approvalRequests.id, requestId), isNull(approvalRequests.decidedAt)))
    .returning();
  if (!row) throw notFound('Request');
  tx.publish(approvalRequestsEvent, actor.id, { requestId });
  const { kind, subject, requestedBy } = row;
  await audit(tx, actor, agreed ? 'approval.given' : 'approval.withdrawn', {
    subject,
    detail: { kind, requestId, requestedBy },
  });
  const [stored] = await tx.db
    .delete(approvalFiles)
    .where(eq(approvalFiles.requestId, requestId))
    .returning({ content: approvalFiles.content });
  return { row, file: stored?.content ?? null };
}
