import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { voiceCalls } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { uuid } from '../../../platform/kit/schemas.ts';
import { callFlow, type CallPlan, leadsOn } from '../../../carriers/call-flow.ts';
import type { CarrierCallback, SignedNews } from '../../../carriers/port.ts';
import { forgetTaking, takeOnce, takingOf } from '../../../carriers/take-once.ts';
import type { CallReport, MomentNews } from '../../../carriers/voice-port.ts';
import { applyNews } from './apply-news.ts';
import { callingCarrier } from './calling-carriers.ts';
import { isUnderWay } from '../contract.ts';
import { connectLeg } from './connect-leg.ts';
import { moveOn } from '../inbound/move-on.ts';
import { planFor, planOf, readLeg } from './plan.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { fault } from '../../../platform/kit/faults.ts';

/**
 * Takes a carrier's news about calls: checks that it is genuine, applies it once, and gives the next instructions to a
 * carrier that waits for them. Refused news is sent again; a copy of accepted news changes nothing.
 * @throws not_found (no such carrier), bad_signature, malformed_request, validation_failed, provider_failed
 */
export async function receiveNews(
  deps: Deps,
  { provider, callback }: { provider: string; callback: CarrierCallback },
): Promise<void> {
  const { voice } = callingCarrier(deps, provider);
  await applyReports(deps, { provider, ...(await voice.parseCallback(callback)) });
}

/**
 * The same as `receiveNews`, for news that was found to be genuine.
 * @throws validation_failed, provider_failed
 */
export async function applyReports(
  deps: Deps,
  { provider, news, seal }: { provider: string } & SignedNews<CallReport>,
): Promise<void> {
  await requireDurations(deps, provider, news);
  // Each call is applied together with its mark: if a callback was interrupted, its repetition applies only the rest.
  const byCall = Map.groupBy(news, ({ reference }) => reference);
  for (const [reference, reports] of byCall) {
    const taking = takingOf(provider, `call ${reference}`, seal);
    const taken = await transact(deps, async (tx) => {
      if (!(await takeOnce(tx, taking))) return null;
      const calls: (CallRow | undefined)[] = [];
      for (const report of reports) calls.push(await take(tx, deps, provider, report));
      return calls;
    });
    if (!taken) continue;
    for (const [index, report] of reports.entries()) {
      await conduct(deps, provider, taken[index], report).catch(async (error: unknown) => {
        await forgetTaking(deps, taking);
        throw error;
      });
    }
  }
}

/** The longest possible duration of a call, in seconds: no carrier keeps a call for longer than a day. */
const LONGEST_CALL = 86_400;

const isDuration = (seconds: number | null): boolean =>
  seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= LONGEST_CALL);

/**
 * Refuses news with an impossible duration: the carrier is asked at once instead.
 * @throws validation_failed
 */
async function requireDurations(deps: Deps, provider: string, news: readonly CallReport[]): Promise<void> {
  const wrong = news.filter((report) => 'duration' in report.news && !isDuration(report.news.duration));
  if (wrong.length === 0) return;
  await transact(deps, async (tx) => {
    for (const { reference } of wrong.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))) {
      const call = isId(reference) ? await lockCall(tx.db, reference) : undefined;
      if (call?.provider !== provider || call.endedAt) continue;
      await tx.db.update(voiceCalls).set({ dueAt: tx.now }).where(eq(voiceCalls.id, call.id));
    }
    tx.afterCommit(() => deps.signals.callsDue.fire());
  });
  throw new Problem('validation_failed', {
    ...fault('notUnderstood'),
    text: 'The duration must be a whole number of seconds, at most a day',
  });
}

/** Gives the instructions for a call to a carrier that waits for them. @throws provider_failed */
async function conduct(
  deps: Deps,
  provider: string,
  call: CallRow | undefined,
  { carrierCallId, news }: CallReport,
): Promise<void> {
  const { voice } = callingCarrier(deps, provider);
  if (!call || news.kind !== 'moment' || !voice.conduct || !isUnderWay(call.status)) return;
  const plan = call.origin === 'incoming' ? await planAfter(deps, call, news) : await planNow(deps, call, news);
  await voice.conduct(carrierCallId, plan, news).catch((error: unknown) => {
    deps.log.warn({ error, carrier: provider, call: call.id }, 'a carrier could not be told what to do');
    throw new Problem('provider_failed', 'The carrier could not be told what to do');
  });
}

/** A call that we placed: its leg is checked before it rings. */
async function planNow(deps: Deps, call: CallRow, { moment }: MomentNews): Promise<CallPlan> {
  const leg = await readLeg(deps.db, call);
  const connects = leg !== null && leadsOn(callFlow(planOf(call, leg), moment));
  const mayConnect = connects && (await connectLeg(deps, leg.id));
  return planFor(deps, call, connects && !mayConnect ? null : leg);
}

/** A call to a number goes on to its next step, unless its carrier is still at the actions of the present one. */
async function planAfter(deps: Deps, call: CallRow, { moment, step = 0, done }: MomentNews): Promise<CallPlan> {
  const next = done > 0 ? ({ kind: 'answered' } as const) : moment;
  const { plan } = await moveOn(deps, { callId: call.id, moment: next, step });
  return plan;
}

/**
 * Applies one report.
 * @returns the call that it is about; undefined if we have no such call with this carrier
 */
export async function take(
  tx: Transaction,
  deps: Deps,
  provider: string,
  { reference, carrierCallId, news }: CallReport,
): Promise<CallRow | undefined> {
  const call = isId(reference) ? await lockCall(tx.db, reference) : undefined;
  if (call?.provider !== provider) return undefined;
  const followUp = await applyNews(tx, call, { carrierCallId, news });
  if (followUp === 'look') tx.afterCommit(() => deps.signals.callsDue.fire());
  if (followUp === 'fetch-recordings') tx.afterCommit(() => deps.signals.recordingsDue.fire());
  return call;
}

const isId = (text: string): boolean => z.safeParse(uuid, text).success;
