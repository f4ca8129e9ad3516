import type { AnswerAction } from '../../../../db/schema/index.ts';
import { type CallMoment, type CallPlan } from '../../../carriers/call-flow.ts';
import { transact } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { type CallRow, lockCall } from '../read-call.ts';
import { enterStep } from './enter-step.ts';
import { planOfIncoming } from './plan-of-incoming.ts';
import { readIncoming } from './read-incoming.ts';
import { byCarrier, type Ingress } from './ingress.ts';

/** It asks for a message in the words that every carrier has for that. */
const VOICEMAIL: AnswerAction = { kind: 'voicemail', greeting: '' };

/**
 * The steps after a moment, and where among them the call goes on. In a menu, 1 goes on and 2 takes a message, by the
 * next voicemail of the plan or else by one that is added; any other key reads the menu again.
 */
function goOn(steps: readonly AnswerAction[], at: number, moment: CallMoment): { steps: AnswerAction[]; step: number } {
  const on = (step: number) => ({ steps: [...steps], step });
  switch (moment.kind) {
    case 'answered':
      return on(at);
    case 'unconnected':
      return on(at + 1);
    case 'done':
      return on(steps.length);
    case 'digit': {
      if (steps[at]?.kind !== 'menu') return on(at);
      if (moment.digit === '') return on(steps.length);
      if (moment.digit === '1') return on(at + 1);
      if (moment.digit !== '2') return on(at);
      const voicemail = steps.findIndex(({ kind }, place) => place > at && kind === 'voicemail');
      return voicemail < 0 ? { steps: [...steps, VOICEMAIL], step: steps.length } : on(voicemail);
    }
  }
}

interface Moved {
  callId: string;
  moment: CallMoment;
  /** The step that the carrier means. */
  step: number;
  ingress?: Ingress;
}

/**
 * Goes on with a call to a number after a moment, and says what its carrier has to do now. What a carrier says again
 * about a step that the call has left changes nothing.
 */
export const moveOn = (
  deps: Deps,
  { callId, moment, step, ingress = byCarrier(deps) }: Moved,
): Promise<{ call: CallRow; plan: CallPlan }> =>
  transact(deps, async (tx) => {
    const call = await lockCall(tx.db, callId);
    if (!call) throw new Error('a call is gone');
    const incoming = await readIncoming(tx.db, callId);
    const next = goOn(incoming.steps, incoming.step, moment);
    const stays = call.endedAt !== null || step !== incoming.step || next.step === incoming.step;
    const present = stays
      ? incoming
      : await enterStep(tx, deps, {
          ...{ call, ingress, step: next.step },
          incoming: { ...incoming, steps: next.steps },
        });
    return { call, plan: await planOfIncoming(deps, tx.db, { call, incoming: present, isFirst: false }) };
  });
