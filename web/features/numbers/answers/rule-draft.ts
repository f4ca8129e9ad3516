import {
  answerRule,
  type AnswerRuleInput,
  type NumberAnswers,
} from '../../../../src/services/inbox/answers/contract.ts';

/** A rule while it is edited: it keeps what other kinds need, so that a change of kind loses nothing. */
export interface RuleDraft {
  id: string | undefined;
  match: AnswerRuleInput['match'];
  keyword: string;
  kind: AnswerRuleInput['kind'];
  text: string;
  number: string;
  templateId: string;
  webhookId: string;
}

const NEW: RuleDraft = {
  ...{ id: undefined, match: 'word', keyword: '', kind: 'reply' },
  ...{ text: '', number: '', templateId: '', webhookId: '' },
};

export const draftOf = (rule: NumberAnswers['rules'][number] | undefined): RuleDraft =>
  rule ? { ...NEW, ...rule, keyword: rule.keyword ?? '' } : NEW;

function ruleOf({ id, match, keyword, kind, ...fields }: RuleDraft): Record<string, unknown> {
  const rule = { id, match, kind, keyword: match === 'any' ? null : keyword };
  if (kind === 'reply') return { ...rule, text: fields.text };
  if (kind === 'forward') return { ...rule, number: fields.number };
  if (kind === 'template') return { ...rule, templateId: fields.templateId };
  return kind === 'webhook' ? { ...rule, webhookId: fields.webhookId } : rule;
}

/** The rule as it would be sent, or what is wrong with its fields. */
export function readDraft(draft: RuleDraft): { rule: AnswerRuleInput | null; faults: ReadonlyMap<string, string> } {
  const read = answerRule.safeParse(ruleOf(draft));
  const faults = new Map((read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const));
  return { rule: read.data ?? null, faults };
}
