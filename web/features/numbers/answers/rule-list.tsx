import { useState } from 'react';
import { ArrowUp, Pencil, X } from '../../../ui/icons.tsx';
import { listWebhooks } from '../../../../src/accounts/webhooks/contract.ts';
import type { NumberAnswers } from '../../../../src/services/inbox/answers/contract.ts';
import { listSmsTemplates } from '../../../../src/services/messaging/templates/contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { Badge } from '../../../ui/values.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { WithNumbers } from '../../../ui/with-numbers.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { type AnsweringNumber, bodyOfAnswers, useRemoveRule, useSaveAnswers } from './use-number-answers.ts';

type Rule = NumberAnswers['rules'][number];

/** The rules in their order, each of which can be moved up, changed and removed. */
export function RuleList({ number, answers }: { number: AnsweringNumber; answers: NumberAnswers }) {
  const [editing, setEditing] = useState<number | null>(null);
  const [removing, setRemoving] = useState<number | null>(null);
  const save = useSaveAnswers(number);
  const { remove, busy: isRemoving } = useRemoveRule(number, () => setRemoving(null));
  const nameOf = useNames(number.userId, answers.rules);
  const { rules, ...rest } = bodyOfAnswers(answers);
  const raise = (place: number) => {
    const [above, own] = [rules[place - 1], rules[place]];
    if (above && own) save.mutate({ ...rest, rules: rules.with(place - 1, own).with(place, above) });
  };
  if (rules.length === 0) {
    return <p className="border-t border-line px-5 py-4 text-sm text-muted">{t('numbers.answers.none')}</p>;
  }
  return (
    <>
      <ol aria-label={t('numbers.answers.title')} className="divide-y divide-line border-t border-line">
        {answers.rules.map((rule, place) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            name={nameOf(rule)}
            place={place}
            busy={save.isPending}
            onRaise={() => raise(place)}
            onEdit={() => setEditing(place)}
            onRemove={() => setRemoving(place)}
          />
        ))}
      </ol>
      {editing !== null && (
        <RuleDialog number={number} answers={answers} place={editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        danger
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('numbers.answers.removeTitle')}
        description={t('numbers.answers.removeText')}
        confirmLabel={t('numbers.answers.remove')}
        busy={isRemoving}
        onConfirm={() => removing !== null && remove(answers, removing)}
      />
    </>
  );
}

/** The names of the templates and webhooks that rules name. */
function useNames(id: string, rules: readonly Rule[]): (rule: Rule) => string {
  const needs = (kind: Rule['kind']) => rules.some((rule) => rule.kind === kind);
  const templates = useRead(listSmsTemplates, { id }, { enabled: needs('template') });
  const webhooks = useRead(listWebhooks, { id }, { enabled: needs('webhook') });
  return (rule) => {
    if (rule.kind === 'template') return templates.data?.find((each) => each.id === rule.templateId)?.name ?? '';
    if (rule.kind === 'webhook') return webhooks.data?.find((each) => each.id === rule.webhookId)?.name ?? '';
    return '';
  };
}

interface RuleRowProps {
  rule: Rule;
  name: string;
  /** From 0. */
  place: number;
  busy: boolean;
  onRaise: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleRow({ rule, name, place, busy, onRaise, onEdit, onRemove }: RuleRowProps) {
  const count = formatNumber(place + 1);
  return (
    <li className="flex items-start gap-3 px-5 py-3">
      <span aria-hidden className="pt-0.5 text-sm text-muted tabular-nums">
        {formatNumber(place + 1)}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-words">
          {t(`numbers.answers.when.${rule.match}`, { keyword: rule.keyword ?? '' })}
          {!rule.works && <Badge tone="danger">{t('numbers.answers.gone')}</Badge>}
        </p>
        <WithNumbers className="block text-sm break-words text-muted">{actionText(rule, name)}</WithNumbers>
      </div>
      <div className="flex shrink-0">
        {place > 0 && (
          <IconButton
            may="setNumberAnswers"
            label={t('numbers.answers.up', { count })}
            icon={ArrowUp}
            disabled={busy}
            onClick={onRaise}
          />
        )}
        <IconButton
          may="setNumberAnswers"
          label={t('numbers.answers.edit', { count })}
          icon={Pencil}
          onClick={onEdit}
        />
        <IconButton
          may="setNumberAnswers"
          label={t('numbers.answers.removeOf', { count })}
          icon={X}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

/** Describes a rule's action, in a line. */
function actionText(rule: Rule, name: string): string {
  if (rule.kind === 'reply') return t('numbers.answers.does.reply', { text: rule.text });
  if (rule.kind === 'forward') return t('numbers.answers.does.forward', { number: rule.number });
  return rule.kind === 'mail' ? t('numbers.answers.does.mail') : t(`numbers.answers.does.${rule.kind}`, { name });
}
