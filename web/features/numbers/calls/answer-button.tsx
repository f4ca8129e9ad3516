import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_ANSWER_STEPS } from '../../../../src/services/numbers/answer-contract.ts';
import { type DidNumber, updateNumber } from '../../../../src/services/numbers/contract.ts';
import { call, messageOf } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { SmallButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { toast, toastUndo } from '../../../ui/toast.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';
import { faultsOf } from '../answers/use-number-answers.ts';
import { TimeZoneField } from '../time-zone-field.tsx';
import { type AnswerFaults, draftOf, newStep, readDraft, type StepDraft } from './answer-draft.ts';
import { AnswerStepFields } from './answer-step.tsx';

const NO_FAULTS: AnswerFaults = new Map();

/** The plan of a number while it is edited, and how it is saved. */
function useAnswerPlan(number: DidNumber, onSaved: (changed: DidNumber) => void) {
  const plan = number.answerPlan;
  const [steps, setSteps] = useState(() => plan?.steps.map(draftOf) ?? [newStep()]);
  const [timeZone, setTimeZone] = useState(() => plan?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [mailCalls, setMailCalls] = useState(number.mailCalls);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [failure, setFailure] = useState<string | null>(null);
  const params = { id: number.userId, numberId: number.id };
  const save = useMutation({
    mutationFn: (answerPlan: NonNullable<DidNumber['answerPlan']>) =>
      call(updateNumber, { params, body: { answerPlan, mailCalls } }),
    onSuccess: onSaved,
    onError: (error) => {
      const wrong = new Map([...faultsOf(error)].map(([path, message]) => [path.replace('answerPlan.', ''), message]));
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
    toastUndo(t('numbers.calls.stepRemoved'), () => setSteps((rows) => rows.toSpliced(place, 0, gone)));
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

/** Opens what happens with calls to a number. */
export function AnswerButton({ number, onChange }: { number: DidNumber; onChange: (changed: DidNumber) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallButton aria-label={t('numbers.calls.openOf', { number: number.number })} onClick={() => setOpen(true)}>
        {t('numbers.calls.open')}
      </SmallButton>
      {open && <AnswerDialog number={number} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  );
}

interface AnswerDialogProps {
  number: DidNumber;
  onChange: (changed: DidNumber) => void;
  onClose: () => void;
}

/** Shows the steps of calls to a number, in order and at their times. */
function AnswerDialog({ number, onChange, onClose }: AnswerDialogProps) {
  const draft = useAnswerPlan(number, (changed) => {
    onChange(changed);
    toast(t('numbers.calls.saved'), number.number);
    onClose();
  });
  const [isUploading, setUploading] = useState(false);
  const hasHours = draft.steps.some(({ hours }) => hours !== null);
  return (
    <FormDialog
      onClose={onClose}
      title={<WithNumbers>{t('numbers.calls.title', { number: number.number })}</WithNumbers>}
      description={t('numbers.calls.description')}
      submitLabel={t('numbers.calls.save')}
      busy={draft.busy}
      disabled={isUploading}
      failure={draft.failure}
      onSubmit={(event) => {
        event.preventDefault();
        draft.submit();
      }}
    >
      {draft.steps.length === 0 && <p className="text-sm text-muted">{t('numbers.calls.none')}</p>}
      {draft.steps.map((step, place) => (
        <AnswerStepFields
          key={step.id}
          step={step}
          numberId={number.id}
          place={place}
          faultOf={(field) => draft.faults.get(`steps.${place}.${field}`)}
          onChange={(changed) => draft.change(step.id, changed)}
          onBusy={setUploading}
          onRaise={() => draft.raise(step.id)}
          onRemove={() => draft.remove(step.id)}
        />
      ))}
      {draft.steps.length < MAX_ANSWER_STEPS && (
        <SmallButton className="self-start" onClick={draft.add}>
          {t('numbers.calls.add')}
        </SmallButton>
      )}
      {hasHours && <TimeZoneField timeZone={draft.timeZone} onChange={draft.setTimeZone} />}
      <Switch label={t('numbers.calls.mails')} checked={draft.mailCalls} onChange={draft.setMailCalls} />
    </FormDialog>
  );
}
