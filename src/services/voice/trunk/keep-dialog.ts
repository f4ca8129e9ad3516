import { and, eq } from 'drizzle-orm';
import { trunkCalls, voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import type { CallRow } from '../present-call.ts';

/** An edge's call, and its names there. */
export type Dialog = Pick<
  typeof trunkCalls.$inferInsert,
  'edge' | 'sipCallId' | 'fromTag' | 'cseq' | 'branch' | 'source'
>;

/** The values that distinguish an INVITE from all others. */
export const dialogName = ({ sipCallId, fromTag, cseq, branch }: Omit<Dialog, 'edge' | 'source'>): string =>
  [sipCallId, fromTag, cseq, branch].join(';');

/** The Call-ID and the From tag in it. */
export function readDialogName(name: string): Pick<Dialog, 'sipCallId' | 'fromTag'> {
  const parts = name.split(';');
  // A Call-ID may contain a semicolon, the others cannot.
  const [fromTag = ''] = parts.slice(-3);
  return { sipCallId: parts.slice(0, -3).join(';'), fromTag };
}

/** That the names of an INVITE are those of a call that is not its own. */
export const namesTaken = (): Problem => new Problem('already_processed', sentence('callOther'));

/**
 * Stores which edge has a call, and its names there.
 * @param trunkId null: it rings no trunk yet
 * @throws already_processed (another call has these names)
 */
export async function keepDialog(
  tx: Transaction,
  held: Pick<typeof trunkCalls.$inferInsert, 'callId' | 'trunkId' | 'placedBy'>,
  dialog: Dialog,
): Promise<void> {
  const kept = await tx.db
    .insert(trunkCalls)
    .values({ ...held, ...dialog })
    .onConflictDoNothing()
    .returning({ callId: trunkCalls.callId });
  if (kept.length === 0) throw namesTaken();
}

/**
 * The call for which an edge asked about this INVITE before. It has to be the same request of the same edge: another one
 * with these names would go out under the authorisation of the first.
 * @throws already_processed (another INVITE had these names)
 */
export async function findByDialog(
  tx: Transaction,
  { sipCallId, fromTag, cseq, branch, edge }: Dialog,
): Promise<{ call: CallRow; trunkId: string | null } | undefined> {
  const [found] = await tx.db
    .select({ call: voiceCalls, held: trunkCalls })
    .from(trunkCalls)
    .innerJoin(voiceCalls, eq(voiceCalls.id, trunkCalls.callId))
    .where(
      and(eq(trunkCalls.sipCallId, sipCallId), eq(trunkCalls.fromTag, fromTag), eq(trunkCalls.cseq, cseq)),
    );
  if (!found) return undefined;
  if (found.held.branch !== branch || found.held.edge !== edge) throw namesTaken();
  return { call: found.call, trunkId: found.held.trunkId };
}
