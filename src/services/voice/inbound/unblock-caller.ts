import { and, eq } from 'drizzle-orm';
import { blockedCallers } from '../../../../db/schema/index.ts';
import type { Acting } from '../../../callers/acting.ts';
import { audit } from '../../../callers/audit.ts';
import { notFound } from '../../../platform/kit/errors.ts';

/** Lets a blocked caller through again. @throws not_found */
export async function unblockCaller(
  { tx, actor }: Acting,
  { userId, number }: { userId: string; number: string },
): Promise<undefined> {
  const [gone] = await tx.db
    .delete(blockedCallers)
    .where(and(eq(blockedCallers.userId, userId), eq(blockedCallers.number, number)))
    .returning();
  if (!gone) throw notFound('Caller');
  await audit(tx, actor, 'caller.unblocked', { subject: number, userId });
}
