import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import { extendHold } from '../../../money/ledger/extend-hold.ts';
import { transact } from '../../../platform/events/transact.ts';
import { asRefusal, Problem } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { announceCall } from '../announce.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { lengthenedFrom, nextMinutes } from './hold-minutes.ts';

/**
 * Sets aside more for an edge's call that comes to its limit, as long as there is credit. Without any it goes on to that
 * limit, and is looked at again: a payment amid the call lengthens it.
 * @returns the call as it is now
 */
export async function lengthenCall(deps: Deps, call: CallRow): Promise<CallRow> {
  const from = lengthenedFrom(call);
  if (!from || deps.clock.now() < from || call.hangUpRequestedAt !== null) return call;
  if (nextMinutes(deps.config, call) <= 0) return call;
  const lengthened = await transact(deps, async (tx) => {
    const locked = await lockCall(tx.db, call.id);
    if (!locked || locked.endedAt !== null || locked.maxMinutes !== call.maxMinutes) return locked ?? call;
    const extended = await extendHold(tx, locked, nextMinutes(deps.config, locked));
    if (!extended) return locked;
    const [longer] = await tx.db.update(voiceCalls).set(extended).where(eq(voiceCalls.id, call.id)).returning();
    if (!longer) throw new Error('a locked call is gone');
    await announceCall(tx, longer);
    return longer;
  }).catch(asRefusal());
  // The account has no credit, owes, or is suspended.
  return lengthened instanceof Problem ? call : lengthened;
}
