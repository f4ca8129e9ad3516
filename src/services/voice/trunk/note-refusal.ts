import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { announceCall } from '../announce.ts';
import type { CallRow } from '../present-call.ts';
import { readAddress } from './held-by-edge.ts';

/**
 * Keeps what the telephones of a trunk answered to a leg that a carrier rings; the carrier says all else of it.
 * @param leg no edge has it; locked by this transaction
 * @param sipStatus null where they took the call
 * @returns whether this is such a leg
 */
export async function noteRefusal(tx: Transaction, leg: CallRow, sipStatus: number | null): Promise<boolean> {
  const ring = await readAddress(tx.db, leg.id);
  if (!ring || sipStatus === null || leg.answeredAt !== null) return ring !== undefined;
  await tx.db.update(voiceCalls).set({ sipStatus }).where(eq(voiceCalls.id, leg.id));
  await announceCall(tx, leg);
  return true;
}
