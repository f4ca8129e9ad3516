import { eq, or, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { incomingCalls, trunkCalls } from '../../../../db/schema/index.ts';
import type { CallRow } from '../present-call.ts';

/** What is known of a call that an edge carries. */
export type HeldCall = typeof trunkCalls.$inferSelect & {
  /** Of a leg: the call to a number has left it for its next step. */
  isLeft: boolean;
};

/** A call's edge and its names there; those of the call that leads on to a leg. Undefined where no edge has it. */
export async function heldByEdge(
  db: Queryable,
  { id, parentId }: Pick<CallRow, 'id' | 'parentId'>,
): Promise<HeldCall | undefined> {
  const [found] = await db
    .select({ held: trunkCalls, legId: incomingCalls.legId })
    .from(trunkCalls)
    .leftJoin(incomingCalls, eq(incomingCalls.callId, trunkCalls.callId))
    .where(
      or(eq(trunkCalls.callId, id), parentId === null ? template`false` : eq(trunkCalls.callId, parentId)),
    );
  return found && { ...found.held, isLeft: parentId !== null && found.legId !== id };
}
