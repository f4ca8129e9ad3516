import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import type { CallLookup } from '../../../carriers/voice-port.ts';
import { applyNews, lasted } from './apply-news.ts';
import { finish } from './dial.ts';
import { tellToHangUp } from './hang-up-ended.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { type CallKeeper, keeperOf } from '../trunk/edge.ts';
import { lengthenedFrom } from '../trunk/hold-minutes.ts';
import { minutesOfDialog } from '../trunk/minutes-of-dialog.ts';
import { lengthenCall } from '../trunk/lengthen-call.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/kit/durations.ts';

const ASK_AGAIN_MS = MINUTE_MS;
const HANG_UP_AGAIN_MS = 5000;
/** How long we wait for a carrier that cannot answer, after the latest possible end of the call. */
const PATIENCE_MS = 5 * MINUTE_MS;
/**
 * The same, counted from the order, for a call that no carrier has confirmed. If it rings after that, it is hung up.
 */
const HAND_OVER_WITHIN_MS = MINUTE_MS;
/** The same for a carrier that does not answer at all. */
const OUTAGE_PATIENCE_MS = DAY_MS;

/** It is a `CallLookup`, or no answer. */
type Answer = CallLookup | { kind: 'silent' };

/**
 * Asks about a call whose news is missing, and hangs up a call that should end. A call never stays open for ever: if
 * the carrier cannot answer in the end, the customer is charged only for what is proven.
 */
export async function inquire(deps: Deps, callId: string): Promise<void> {
  const [found] = await deps.db.select().from(voiceCalls).where(eq(voiceCalls.id, callId));
  if (!found) return;
  const voice = await keeperOf(deps, found);
  if (found.endedAt) return tellToHangUp(deps, voice, found);
  const call = voice?.limitTo ? await lengthen(deps, voice, found) : found;
  if (voice) await hangUpWhereDue(deps, voice, call);
  const answer: Answer = voice ? await ask(deps, voice, call) : { kind: 'unknown' };
  switch (answer.kind) {
    case 'absent':
      return finish(deps, callId, { end: 'failed', duration: 0, error: 'The call could not be placed' });
    case 'ended':
    case 'under-way':
      return apply(deps, call, answer);
    case 'unknown':
      return waitOrDecide(deps, call, PATIENCE_MS);
    case 'silent':
      return waitOrDecide(deps, call, OUTAGE_PATIENCE_MS);
  }
}

async function ask(deps: Deps, voice: CallKeeper, call: CallRow): Promise<Answer> {
  const { id: reference, carrierCallId } = call;
  try {
    const parentCallId = await carrierIdOfParent(deps, call);
    return await answerWithin(SEND_TIMEOUT_MS, voice.lookupCall({ reference, carrierCallId, parentCallId }));
  } catch (error) {
    deps.log.warn({ error, carrier: call.provider, call: reference }, 'a carrier could not be asked about a call');
    return { kind: 'silent' };
  }
}

/** The carrier's id of the call that leads on to a leg; null for any other call. */
async function carrierIdOfParent({ db }: Deps, { parentId }: CallRow): Promise<string | null> {
  if (parentId === null) return null;
  const [parent] = await db
    .select({ id: voiceCalls.carrierCallId })
    .from(voiceCalls)
    .where(eq(voiceCalls.id, parentId));
  return parent?.id ?? null;
}

/** A call that an edge has gets more minutes; its edge is told each time, so that it need not have heard the last time. */
async function lengthen(deps: Deps, voice: CallKeeper, found: CallRow): Promise<CallRow> {
  const call = await lengthenCall(deps, found);
  if (lengthenedFrom(call) === null || call.hangUpRequestedAt !== null) return call;
  const seconds = Math.min(60 * (await minutesOfDialog(deps.db, call)), deps.config.sipCallSeconds);
  try {
    await answerWithin(SEND_TIMEOUT_MS, voice.limitTo?.(seconds) ?? Promise.resolve());
  } catch (error) {
    deps.log.warn({ error, call: call.id }, 'an edge could not be told how long a call may last');
  }
  return call;
}

/** A call is hung up if its customer wants it, or if the carrier missed its time limit. */
async function hangUpWhereDue(deps: Deps, voice: CallKeeper, call: CallRow): Promise<void> {
  const overdue = call.answeredAt !== null && deps.clock.now() > limitOf(call);
  if (!call.carrierCallId || !(call.hangUpRequestedAt || overdue)) return;
  try {
    await answerWithin(SEND_TIMEOUT_MS, voice.hangUp(call.carrierCallId));
  } catch (error) {
    deps.log.warn({ error, carrier: call.provider, call: call.id }, 'a call could not be hung up yet');
  }
}

async function apply(
  deps: Deps,
  { id }: CallRow,
  answer: Extract<CallLookup, { kind: 'ended' | 'under-way' }>,
): Promise<void> {
  await transact(deps, async (tx) => {
    const call = await lockCall(tx.db, id);
    if (!call || call.endedAt) return;
    // If the carrier has no more news, it is not asked again at once.
    await tx.db
      .update(voiceCalls)
      .set({ dueAt: nextLook(tx.now, call), carrierCallId: answer.carrierCallId })
      .where(eq(voiceCalls.id, id));
    if (!answer.news) return;
    // A carrier that was asked and did not tell the duration will not tell it later.
    const news = {
      ...answer.news,
      ...(answer.kind === 'ended' && { duration: answer.news.duration ?? lasted(call, answer.news.at) ?? 0 }),
    };
    const followUp = await applyNews(tx, call, { carrierCallId: answer.carrierCallId, news });
    if (followUp === 'look') tx.afterCommit(() => deps.signals.callsDue.fire());
  });
}

/** One that comes to its limit is looked at often: a payment lengthens it until then. */
const nextLook = (now: Date, call: CallRow): Date => {
  const from = lengthenedFrom(call);
  const isSoon = call.hangUpRequestedAt !== null || (from !== null && from <= now);
  return new Date(now.getTime() + (isSoon ? HANG_UP_AGAIN_MS : ASK_AGAIN_MS));
};

/** The latest possible end of the call. */
const limitOf = ({ answeredAt, calledAt, maxMinutes }: CallRow): Date =>
  answeredAt ? new Date(answeredAt.getTime() + maxMinutes * MINUTE_MS) : calledAt;

/** Nothing is decided about a leg before the end of the call that leads on to it, which ends the leg too. */
const undecidedUntil = (call: CallRow): Date | null =>
  call.parentId === null ? limitOf(call) : call.hangUpRequestedAt;

async function waitOrDecide(deps: Deps, call: CallRow, patienceMs: number): Promise<void> {
  const now = deps.clock.now();
  const neverTaken = call.carrierCallId === null && call.answeredAt === null;
  const patience = neverTaken ? HAND_OVER_WITHIN_MS : patienceMs;
  const since = undecidedUntil(call);
  const decideAt = since && new Date(since.getTime() + patience);
  if (!decideAt || now < decideAt) {
    const look = nextLook(now, call);
    await deps.db
      .update(voiceCalls)
      .set({ dueAt: decideAt && neverTaken && decideAt < look ? decideAt : look })
      .where(eq(voiceCalls.id, call.id));
    return;
  }
  deps.log.error({ carrier: call.provider, call: call.id }, 'a call was settled without its carrier');
  if (call.answeredAt) {
    await finish(deps, call.id, {
      end: 'completed',
      duration: 0,
      minutes: 1,
      error: 'The carrier never said how long this call lasted: only its first minute is charged',
    });
    return;
  }
  await finish(deps, call.id, {
    end: 'failed',
    duration: 0,
    error: 'The carrier never said what became of this call: nothing is charged',
  });
}
