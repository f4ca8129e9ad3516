import { eq } from 'drizzle-orm';
import { trunkEchoes, trunks } from '../../../../db/schema/index.ts';
import { countAttempt } from '../../../callers/throttle.ts';
import { transact } from '../../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { identify } from '../identify.ts';
import type { authorizeEchoCall as contract } from './contract.ts';
import { ECHO_SECONDS, stateOf } from './echo-state.ts';
import { trunkEchoEvent } from './events.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

/** Enough to try a telephone system again and again, too few to keep the echo busy. */
const CALLS_AN_HOUR = 30;

/**
 * Lets a telephone system call the echo: one call at a time for each trunk, some in an hour, each for a minute. It
 * replaces what was kept of the call before. Asked twice about one call, it answers the same.
 * @throws not_found, bad_signature, account_suspended, forbidden (the package),
 *   too_many_calls, rate_limited
 */
export async function authorizeEchoCall(
  deps: Deps,
  { callId: sipCallId, source, ...asked }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const {
    package: { userId, packageId: trunkId },
  } = await identify(deps, asked);
  await countAttempt(deps, { key: `echo:trunk:${trunkId}`, attempts: CALLS_AN_HOUR, windowMs: HOUR_MS });
  const seconds = Math.min(ECHO_SECONDS, deps.config.sipCallSeconds);
  return transact(deps, async (tx) => {
    // With two calls at once, the second one finds the first.
    await tx.db.select({ id: trunks.id }).from(trunks).where(eq(trunks.id, trunkId)).for('update');
    const [newest] = await tx.db.select().from(trunkEchoes).where(eq(trunkEchoes.trunkId, trunkId));
    if (newest && ['arrived', 'answered'].includes(stateOf(newest, tx.now))) {
      if (newest.sipCallId === sipCallId) return { id: newest.callId, seconds };
      throw new Problem('too_many_calls', sentence('channelsFull', { count: 1 }));
    }
    const id = newId(tx.clock);
    const begun = { callId: id, sipCallId, source, calledAt: tx.now };
    const anew = { answeredAt: null, endedAt: null, sipStatus: null, heard: null, sent: null };
    await tx.db
      .insert(trunkEchoes)
      .values({ trunkId, ...begun })
      .onConflictDoUpdate({ target: trunkEchoes.trunkId, set: { ...begun, ...anew } });
    tx.publish(trunkEchoEvent, userId, { userId, packageId: trunkId });
    return { id, seconds };
  });
}
