import { useState } from 'react';
import { MAX_ANSWER_STEPS } from '../../../../src/services/numbers/answer-contract.ts';
import type { DidNumber } from '../../../../src/services/numbers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { TimeZoneField } from '../time-zone-field.tsx';
import { AnswerStepFields } from './answer-step.tsx';
import { useAnswerPlan } from './use-answer-plan.ts';

interface AnswerDialogProps {
  number: DidNumber;
  onChange: (changed: DidNumber) => void;
  onClose: () => void;
}

/** Shows the steps of calls to a number, in order and at their times. */
export function AnswerDialog({ number, onChange, onClose }: AnswerDialogProps) {
  const draft = useAnswerPlan(number, (changed) => {
    onChange(changed);
    toast({ title: t('numbers.calls.saved'), description: number.number });
    onClose();
  });
  const [isUploading, setUploading] = useState(false);
  const hasHours = draft.steps.some(({ hours }) => hours !== null);
  return (
    <FormDialog
      onClose={onClose}
      title={t('numbers.calls.title', { number: number.number })}
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
        <Button variant="secondary" size="sm" className="self-start" onClick={draft.add}>
          {t('numbers.calls.add')}
        </Button>
      )}
      {hasHours && <TimeZoneField timeZone={draft.timeZone} onChange={draft.setTimeZone} />}
      <Switch label={t('numbers.calls.mails')} checked={draft.mailCalls} onChange={draft.setMailCalls} />
    </FormDialog>
  );
}
