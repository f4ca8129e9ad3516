import { useState } from 'react';
import type { ResponseOf } from '../../../../src/platform/kit/endpoint.ts';
import { MAX_RULES, type NumberAnswers, tryNumberAnswers } from '../../../../src/services/inbox/answers/contract.ts';
import { bodyOf, call } from '../../../lib/call.ts';
import { t } from '../../../lib/i18n.ts';
import { Button, SmallButton } from '../../../ui/button.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { FormDialog, FormInput, useContractForm, useFormCall } from '../../../ui/form.tsx';
import { Plus } from '../../../ui/icons.tsx';
import { Card, ReadFrame } from '../../../ui/frames.tsx';
import { AutoReplies } from './auto-replies.tsx';
import { OfficeDialog } from './office-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { type AnsweringNumber, useNumberAnswers } from './use-number-answers.ts';

/** Shows a number's automatic answers to messages: its rules, its hours, a way to try them, and the answers sent. */
export function AnswerRules({ number }: { number: AnsweringNumber }) {
  const read = useNumberAnswers(number);
  return (
    <div className="flex flex-col gap-5">
      <ReadFrame read={read}>{(answers) => <RulesCard number={number} answers={answers} />}</ReadFrame>
      <AutoReplies number={number.number} />
    </div>
  );
}

function RulesCard({ number, answers }: { number: AnsweringNumber; answers: NumberAnswers }) {
  const [open, setOpen] = useState<'add' | 'office' | 'try' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      flush
      title={t('numbers.answers.open')}
      description={t('numbers.answers.description')}
      actions={
        <>
          <SmallButton onClick={() => setOpen('try')}>{t('numbers.answers.try.open')}</SmallButton>
          <SmallButton onClick={() => setOpen('office')}>{t('numbers.answers.office.open')}</SmallButton>
          {answers.rules.length < MAX_RULES && (
            <Button size="sm" icon={Plus} onClick={() => setOpen('add')}>
              {t('numbers.answers.add')}
            </Button>
          )}
        </>
      }
    >
      <RuleList number={number} answers={answers} />
      {answers.office && (
        <p className="border-t border-line px-5 py-3 text-sm break-words">
          <span className="font-medium">{t('numbers.answers.office.closed')}</span>{' '}
          <span className="text-muted">{answers.office.text}</span>
        </p>
      )}
      {open === 'add' && <RuleDialog number={number} answers={answers} place={null} onClose={close} />}
      {open === 'office' && <OfficeDialog number={number} answers={answers} onClose={close} />}
      {open === 'try' && <TryAnswersDialog number={number} answers={answers} onClose={close} />}
    </Card>
  );
}

interface TryAnswersDialogProps {
  number: AnsweringNumber;
  answers: NumberAnswers;
  onClose: () => void;
}

type Outcome = ResponseOf<typeof tryNumberAnswers>;

/** Shows what would be done with a message. Nothing is sent. */
function TryAnswersDialog({ number, answers, onClose }: TryAnswersDialogProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useContractForm(bodyOf(tryNumberAnswers), { defaultValues: { from: '+447911123456', text: '' } });
  const { errors } = form.formState;
  const trying = useFormCall(form, {
    send: (body) => call(tryNumberAnswers, { params: { id: number.userId, numberId: number.id }, body }),
    onSent: setOutcome,
    failed: t('numbers.answers.try.failed'),
  });
  return (
    <FormDialog
      {...trying}
      onClose={onClose}
      title={t('numbers.answers.try.title')}
      description={t('numbers.answers.try.description')}
      submitLabel={t('numbers.answers.try.submit')}
      keepLabel={t('ui.close')}
    >
      <FormInput form={form} name="from" label={t('numbers.try.from')} type="tel" dir="ltr" />
      <Field label={t('numbers.try.text')} error={errors.text?.message}>
        <Textarea {...form.register('text')} rows={2} data-autofocus />
      </Field>
      <div role="status">{outcome && <OutcomeList outcome={outcome} answers={answers} />}</div>
    </FormDialog>
  );
}

function OutcomeList({ outcome, answers }: { outcome: Outcome; answers: NumberAnswers }) {
  const { optOutKeyword, closed, ruleId, acts } = outcome;
  const place = answers.rules.findIndex(({ id }) => id === ruleId);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3 text-sm">
      {optOutKeyword && <p>{t('numbers.answers.try.optOutKeyword')}</p>}
      {!optOutKeyword && place >= 0 && <p>{t('numbers.answers.try.rule', { count: place + 1 })}</p>}
      {!optOutKeyword && closed && <p>{t('numbers.answers.try.closed')}</p>}
      {!optOutKeyword && acts.length === 0 && <p>{t('numbers.answers.try.nothing')}</p>}
      <ul className="flex flex-col gap-2">
        {acts.map((act) => (
          <li key={`${act.cause}-${act.kind}`} className="break-words">
            <p className={act.heldBack ? 'text-muted line-through' : 'font-medium'}>
              {t(`numbers.answers.try.acts.${act.kind}`, { to: act.to ?? '', text: act.text ?? '' })}
            </p>
            {act.heldBack && <p className="text-danger">{t(`numbers.answers.try.held.${act.heldBack}`)}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}
