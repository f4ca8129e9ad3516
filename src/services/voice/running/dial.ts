import { and, eq, isNull } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { RING_SECONDS } from '../../../carriers/call-flow.ts';
import { callbackUrl } from '../../../carriers/callback-url.ts';
import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import type { CallResult } from '../../../carriers/voice-port.ts';
import { announceCall } from '../announce.ts';
import { judgeTraffic } from '../../../carriers/health.ts';
import { countTraffic, failureOf, mayHandCall } from '../../../carriers/traffic.ts';
import { hangUpEnded } from './hang-up-ended.ts';
import { type CallingCarrier, type CallRoute, routesOfCall } from './calling-carriers.ts';
import { CLAIM_MS } from './claim-due.ts';
import { endCall, type Ending } from './end-call.ts';
import { planFor, readLeg } from './plan.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { openInside } from '../trunk/address-inside.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/** An older call is not placed any more, because the person who ordered it has given up. */
const PLACE_WITHIN_MS = MINUTE_MS;

/** A call that waits for a carrier is looked at again after this time. */
const WAIT_MS = 2000;

const failed = (error: string): Ending => ({ end: 'failed', duration: 0, error });
const TOO_LATE = failed('The call could not be placed in time');

/**
 * Places a claimed call with the active carrier or, after a certain refusal, with the next one. If it is uncertain
 * whether the call was placed, it is not tried again; the carrier is asked later.
 */
export async function dial(deps: Deps, callId: string): Promise<void> {
  let ending = failed('No provider for calls is set up at the moment');
  let waits = false;
  const [ordered] = await deps.db.select().from(voiceCalls).where(eq(voiceCalls.id, callId));
  for (const route of ordered ? await routesOfCall(deps, ordered) : []) {
    const { carrier } = route;
    if (!(await mayHandCall(deps, carrier.name))) {
      waits = true;
      continue;
    }
    const call = await claimFor(deps, callId, route);
    if (!call) return;
    if (call.hangUpRequestedAt) return finish(deps, callId, { end: 'cancelled', duration: 0, error: null });
    if (isTooLate(deps, call)) return finish(deps, callId, TOO_LATE);
    const result = await place(deps, carrier, call);
    await judge(deps, carrier, call, result);
    if (result.kind === 'accepted') return accept(deps, callId, result.carrierCallId);
    if (result.kind === 'uncertain') {
      deps.log.warn({ carrier: carrier.name, call: callId, detail: result.detail }, 'a call has no clear outcome');
      return;
    }
    ending = failed(result.customerWords);
    waits = false;
    if (result.retry === 'never') break;
  }
  if (waits && ordered) await waitForCarrier(deps, ordered);
  else await finish(deps, callId, ending);
}

const isTooLate = ({ clock }: Deps, { calledAt }: CallRow): boolean =>
  clock.now().getTime() - calledAt.getTime() > PLACE_WITHIN_MS;

/** No carrier answers anybody: the call waits until one does or may be tried, and nothing has left. */
async function waitForCarrier(deps: Deps, call: CallRow): Promise<void> {
  const { id: callId, hangUpRequestedAt } = call;
  if (hangUpRequestedAt) return finish(deps, callId, { end: 'cancelled', duration: 0, error: null });
  if (isTooLate(deps, call)) return finish(deps, callId, TOO_LATE);
  await deps.db
    .update(voiceCalls)
    .set({ status: 'queued', dueAt: new Date(deps.clock.now().getTime() + WAIT_MS) })
    .where(and(eq(voiceCalls.id, callId), isNull(voiceCalls.endedAt), isNull(voiceCalls.provider)));
}

/** Stores which carrier gets the call and its leg, before the carrier gets it: after a crash that carrier is asked. */
async function claimFor(
  deps: Deps,
  callId: string,
  { carrier: { name }, chosen }: CallRoute,
): Promise<CallRow | undefined> {
  const dueAt = new Date(deps.clock.now().getTime() + CLAIM_MS);
  const [call] = await deps.db
    .update(voiceCalls)
    .set({
      provider: name,
      routeBy: chosen?.by ?? null,
      routeRate: chosen?.rate ?? null,
      routePrefix: chosen?.prefix ?? null,
      dueAt,
    })
    .where(and(eq(voiceCalls.id, callId), isNull(voiceCalls.endedAt), isNull(voiceCalls.carrierCallId)))
    .returning();
  if (call) {
    await deps.db
      .update(voiceCalls)
      .set({ provider: name, routeBy: chosen?.by ?? null, routeRate: chosen?.legRate ?? null })
      .where(eq(voiceCalls.parentId, callId));
  }
  return call;
}

/** Never rejects: after any error on the way, the call may be ringing. */
async function place(deps: Deps, carrier: CallingCarrier, call: CallRow): Promise<CallResult> {
  try {
    await transact(deps, (tx) => openInside(deps, tx, call));
    const placing = carrier.voice.placeCall({
      plan: await planFor(deps, call, await readLeg(deps.db, call)),
      callbackUrl: `${callbackUrl({ deps }, carrier.name)}/voice`,
    });
    return await answerWithin(SEND_TIMEOUT_MS, placing, (result) => acceptLate(deps, call.id, result));
  } catch (error) {
    return { kind: 'uncertain', detail: error instanceof Error ? error.message : 'failed' };
  }
}

/** A carrier's answers to calls count for its health like answers to messages. */
async function judge(
  deps: Deps,
  { name: carrier }: CallingCarrier,
  { userId: account, destination }: CallRow,
  result: CallResult,
): Promise<void> {
  if (result.kind === 'refused' && result.blame === 'throttled') return;
  const failure = failureOf(result, { account, destination });
  try {
    await transact(deps, (tx) => countTraffic(tx, [{ carrier, failure }]));
    if (failure) await judgeTraffic(deps, [carrier]);
  } catch (error) {
    deps.log.warn({ error, carrier }, 'what a carrier answered to a call was not counted');
  }
}

/** The carrier took a call that had been given up: it is known again and, if it was already settled, hung up. */
function acceptLate(deps: Deps, callId: string, result: CallResult): void {
  if (result.kind !== 'accepted') return;
  accept(deps, callId, result.carrierCallId).catch((error: unknown) => {
    deps.log.error({ error, call: callId }, 'a late answer to a call could not be stored');
  });
}

/** The carrier has the call. Its news may have arrived before its answer. */
async function accept(deps: Deps, callId: string, carrierCallId: string): Promise<void> {
  await transact(deps, async (tx) => {
    const call = await lockCall(tx.db, callId);
    if (!call) throw new Error('a call is gone');
    if (call.endedAt) {
      // Its news may have ended it, or it was given up: then nobody pays for the call that the carrier has.
      if (!call.carrierCallId) await hangUpEnded(tx, call, carrierCallId);
      tx.afterCommit(() => deps.signals.callsDue.fire());
      return;
    }
    const dueAt = new Date(tx.now.getTime() + (RING_SECONDS + 60) * 1000);
    const [known] = await tx.db
      .update(voiceCalls)
      .set({
        carrierCallId,
        // The owner may have asked to hang up while the call was being placed.
        ...(call.status === 'dialing' ? { dueAt: call.hangUpRequestedAt ? tx.now : dueAt } : {}),
      })
      .where(eq(voiceCalls.id, callId))
      .returning();
    if (!known) return;
    if (call.status === 'dialing') await announceCall(tx, known);
    if (call.hangUpRequestedAt) tx.afterCommit(() => deps.signals.callsDue.fire());
  });
}

/** Ends a call that has not ended yet. */
export async function finish(deps: Deps, callId: string, ending: Ending): Promise<void> {
  await transact(deps, async (tx) => {
    const call = await lockCall(tx.db, callId);
    if (call && !call.endedAt) await endCall(tx, call, ending);
  });
}
