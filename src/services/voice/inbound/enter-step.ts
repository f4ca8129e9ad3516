import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { type AnswerAction, incomingCalls, voiceCalls } from '../../../../db/schema/index.ts';
import { closedToCalls, requireOpen } from '../../../money/allowances/closed-destinations.ts';
import { requireProved } from '../../../money/trial/require-proved.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { type ErrorCode, Problem, asRefusal, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { addLeg } from '../add-call.ts';
import { parseNumber } from '../parse-number.ts';
import type { CallRow } from '../read-call.ts';
import { isOurNumber } from '../trunk/open-call.ts';
import type { IncomingRow } from './present-received.ts';
import type { Ingress } from './ingress.ts';

/** How long after the last ring the program asks a carrier about a leg. */
const GRACE_SECONDS = 60;

/**
 * Begins a step of a call to a number. Where it forwards the call, a leg is added and the cost of the minutes that it begins with
 * is set aside before it rings; a forwarding that is refused (no credit, a closed destination) is left out, as is a step that the
 * call cannot take, and the next step begins.
 * @param call locked by this transaction
 */
export async function enterStep(
  tx: Transaction,
  deps: Deps,
  { call, incoming, step, ingress }: { call: CallRow; incoming: IncomingRow; step: number; ingress: Ingress },
): Promise<IncomingRow> {
  const { steps } = incoming;
  let { notForwarded } = incoming;
  for (let at = step; ; at++) {
    const action = steps[at];
    if (action && !(await ingress.takes(tx, call, action))) continue;
    const leg = await legTo(tx, deps, { call, ingress, action });
    if (leg !== null && 'refused' in leg) {
      notForwarded = leg.refused;
      continue;
    }
    const set = { steps, step: at, legId: leg?.id ?? null, notForwarded };
    await tx.db.update(incomingCalls).set(set).where(eq(incomingCalls.callId, call.id));
    return { ...incoming, ...set };
  }
}

/** The leg of a step; null where it has none, or the code of the reason why it gets none. */
function legTo(
  tx: Transaction,
  deps: Deps,
  { call, ingress, action }: { call: CallRow; ingress: Ingress; action: AnswerAction | undefined },
): Promise<{ id: string } | { refused: ErrorCode } | null> {
  if (action?.kind === 'forward') return openLeg(tx, deps, { call, ingress, ...action });
  return action?.kind === 'trunk' ? ingress.ring(tx, call, action) : Promise.resolve(null);
}

type Forward = Pick<Extract<AnswerAction, { kind: 'forward' }>, 'number' | 'ringSeconds'> & {
  call: CallRow;
  ingress: Ingress;
};

/** @returns the leg, or the code of the reason why there is none */
async function openLeg(
  tx: Transaction,
  deps: Deps,
  forward: Forward,
): Promise<{ id: string } | { refused: ErrorCode }> {
  const leg = await addOpenLeg(tx, deps, forward).catch(asRefusal());
  return leg instanceof Problem ? { refused: leg.reason } : leg;
}

/**
 * Everything that refuses it does so before the first write, so that the transaction can go on.
 * @throws not_allowed_now (a call that we forwarded ourselves), destination_closed, destination_not_sold,
 *   account_suspended, insufficient_credits, spend_limit_reached, validation_failed, unavailable
 */
async function addOpenLeg(
  tx: Transaction,
  deps: Deps,
  { call, ingress, number, ringSeconds }: Forward,
): Promise<{ id: string }> {
  const { userId } = call;
  const destination = parseNumber(number, 'number');
  await requireNotForwarded(tx, call);
  const countries = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  const pathOf = () => 'number';
  await requireOpen(tx.db, { userId, numbers: [destination], countries, pathOf });
  await requireProved({ db: tx.db, config: deps.config }, { userId, numbers: [destination] }, pathOf);
  const leg = await addLeg(tx, call, {
    destination,
    ...ingress.legOf(call, { destination, isInside: await isOurNumber(tx, destination) }),
    flatRate: deps.config.voiceRateGbp,
    dueAt: new Date(tx.now.getTime() + (ringSeconds + GRACE_SECONDS) * 1000),
  });
  await ingress.beginLeg(tx, leg);
  return leg;
}

/** Numbers that forward to each other would call for ever: a call that we forwarded is not forwarded again. */
async function requireNotForwarded(tx: Transaction, { callerId, destination }: CallRow): Promise<void> {
  const [leg] = await tx.db
    .select({ id: voiceCalls.id })
    .from(voiceCalls)
    .where(
      and(
        eq(voiceCalls.destination, destination),
        eq(voiceCalls.callerId, callerId),
        isNotNull(voiceCalls.parentId),
        // Not one that rings a trunk.
        ne(voiceCalls.origin, 'incoming'),
        isNull(voiceCalls.endedAt),
      ),
    )
    .limit(1);
  if (leg) throw new Problem('not_allowed_now', sentence('forwardedBefore'));
}
