import { and, eq } from 'drizzle-orm';
import { blockedCallers } from '../../../../db/schema/index.ts';
import { audit } from '../../../callers/audit.ts';
import type { Actor } from '../../../callers/guards.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** Lets a blocked caller through again. @throws not_found */
export async function unblockCaller(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { userId, number }: { userId: string; number: string },
): Promise<undefined> {
  const [gone] = await tx.db
    .delete(blockedCallers)
    .where(and(eq(blockedCallers.userId, userId), eq(blockedCallers.number, number)))
    .returning();
  if (!gone) throw notFound('Caller');
  await audit(tx, actor, 'caller.unblocked', { subject: number, userId });
}
