import { useState } from 'react';
import { Plus } from '../../../ui/icons.tsx';
import { MAX_RULES, type NumberAnswers } from '../../../../src/services/inbox/answers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ReadFrame } from '../../../ui/read-frame.tsx';
import { AutoReplies } from './auto-replies.tsx';
import { OfficeDialog } from './office-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { TryAnswersDialog } from './try-answers-dialog.tsx';
import { type AnsweringNumber, useNumberAnswers } from './use-number-answers.ts';

/**
 * Shows a number's automatic answers to messages: its rules, its hours, a way to try them, and the answers
 * sent.
 */
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
          <Button variant="secondary" size="sm" onClick={() => setOpen('try')}>
            {t('numbers.answers.try.open')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setOpen('office')}>
            {t('numbers.answers.office.open')}
          </Button>
          {answers.rules.length < MAX_RULES && (
            <Button size="sm" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen('add')}>
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
