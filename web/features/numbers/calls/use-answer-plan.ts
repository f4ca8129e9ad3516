import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type DidNumber, updateNumber } from '../../../../src/services/numbers/contract.ts';
import { ApiError, call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/toast.tsx';
import { type AnswerFaults, draftOf, newStep, readDraft, type StepDraft } from './answer-draft.ts';

const NO_FAULTS: AnswerFaults = new Map();
const BELOW_PLAN = 'answerPlan.';

/** The server's objections to fields of the plan. */
const faultsOf = (error: unknown): AnswerFaults =>
  new Map(
    (error instanceof ApiError ? (error.problem?.errors ?? []) : []).flatMap(({ path, message }) =>
      path.startsWith(BELOW_PLAN) ? [[path.slice(BELOW_PLAN.length), message] as const] : [],
    ),
  );

/** The plan of a number while it is edited, and how it is saved. */
export function useAnswerPlan(number: DidNumber, onSaved: (changed: DidNumber) => void) {
  const plan = number.answerPlan;
  const [steps, setSteps] = useState(() => plan?.steps.map(draftOf) ?? [newStep()]);
  const [timeZone, setTimeZone] = useState(
    () => plan?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const [mailCalls, setMailCalls] = useState(number.mailCalls);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [failure, setFailure] = useState<string | null>(null);
  const params = { id: number.userId, numberId: number.id };
  const save = useMutation({
    mutationFn: (answerPlan: NonNullable<DidNumber['answerPlan']>) =>
      call(updateNumber, { params, body: { answerPlan, mailCalls } }),
    onSuccess: onSaved,
    onError: (error) => {
      const wrong = faultsOf(error);
      setFaults(wrong);
      if (wrong.size === 0) setFailure(messageOf(error, t('numbers.calls.failed')));
    },
  });
  const change = (id: string, changed: Partial<StepDraft>) =>
    setSteps((rows) => rows.map((row) => (row.id === id ? { ...row, ...changed } : row)));
  const raise = (id: string) =>
    setSteps((rows) => {
      const place = rows.findIndex((row) => row.id === id);
      const [above, own] = [rows[place - 1], rows[place]];
      return above && own ? rows.with(place - 1, own).with(place, above) : rows;
    });
  const remove = (id: string) => {
    const place = steps.findIndex((row) => row.id === id);
    const gone = steps[place];
    if (!gone) return;
    setSteps((rows) => rows.filter((row) => row.id !== id));
    toast({
      title: t('numbers.calls.stepRemoved'),
      undo: () => setSteps((rows) => rows.toSpliced(place, 0, gone)),
    });
  };
  return {
    steps,
    timeZone,
    setTimeZone,
    mailCalls,
    setMailCalls,
    faults,
    failure,
    busy: save.isPending,
    change,
    raise,
    add: () => setSteps((rows) => [...rows, newStep()]),
    remove,
    submit: () => {
      const read = readDraft(timeZone, steps);
      setFaults(read.faults);
      setFailure(null);
      if (read.plan) save.mutate(read.plan);
    },
  };
}
