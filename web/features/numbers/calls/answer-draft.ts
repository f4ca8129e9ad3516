import {
  type AnswerPlan,
  answerPlan,
  type AnswerStep,
  RING_SECONDS,
} from '../../../../src/services/numbers/answer-contract.ts';

/** A step while it is edited: it keeps what other kinds of steps need, so that a change of kind loses nothing. */
export interface StepDraft {
  id: string;
  kind: AnswerStep['kind'];
  number: string;
  trunkId: string;
  ring: Extract<AnswerStep, { kind: 'trunk' }>['ring'];
  ringSeconds: string;
  greeting: string;
  /** The path of an uploaded recording; null where a voice reads the greeting out. */
  recording: string | null;
  hours: AnswerStep['hours'];
}

export const newStep = (): StepDraft => ({
  id: crypto.randomUUID(),
  kind: 'forward',
  number: '',
  trunkId: '',
  ring: 'together',
  ringSeconds: String(RING_SECONDS.usual),
  greeting: '',
  recording: null,
  hours: null,
});

/** A step that was saved, as it is edited. */
export const draftOf = (step: AnswerStep): StepDraft => ({
  ...newStep(),
  kind: step.kind,
  hours: step.hours,
  ...('ringSeconds' in step && { ringSeconds: String(step.ringSeconds) }),
  ...(step.kind === 'forward' && { number: step.number }),
  ...(step.kind === 'trunk' && { trunkId: step.trunkId, ring: step.ring }),
  ...('greeting' in step && { greeting: step.greeting, recording: step.recording ?? null }),
});

function stepOf({
  kind,
  number,
  trunkId,
  ring,
  ringSeconds,
  greeting,
  recording,
  hours,
}: StepDraft): Record<string, unknown> {
  if (kind === 'trunk') return { kind, trunkId, ring, ringSeconds: Number(ringSeconds), hours };
  if (kind === 'forward') return { kind, number, ringSeconds: Number(ringSeconds), hours };
  if (kind === 'busy') return { kind, hours };
  return { kind, greeting, recording: recording ?? undefined, hours };
}

/** The faults, by the path of their field below the plan. */
export type AnswerFaults = ReadonlyMap<string, string>;

/** The plan as it would be sent, or what is wrong with it. */
export function readDraft(
  timeZone: string,
  steps: readonly StepDraft[],
): { plan: AnswerPlan | null; faults: AnswerFaults } {
  const read = answerPlan.safeParse({ timeZone, steps: steps.map(stepOf) });
  const faults = new Map((read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const));
  return { plan: read.data ?? null, faults };
}
