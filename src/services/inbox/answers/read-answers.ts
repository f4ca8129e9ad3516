import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import {
  answerRules,
  didNumbers,
  type RuleAction,
  smsTemplates,
  users,
  webhooks,
} from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { NumberAnswers } from './contract.ts';
import type { AnswerPlan } from './choose-rule.ts';
import { limitsOf } from './limits-of.ts';

interface Which {
  userId: string;
  numberId: string;
}

/** Reads the stored automatic answers of a number. @throws not_found, also for another account's number */
export async function findPlan(
  db: Queryable,
  { userId, numberId }: Which,
): Promise<AnswerPlan & { number: string; answersPerDay: number | null }> {
  const [row] = await db
    .select({
      number: didNumbers.number,
      rules: answerRules.rules,
      office: answerRules.office,
      answersPerDay: answerRules.answersPerDay,
    })
    .from(didNumbers)
    .leftJoin(answerRules, and(eq(answerRules.numberId, didNumbers.id), eq(answerRules.userId, didNumbers.userId)))
    .where(and(eq(didNumbers.id, numberId), eq(didNumbers.userId, userId), eq(didNumbers.status, 'active')));
  if (!row) throw notFound('Number');
  return { ...row, rules: row.rules ?? [] };
}

/** Reads the automatic answers of a number, and finds the rules that cannot act. @throws not_found */
export async function readAnswers(
  { db, config }: { db: Queryable; config: Deps['config'] },
  which: Which,
): Promise<NumberAnswers> {
  const { rules, office, answersPerDay } = await findPlan(db, which);
  const works = await findWorking(db, which.userId, rules);
  return {
    rules: rules.map((rule) => ({ ...rule, works: works(rule) })),
    office,
    answersPerDay,
    usual: limitsOf({ config }, null),
  };
}

/** Finds the rules of an account that can act: their template or webhook is there, and for mail a confirmed address. */
export async function findWorking(
  db: Queryable,
  userId: string,
  rules: readonly RuleAction[],
): Promise<(rule: RuleAction) => boolean> {
  const needs = (kind: RuleAction['kind']) => rules.some((rule) => rule.kind === kind);
  const [templates, hooks, owners] = await Promise.all([
    needs('template')
      ? db.select({ id: smsTemplates.id }).from(smsTemplates).where(eq(smsTemplates.userId, userId))
      : [],
    needs('webhook') ? db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.userId, userId)) : [],
    needs('mail') ? db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId)) : [],
  ]);
  return (rule) => {
    if (rule.kind === 'template') return templates.some(({ id }) => id === rule.templateId);
    if (rule.kind === 'webhook') return hooks.some(({ id }) => id === rule.webhookId);
    return rule.kind !== 'mail' || owners.some(({ at }) => at !== null);
  };
}
