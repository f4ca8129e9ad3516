import type { ReactNode } from 'react';
import { listWebhooks } from '../../../../src/accounts/webhooks/contract.ts';
import { MAX_ANSWER_CHARACTERS } from '../../../../src/services/inbox/answers/contract.ts';
import { ruleMatchedEvent } from '../../../../src/services/inbox/events.ts';
import { listSmsTemplates } from '../../../../src/services/messaging/templates/contract.ts';
import { t } from '../../../lib/i18n.ts';
import { useRead } from '../../../lib/reads.ts';
import { Field, Input, Options, Select, Textarea } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { RuleDraft } from './rule-draft.ts';

const KINDS = ['reply', 'template', 'forward', 'mail', 'webhook'] as const satisfies readonly RuleDraft['kind'][];
/** People write them so in a text. */
export const BRACES = { name: '{name}', number: '{number}' };

interface DeedFieldsProps {
  userId: string;
  draft: RuleDraft;
  faultOf: (field: string) => string | undefined;
  onChange: (changed: Partial<RuleDraft>) => void;
}

/** The fields of a rule's action. */
export function ActionFields(props: DeedFieldsProps) {
  const { draft, onChange } = props;
  return (
    <>
      <Field label={t('numbers.answers.kind')}>
        <Select
          value={draft.kind}
          onChange={({ target }) => onChange({ kind: KINDS.find((kind) => kind === target.value) ?? draft.kind })}
        >
          <Options of={KINDS} name={(kind) => t(`numbers.answers.kinds.${kind}`)} />
        </Select>
      </Field>
      {FIELDS[draft.kind](props)}
    </>
  );
}

const FIELDS: Record<RuleDraft['kind'], (props: DeedFieldsProps) => ReactNode> = {
  reply: ({ draft, faultOf, onChange }) => (
    <Field label={t('numbers.answers.text')} hint={t('numbers.answers.textHint', BRACES)} error={faultOf('text')}>
      <Textarea
        rows={3}
        maxLength={MAX_ANSWER_CHARACTERS}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </Field>
  ),
  template: (props) => <TemplateField {...props} />,
  forward: ({ draft, faultOf, onChange }) => (
    <Field label={t('numbers.answers.number')} hint={t('numbers.answers.forwardHint')} error={faultOf('number')}>
      <Input type="tel" dir="ltr" value={draft.number} onChange={(event) => onChange({ number: event.target.value })} />
    </Field>
  ),
  mail: ({ faultOf }) => {
    const fault = faultOf('kind');
    return fault === undefined ? (
      <p className="text-sm text-muted">{t('numbers.answers.mailHint')}</p>
    ) : (
      <Notice tone="danger">{fault}</Notice>
    );
  },
  webhook: (props) => <WebhookField {...props} />,
};

function TemplateField({ userId, draft, faultOf, onChange }: DeedFieldsProps) {
  const { data } = useRead(listSmsTemplates, { id: userId });
  if (data?.length === 0) return <Notice>{t('numbers.answers.noTemplates')}</Notice>;
  return (
    <Choice
      label={t('numbers.answers.template')}
      hint={t('numbers.answers.textHint', BRACES)}
      fault={faultOf('templateId')}
      value={draft.templateId}
      options={data ?? []}
      onChange={(templateId) => onChange({ templateId })}
    />
  );
}

function WebhookField({ userId, draft, faultOf, onChange }: DeedFieldsProps) {
  const { data } = useRead(listWebhooks, { id: userId });
  if (data?.length === 0) return <Notice>{t('numbers.answers.noWebhooks')}</Notice>;
  return (
    <Choice
      label={t('numbers.answers.webhook')}
      hint={t('numbers.answers.webhookHint', { event: ruleMatchedEvent.name })}
      fault={faultOf('webhookId')}
      value={draft.webhookId}
      options={data ?? []}
      onChange={(webhookId) => onChange({ webhookId })}
    />
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  fault: string | undefined;
  value: string;
  options: readonly { id: string; name: string }[];
  onChange: (id: string) => void;
}

const Choice = ({ label, hint, fault, value, options, onChange }: ChoiceProps) => (
  <Field label={label} hint={hint} error={fault === undefined ? undefined : t('numbers.answers.choose')}>
    <Select
      value={options.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('numbers.answers.choose')}</option>
      <Options of={options} />
    </Select>
  </Field>
);
