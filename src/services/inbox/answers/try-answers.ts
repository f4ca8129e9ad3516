import { and, eq } from 'drizzle-orm';
import { conversations } from '../../../../db/schema/index.ts';
import type { BodyOf, ResponseOf } from '../../../platform/kit/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { optedOutOf } from '../../messaging/opt-outs/opted-out-of.ts';
import { type OptOutKeyword, optOutKeywordOf } from '../../messaging/opt-outs/words.ts';
import type { tryNumberAnswers as endpoint } from './contract.ts';
import { type Act, decide } from './decide.ts';
import { limitsOf } from './limits-of.ts';
import { findPlan } from './read-answers.ts';

type Trial = BodyOf<typeof endpoint> & { userId: string; numberId: string };

/** Says what would be done with a message to a number, and does none of it. @throws not_found */
export async function tryAnswers(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { userId, numberId, from, text }: Trial,
): Promise<ResponseOf<typeof endpoint>> {
  const plan = await findPlan(db, { userId, numberId });
  const [pair] = await db
    .select({ id: conversations.id, name: conversations.name })
    .from(conversations)
    .where(
      and(
        eq(conversations.userId, userId),
        eq(conversations.ownNumber, plan.number),
        eq(conversations.otherNumber, from),
      ),
    );
  const { rule, closed, acts } = await decide(
    { db, now: clock.now(), limits: limitsOf({ config }, plan.answersPerDay) },
    plan,
    { userId, conversationId: pair?.id ?? null, name: pair?.name ?? null, from, to: plan.number, text },
  );
  const optOutKeyword = await readOptOutKeyword(db, { userId, from, text });
  if (optOutKeyword !== null) return { optOutKeyword, closed, ruleId: null, acts: [] };
  return { optOutKeyword, closed, ruleId: rule?.id ?? null, acts: acts.map((act) => shown(act, from)) };
}

/** START counts only from who has stopped. */
async function readOptOutKeyword(
  db: Deps['db'],
  { userId, from, text }: { userId: string; from: string; text: string },
): Promise<OptOutKeyword | null> {
  const optOutKeyword = optOutKeywordOf(text)?.optOutKeyword ?? null;
  if (optOutKeyword !== 'start') return optOutKeyword;
  return (await optedOutOf(db, { userId, numbers: [from] })).size > 0 ? optOutKeyword : null;
}

function shown(act: Act, from: string): ResponseOf<typeof endpoint>['acts'][number] {
  const { kind, cause, heldBack } = act;
  if (kind === 'answer') return { kind, cause, heldBack, to: from, text: act.text };
  if (kind === 'forward') return { kind, cause, heldBack, to: act.to, text: act.text };
  return { kind, cause, heldBack, to: null, text: null };
}
