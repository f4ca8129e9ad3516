import { and, eq, sql as template } from 'drizzle-orm';
import {
  type AnswerAction,
  type AnswerPlan,
  blockedCallers,
  didNumbers,
  incomingCalls,
  users,
  voiceCalls,
} from '../../../../db/schema/index.ts';
import { countFor } from '../../../carriers/counts.ts';
import type { IncomingCall } from '../../../carriers/incoming-calls.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { ZERO } from '../../../platform/kit/money.ts';
import { storable } from '../../../platform/kit/storable.ts';
import { isWithin, wallClock } from '../../../platform/kit/week-hours.ts';
import type { Deps } from '../../deps.ts';
import { MAX_CALL_MINUTES } from '../contract.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { namesTaken } from '../trunk/keep-dialog.ts';
import { enterStep } from './enter-step.ts';
import { callReceivedEvent } from './events.ts';
import { byCarrier, type Ingress } from './ingress.ts';
import { presentReceived } from './present-received.ts';

/** After this long without news the carrier is asked about a call. */
const ASK_AFTER_MS = 5 * MINUTE_MS;

/** In place of a carrier, where a trunk of ours calls. */
const INSIDE = 'inside';

interface Announced {
  /** The carrier from which it came; null: a trunk of ours. */
  provider: string | null;
  call: Pick<IncomingCall, 'carrierCallId' | 'from' | 'to'>;
  /** How it reaches us: by its carrier's own API, unless it is said. */
  ingress?: Ingress;
}

/**
 * Stores a call that a carrier announces, and begins its first step. One that is announced again is the same call. A
 * call to a number without an owner is logged and dropped.
 * @returns the call, locked; undefined where the number belongs to nobody
 * @throws already_processed (it was announced for another number, or another call has its names)
 */
export async function openIncoming(
  tx: Transaction,
  deps: Deps,
  { provider: carrier, call: { carrierCallId, from, to }, ingress = byCarrier(deps) }: Announced,
): Promise<CallRow | undefined> {
  const provider = carrier ?? INSIDE;
  // The second one of two announcements at once waits and finds the first one's call.
  await tx.db.execute(template`
    select pg_advisory_xact_lock(hashtextextended(${JSON.stringify([provider, carrierCallId])}, 0))`);
  const known = await findIncoming(tx, { provider, carrierCallId });
  if (known) {
    const call = await lockCall(tx.db, known);
    if (call && call.destination !== to) throw namesTaken();
    return call;
  }
  const [number] = await tx.db
    .select({ userId: didNumbers.userId, plan: didNumbers.answerPlan, status: users.status, saysIn: users.language })
    .from(didNumbers)
    .innerJoin(users, eq(users.id, didNumbers.userId))
    .where(and(eq(didNumbers.number, to), eq(didNumbers.status, 'active')));
  if (!number) {
    if (carrier !== null) await countFor(tx, { carrier, what: 'calls_to_nobody', by: 1 });
    deps.log.warn({ carrier, number: to }, 'a call to a number that is nobody’s was refused');
    return undefined;
  }
  const { userId, plan, status, saysIn } = number;
  const callerId = storable(from).slice(0, 32);
  const call = await addIncoming(tx, {
    ...{ userId, provider: carrier, carrierCallId, saysIn, callerId },
    destination: to,
  });
  await ingress.begin(tx, call);
  const isBlocked = await isBlockedCaller(tx, userId, callerId);
  const planned = plan === null || isBlocked || status === 'suspended' ? [] : stepsAt(plan, tx.now);
  const steps = ingress.mayForward ? planned : planned.filter(({ kind }) => kind !== 'forward');
  const [incoming] = await tx.db
    .insert(incomingCalls)
    .values({
      ...{ callId: call.id, userId, provider, carrierCallId, steps },
      outcome: isBlocked ? 'blocked' : 'ringing',
    })
    .returning();
  if (!incoming) throw new Error('an insert returned no row');
  const entered = await enterStep(tx, deps, { call, incoming, step: 0, ingress });
  if (!isBlocked) {
    tx.publish(callReceivedEvent, userId, presentReceived(call, entered, { legs: [], recordings: [] }));
  }
  return call;
}

/** Our id of a call that a carrier announced; undefined if it did not. */
export async function findIncoming(
  { db }: Pick<Transaction, 'db'>,
  { provider, carrierCallId }: { provider: string; carrierCallId: string },
): Promise<string | undefined> {
  const [known] = await db
    .select({ callId: incomingCalls.callId })
    .from(incomingCalls)
    .where(and(eq(incomingCalls.provider, provider), eq(incomingCalls.carrierCallId, carrierCallId)));
  return known?.callId;
}

type Added = Pick<CallRow, 'userId' | 'callerId' | 'destination' | 'saysIn'> & {
  provider: string | null;
  carrierCallId: string;
};

/** The call itself costs nothing; whoever it is forwarded to is a leg with a price. */
async function addIncoming(tx: Transaction, added: Added): Promise<CallRow> {
  const [call] = await tx.db
    .insert(voiceCalls)
    .values({
      ...added,
      id: newId(tx.clock),
      origin: 'incoming',
      status: 'ringing',
      maxMinutes: MAX_CALL_MINUTES,
      cost: ZERO,
      calledAt: tx.now,
      dueAt: new Date(tx.now.getTime() + ASK_AFTER_MS),
    })
    .returning();
  if (!call) throw new Error('an insert returned no row');
  return call;
}

async function isBlockedCaller(tx: Transaction, userId: string, number: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ number: blockedCallers.number })
    .from(blockedCallers)
    .where(and(eq(blockedCallers.userId, userId), eq(blockedCallers.number, number)));
  return row !== undefined;
}

/** The steps of a plan that count at a moment, in order. */
function stepsAt({ timeZone, steps }: AnswerPlan, now: Date): AnswerAction[] {
  const clock = wallClock(now, timeZone);
  return steps
    .filter(({ hours }) => hours === null || isWithin(hours, clock))
    .map(({ hours: _hours, ...action }) => action);
}
