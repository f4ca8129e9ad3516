import { and, eq, sql as template } from 'drizzle-orm';
import { answerRules, didNumbers, users } from '../../../db/schema/index.ts';
import { RECEIVED_PRICE_GBP } from '../../money/pricing/received-price.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { type Money, parseMoney } from '../../platform/kit/money.ts';
import { settingSql } from '../../platform/settings/setting-sql.ts';
import type { Deps } from '../deps.ts';
import type { AnswerPlan } from './answers/choose-rule.ts';
import type { Limits } from './answers/earlier.ts';
import { limitsOf } from './answers/limits-of.ts';

/** An owner has the number, and says what happens to a message to it. */
export interface Owner {
  userId: string;
  /** The owner wants the message by mail too. */
  mailMessages: boolean;
  /** The number's automatic answers. */
  plan: AnswerPlan | null;
  limits: Limits;
  /** The price that the owner pays for the message. */
  price: Money;
}

/** The owners of numbers; a number that is nobody's is not among them. */
export async function findOwners(
  { tx, deps }: { tx: Transaction; deps: Pick<Deps, 'config'> },
  numbers: readonly string[],
): Promise<Map<string, Owner>> {
  const setPrice = settingSql('received_price', template`${tx.now.toISOString()}::timestamptz`);
  const wanted = JSON.stringify([...new Set(numbers)]);
  const rows = await tx.db
    .select({
      number: didNumbers.number,
      userId: didNumbers.userId,
      mailMessages: didNumbers.mailMessages,
      rules: answerRules.rules,
      office: answerRules.office,
      answersPerDay: answerRules.answersPerDay,
      // A suspended account is charged nothing.
      price: template<string | null>`case when ${users.status} = 'active' then ${setPrice} end`,
    })
    .from(didNumbers)
    .innerJoin(users, eq(users.id, didNumbers.userId))
    .leftJoin(answerRules, and(eq(answerRules.numberId, didNumbers.id), eq(answerRules.userId, didNumbers.userId)))
    .where(
      and(
        template`${didNumbers.number} = any (array(select json_array_elements_text(${wanted}::text::json)))`,
        eq(didNumbers.status, 'active'),
      ),
    );
  return new Map(
    rows.map(({ number, userId, mailMessages, rules, office, answersPerDay, price }) => {
      const plan = rules && { rules, office };
      const limits = limitsOf(deps, answersPerDay);
      return [number, { userId, mailMessages, plan, limits, price: parseMoney(price ?? RECEIVED_PRICE_GBP) }];
    }),
  );
}
