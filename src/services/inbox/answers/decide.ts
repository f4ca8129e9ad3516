import { and, eq, isNotNull, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { type AnswerRule, smsTemplates, users, webhooks, didNumbers } from '../../../../db/schema/index.ts';
import { optedOutOf } from '../../messaging/opt-outs/opted-out-of.ts';
import { personalText } from '../../../shared/personal-text.ts';
import { MAX_MESSAGE_CHARACTERS } from '../../messaging/contract.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import type { HELD_BACK } from './contract.ts';
import { type AnswerPlan, type Choice, chooseRule } from './choose-rule.ts';
import { type Limits, readEarlier } from './earlier.ts';

export type HeldBack = (typeof HELD_BACK)[number];

/** One thing that is done with a message. */
export type Act = {
  cause: 'rule' | 'hours';
  keyword: string | null;
  /** Why it is left out. */
  heldBack: HeldBack | null;
} & (
  | { kind: 'answer'; text: string }
  | { kind: 'forward'; to: string; text: string }
  | { kind: 'mail' }
  | { kind: 'webhook'; ruleId: string; webhookId: string }
);

export interface Incoming {
  userId: string;
  /** Null if they have never written. */
  conversationId: string | null;
  /** The customer's name for the sender. */
  name: string | null;
  from: string;
  to: string;
  text: string;
}

/**
 * Decides what a number does by itself with a message: what fits, and why it is left out. It changes nothing.
 * @param plan without it the number does nothing
 */
export async function decide(
  context: { db: Queryable; now: Date; limits: Limits },
  plan: AnswerPlan,
  incoming: Incoming,
): Promise<Choice & { acts: Act[] }> {
  const choice = chooseRule(plan, incoming.text, context.now);
  const { rule, away } = choice;
  const acts: Act[] = [];
  const act = rule && (await actOf(context.db, rule, incoming));
  // Nobody is answered twice.
  if (act && (away === null || act.kind !== 'answer')) acts.push(act);
  if (away !== null) {
    acts.push({ kind: 'answer', cause: 'hours', keyword: null, text: written(away, incoming), heldBack: null });
  }
  const held = await Promise.all(
    acts.map(async (each) => ({ ...each, heldBack: each.heldBack ?? (await holdBack(context, each, incoming)) })),
  );
  return { ...choice, acts: held };
}

const sender = ({ name, from }: Incoming): string => (name === null ? from : `${name} (${from})`);

/** A text with the sender's name and number in it. */
const written = (text: string, { name, from }: Incoming): string =>
  personalText(text, { name: name ?? from, number: from }).text;

async function actOf(db: Queryable, rule: AnswerRule, incoming: Incoming): Promise<Act> {
  const { userId } = incoming;
  const base = { cause: 'rule' as const, keyword: rule.keyword, heldBack: null };
  switch (rule.kind) {
    case 'reply':
      return { ...base, kind: 'answer', text: written(rule.text, incoming) };
    case 'template': {
      const [template] = await db
        .select({ message: smsTemplates.message })
        .from(smsTemplates)
        .where(and(eq(smsTemplates.id, rule.templateId), eq(smsTemplates.userId, userId)));
      const text = template ? written(template.message, incoming) : '';
      return { ...base, kind: 'answer', text, heldBack: template ? null : 'does_not_work' };
    }
    case 'forward': {
      const text = `${sender(incoming)}: ${incoming.text}`.slice(0, MAX_MESSAGE_CHARACTERS);
      return { ...base, kind: 'forward', to: rule.number, text };
    }
    case 'mail': {
      const [owner] = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNotNull(users.emailConfirmedAt)));
      return { ...base, kind: 'mail', heldBack: owner ? null : 'does_not_work' };
    }
    case 'webhook': {
      const { id: ruleId, webhookId } = rule;
      const [webhook] = await db
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(and(eq(webhooks.id, webhookId), eq(webhooks.userId, userId)));
      return { ...base, kind: 'webhook', ruleId, webhookId, heldBack: webhook ? null : 'does_not_work' };
    }
  }
}

/** Why a message is not answered or sent on. A mail and a webhook go to the account itself, and always may. */
async function holdBack(
  { db, now, limits }: { db: Queryable; now: Date; limits: Limits },
  act: Act,
  incoming: Incoming,
): Promise<HeldBack | null> {
  if (act.kind !== 'answer' && act.kind !== 'forward') return null;
  const { userId, from } = incoming;
  const machine = await isOfMachine({ db, now }, incoming);
  if (machine !== null) return machine;
  if (act.kind === 'forward' && act.to === from) return 'itself';
  if (act.kind === 'answer') {
    // Nothing is ever sent to a name, or to a short number.
    if (!from.startsWith('+')) return 'no_number';
    if ((await optedOutOf(db, { userId, numbers: [from] })).size > 0) return 'opted_out';
  }
  const earlier = await readEarlier({ db, now }, incoming);
  const isTooOften =
    act.kind === 'forward'
      ? earlier.forwardsInDay >= limits.forwardsPerDay
      : earlier.answersInDay >= limits.answersPerDay || earlier.answersInMinute >= limits.answersPerMinute;
  return isTooOften ? 'too_often' : null;
}

/**
 * Tells whether a program wrote a message: it comes from the account's own number, or it is an automatic
 * answer of a number here, this one or another account's. Such a message is neither answered nor sent on.
 */
async function isOfMachine(
  { db, now }: { db: Queryable; now: Date },
  { userId, conversationId, from, to, text }: Incoming,
): Promise<'own_number' | 'automatic' | null> {
  const [holder] = await db
    .select({ userId: didNumbers.userId })
    .from(didNumbers)
    .where(and(eq(didNumbers.number, from), eq(didNumbers.status, 'active'), isNotNull(didNumbers.purchasedAt)));
  if (holder?.userId === userId) return 'own_number';
  const since = firstIdAt(new Date(now.getTime() - DAY_MS));
  // Answers that the other account's number sent to this one, and our own words that come back.
  const rows = await db.execute<{ id: string }>(template`
    select r.id from auto_replies r join conversations c on c.id = r.conversation_id
    where r.user_id = ${holder?.userId ?? null}::uuid and r.id > ${since}::uuid and r.text = ${text}
      and c.own_number = ${from} and coalesce(r.recipient, c.other_number) = ${to}
    union all
    select r.id from auto_replies r
    where r.conversation_id = ${conversationId}::uuid and r.id > ${since}::uuid and r.text = ${text}
    limit 1`);
  return rows.length > 0 ? 'automatic' : null;
}
