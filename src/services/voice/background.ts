import type { Deps } from '../deps.ts';
import type { Repeating } from '../../platform/kit/every.ts';
import { Runner } from '../../platform/kit/runner.ts';
import { asRequest, asStep } from '../../platform/kit/request.ts';
import type { Look } from '../../platform/schedule.ts';
import { callsWait, claimDue, type DueCall } from './running/claim-due.ts';
import { dial } from './running/dial.ts';
import { fetchRecordings, recordingsWait } from './recordings/fetch-recordings.ts';
import { inquire } from './running/inquire.ts';

const CLAIMED_AT_ONCE = 50;

/** Places due calls and asks carriers about calls whose news is missing. Resolves when all of that is done. */
export async function lookAfterCalls(deps: Deps): Promise<void> {
  const underWay: Promise<void>[] = [];
  for (;;) {
    const due = await claimDue(deps, CLAIMED_AT_ONCE);
    underWay.push(...due.map((call) => lookAfter(deps, call)));
    if (due.length < CLAIMED_AT_ONCE) break;
  }
  await Promise.all(underWay);
}

/** Never rejects: an error is logged, the claim ends, and another run tries again. */
async function lookAfter(deps: Deps, { id, was_queued, request_id }: DueCall): Promise<void> {
  try {
    const step = { kind: 'consumer', attributes: { 'topline.call.id': id } } as const;
    await asRequest(request_id, () =>
      was_queued
        ? asStep({ ...step, name: 'place call' }, () => dial(deps, id))
        : asStep({ ...step, name: 'ask about call' }, () => inquire(deps, id)),
    );
  } catch (error) {
    deps.log.warn({ error, call: id }, 'a call could not be looked after');
  }
}

/**
 * Places, follows and records calls in this process, woken by its signals and by looks, which find work without a
 * signal: work of a process that ended, and calls whose news is missing.
 */
export function startVoice(deps: Deps): Repeating & { looks: Look[] } {
  const underWay = new Set<Promise<void>>();
  const calls = new Runner(() => claimAndGoOn(deps, underWay));
  const recordings = new Runner(() => fetchRecordings(deps));
  const quiet = [deps.signals.callsDue.on(() => calls.wake()), deps.signals.recordingsDue.on(() => recordings.wake())];
  return {
    looks: [
      { name: 'look-after-calls', isWaiting: callsWait, run: async () => calls.wake() },
      { name: 'fetch-recordings', isWaiting: recordingsWait, run: async () => recordings.wake() },
    ],
    stop: async () => {
      for (const stopListening of quiet) stopListening();
      await calls.stop();
      await Promise.all(underWay);
      await recordings.stop();
    },
  };
}

/** Does not wait for the carriers, so that a new call is placed at once. Never rejects. */
async function claimAndGoOn(deps: Deps, underWay: Set<Promise<void>>): Promise<void> {
  try {
    for (;;) {
      const due = await claimDue(deps, CLAIMED_AT_ONCE);
      for (const call of due) {
        const doing = lookAfter(deps, call).then(() => void underWay.delete(doing));
        underWay.add(doing);
      }
      if (due.length < CLAIMED_AT_ONCE) return;
    }
  } catch (error) {
    deps.log.warn({ error }, 'taking calls from the queue failed');
  }
}
