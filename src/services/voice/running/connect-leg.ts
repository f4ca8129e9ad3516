import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import { closedToCalls, requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { asRefusal } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { announceCall } from '../announce.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { openInside } from '../trunk/address-inside.ts';
import { endCall } from './end-call.ts';

/** How long after the last ring the program asks a carrier about a leg. */
const GRACE_SECONDS = 60;

/**
 * Marks that a carrier is about to lead a call on to its leg, before the leg rings: from then on its carrier knows what
 * it costs. Doing it again changes nothing, so a carrier that missed the answer can ask again.
 * @returns whether the leg may ring: not after its end or the call's, nor if its destination was closed meanwhile
 */
export const connectLeg = (deps: Deps, legId: string): Promise<boolean> =>
  transact(deps, async (tx) => {
    const leg = await lockCall(tx.db, legId);
    if (!leg?.parentId || leg.endedAt) return false;
    const call = await lockCall(tx.db, leg.parentId);
    if (!call || call.endedAt) return false;
    if (leg.status !== 'queued') return true;
    if (!(await isOpen(tx, deps, leg))) {
      await endCall(tx, leg, { end: 'failed', duration: 0, error: 'This destination is closed' });
      return false;
    }
    await tx.db
      .update(voiceCalls)
      .set({ status: 'dialing', dueAt: new Date(tx.now.getTime() + (RING_SECONDS + GRACE_SECONDS) * 1000) })
      .where(eq(voiceCalls.id, legId));
    await openInside(deps, tx, leg);
    await announceCall(tx, leg);
    return true;
  });

async function isOpen(tx: Transaction, { config }: Deps, { userId, destination }: CallRow): Promise<boolean> {
  const closed = await closedToCalls(tx.db, config.allowances.closedCountries);
  const asked = { userId, numbers: [destination], countries: closed, pathOf: () => 'destination' };
  return !(await requireOpen(tx.db, asked).catch(asRefusal('destination_closed')));
}
