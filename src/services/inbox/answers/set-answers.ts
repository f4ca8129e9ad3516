import { and, eq } from 'drizzle-orm';
import { type AnswerRule, answerRules, smsTemplates } from '../../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import { notifyOwner } from '../../../callers/notify-owner.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { BodyOf } from '../../../platform/kit/endpoint.ts';
import { invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault } from '../../../platform/kit/faults.ts';
import { newId } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { comparable, optOutKeywordOf } from '../../messaging/opt-outs/words.ts';
import { placeholdersOf } from '../../../shared/personal-text.ts';
import { lockOwnNumber } from '../../numbers/renewal/renew.ts';
import {
  ANSWER_FIELDS,
  type AnswerRuleInput,
  type NumberAnswers,
  type setNumberAnswers as endpoint,
} from './contract.ts';
import { findPlan, findWorking, readAnswers } from './read-answers.ts';

type Wanted = BodyOf<typeof endpoint> & { userId: string; numberId: string };

/**
 * Sets what a number answers by itself. A rule that is sent with its id keeps it.
 * @throws not_found, validation_failed (a keyword that stops, starts or helps, or has no letter or digit; a number that
 *   is sent on to itself; a placeholder that is not filled; a template, a webhook or an address that is not there)
 */
export async function setAnswers(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, numberId, rules: wanted, office, answersPerDay }: Wanted,
): Promise<NumberAnswers> {
  const { number } = await lockOwnNumber(tx, userId, numberId);
  const before = await findPlan(tx.db, { userId, numberId });
  const known = new Set(before.rules.map(({ id }) => id));
  const works = await findWorking(tx.db, userId, wanted);
  for (const [place, rule] of wanted.entries()) requireKeyword(rule, place);
  for (const [place, rule] of wanted.entries()) {
    if (rule.kind === 'forward' && rule.number === number) {
      throw invalidField(`rules.${place}.number`, sentence('forwardsToSelf'));
    }
    // One that is there stays as it is: its owner sees that it does not work.
    if (!works(rule) && !known.has(rule.id ?? '')) refuseMissing(rule, place);
    await requireFilled(tx, { userId, rule, place });
  }
  if (office) requireKnownFields('office.text', office.text);
  const rules = wanted.map((rule) => stored(rule, known.has(rule.id ?? '') ? rule.id : newId(tx.clock)));
  const set = { rules, office, answersPerDay };
  await tx.db
    .insert(answerRules)
    .values({ numberId, userId, rules, office, answersPerDay })
    .onConflictDoUpdate({ target: answerRules.numberId, set });
  await audit(tx, actor, 'answer_rules.changed', {
    subject: number,
    userId,
    detail: { numberId, rules: rules.length, office: office !== null, answersPerDay },
  });
  if (rules.length > 0 || office) await notifyOwner(tx, userId, { what: 'answers', name: number });
  return readAnswers({ db: tx.db, config: deps.config }, { userId, numberId });
}

/** Each thing that a rule needs, the field that names it, and the message where it is missing. */
const MISSING = {
  template: ['templateId', sentence('templateGone')],
  webhook: ['webhookId', sentence('webhookGone')],
  mail: ['kind', sentence('mailUnconfirmed')],
} as const;

function refuseMissing({ kind }: AnswerRuleInput, place: number): void {
  if (kind === 'reply' || kind === 'forward') return;
  const [field, words] = MISSING[kind];
  throw invalidField(`rules.${place}.${field}`, words);
}

const stored = ({ keyword, ...rule }: AnswerRuleInput, id = ''): AnswerRule => ({
  ...rule,
  id,
  keyword: rule.match === 'any' ? null : keyword,
});

function requireKeyword({ match, keyword }: AnswerRuleInput, place: number): void {
  if (match === 'any') return;
  const word = keyword ?? '';
  if (comparable(word) === '') throw invalidField(`rules.${place}.keyword`, fault('notUnderstood'));
  const optOutKeyword = optOutKeywordOf(word)?.optOutKeyword;
  // A sender who has not stopped may say START to anything.
  if (match === 'word' && optOutKeyword !== undefined && optOutKeyword !== 'start') {
    throw invalidField(`rules.${place}.keyword`, sentence('keywordTaken', { word }));
  }
}

/** Checks that all that stands in braces in what it answers is known. @throws validation_failed */
async function requireFilled(
  tx: Transaction,
  { userId, rule, place }: { userId: string; rule: AnswerRuleInput; place: number },
): Promise<void> {
  if (rule.kind === 'reply') requireKnownFields(`rules.${place}.text`, rule.text);
  if (rule.kind !== 'template') return;
  const [template] = await tx.db
    .select({ message: smsTemplates.message })
    .from(smsTemplates)
    .where(and(eq(smsTemplates.id, rule.templateId), eq(smsTemplates.userId, userId)));
  requireKnownFields(`rules.${place}.templateId`, template?.message ?? '');
}

const KNOWN: ReadonlySet<string> = new Set(ANSWER_FIELDS);

function requireKnownFields(path: string, text: string): void {
  const unknown = placeholdersOf(text).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw invalidField(path, sentence('placeholderUnknown', { name: unknown }));
}
