import { type SubmitEvent, useState } from 'react';
import type { NumberAnswers } from '../../../../src/services/inbox/answers/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Field, Input, Options, Select } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form.tsx';
import { ActionFields } from './action-fields.tsx';
import { draftOf, readDraft, type RuleDraft } from './rule-draft.ts';
import { type AnsweringNumber, bodyOfAnswers, useAnswersDialog } from './use-number-answers.ts';

const MATCHES = ['word', 'begins', 'any'] as const satisfies readonly RuleDraft['match'][];

interface RuleDialogProps {
  number: AnsweringNumber;
  answers: NumberAnswers;
  /** The rule that is changed has this place, from 0; null for a new one, which comes last. */
  place: number | null;
  onClose: () => void;
}

/** Makes or changes a rule: which messages it takes, and what it does with them. */
export function RuleDialog({ number, answers, place, onClose }: RuleDialogProps) {
  const edited = place === null ? undefined : answers.rules[place];
  const at = place ?? answers.rules.length;
  const [draft, setDraft] = useState(() => draftOf(edited));
  const { faults, failure, show, save } = useAnswersDialog(number, onClose, `rules.${at}.`);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readDraft(draft);
    show(read.faults);
    if (!read.rule) return;
    const { rules, ...rest } = bodyOfAnswers(answers);
    save.mutate({ ...rest, rules: edited ? rules.with(at, read.rule) : [...rules, read.rule] });
  };
  const change = (changed: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <FormDialog
      onClose={onClose}
      title={t(edited ? 'numbers.answers.editTitle' : 'numbers.answers.addTitle')}
      submitLabel={t('numbers.answers.save')}
      busy={save.isPending}
      failure={failure}
      onSubmit={submit}
    >
      <Field label={t('numbers.answers.match')}>
        <Select
          value={draft.match}
          onChange={({ target }) => change({ match: MATCHES.find((match) => match === target.value) ?? draft.match })}
        >
          <Options of={MATCHES} name={(match) => t(`numbers.answers.matches.${match}`)} />
        </Select>
      </Field>
      {draft.match !== 'any' && (
        <Field
          label={t('numbers.answers.keyword')}
          hint={t('numbers.answers.keywordHint')}
          error={faults.get('keyword')}
        >
          <Input
            maxLength={40}
            data-autofocus
            value={draft.keyword}
            onChange={(event) => change({ keyword: event.target.value })}
          />
        </Field>
      )}
      <ActionFields userId={number.userId} draft={draft} faultOf={(field) => faults.get(field)} onChange={change} />
    </FormDialog>
  );
}
