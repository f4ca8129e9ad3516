import type { Queryable } from '../../../../db/client.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import { type CallRow, lockCall } from '../../voice/read-call.ts';
import { heldByEdge } from '../../voice/trunk/held-by-edge.ts';

/**
 * The call to a number that an edge's answering machine asks about, locked by the transaction.
 * @throws not_found (no such call, or no edge has it)
 */
export async function findMachineCall(db: Queryable, callId: string): Promise<CallRow> {
  const call = await lockCall(db, callId);
  const isToNumber = call?.origin === 'incoming' && call.parentId === null;
  if (!isToNumber || !(await heldByEdge(db, call))) throw notFound('Call');
  return call;
}
