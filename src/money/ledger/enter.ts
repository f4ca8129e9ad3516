import { and, eq, sql as template } from 'drizzle-orm';
import { ledgerEntries, users } from '../../../db/schema/index.ts';
import { postgresCode, type Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money, negate, ZERO } from '../../platform/kit/money.ts';
import { owesMarginsSql, requireNoMarginsOwed } from '../margins/owed-margins.ts';
import { balanceEvent } from './events.ts';
import type { TransactionRow } from './transaction-row.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { requireUser } from '../../callers/require-user.ts';

/*
 * PostgreSQL lets no other code write a balance or an entry: `as_ledger()` allows it for one statement only
 * (docs/decisions/09-one-writer.md). No other folder may use it.
 */

/** A change of a balance. */
interface Movement {
  /** Signed. */
  change: Money;
  /** It may leave an account that owes margins: it takes back what the account owes. */
  despiteMargins?: boolean;
}

/**
 * Adds to a balance, or takes from it; its entry must follow in the same database transaction. While paid margins have
 * to be taken back, nothing else is taken: this guard and those of `charge-sms.ts` and `charge-call.ts` are all ways out of an account.
 * @returns the account after the change
 * @throws not_found, insufficient_credits, validation_failed (the balance would be too large for its column)
 */
export async function moveBalance(
  tx: Transaction,
  userId: string,
  { change, despiteMargins = false }: Movement,
): Promise<{ credits: Money; owed: Money; onTrial: boolean }> {
  const amount = formatMoney(change);
  const leaves = change < ZERO && !despiteMargins;
  const moved = await tx.db
    .update(users)
    .set({ credits: template`${users.credits} + ${amount}::numeric` })
    .where(
      and(
        eq(users.id, userId),
        template`${users.credits} + ${amount}::numeric >= 0`,
        leaves ? template`not ${owesMarginsSql(users)}` : undefined,
        template`as_ledger()`,
      ),
    )
    .returning({ credits: users.credits, owed: users.owed, onTrial: users.onTrial })
    .catch((error: unknown) => {
      // 22003: the sum does not fit numeric(10,2).
      if (postgresCode(error) !== '22003') throw error;
      throw new Problem('validation_failed', sentence('balanceFull', { amount: '£99,999,999.99' }));
    });
  if (moved[0]) return moved[0];
  const user = await requireUser(tx, userId);
  if (leaves) await requireNoMarginsOwed(tx.db, userId);
  throw insufficientCredits(user.credits, negate(change));
}

/** Records the change that a transaction made to a balance, and publishes it. */
export async function enter(
  tx: Transaction,
  { id: transactionId, userId, balanceChange: amount }: TransactionRow,
  balanceAfter: Money,
  reason: string,
): Promise<void> {
  await tx.db.execute(template`
    insert into ${ledgerEntries} (id, user_id, amount, balance_after, transaction_id, created_at)
    select ${newId(tx.clock)}::uuid, ${userId}::uuid, ${formatMoney(amount)}::numeric,
      ${formatMoney(balanceAfter)}::numeric, ${transactionId}::uuid, ${tx.now.toISOString()}::timestamptz
    where as_ledger()`);
  tx.publish(balanceEvent, userId, { userId, credits: formatMoney(balanceAfter), reason });
}

/** 402, with a sentence that says how much is missing. */
export function insufficientCredits(balance: Money, needed: Money): Problem {
  const values = { price: `£${formatMoney(needed)}`, balance: `£${formatMoney(balance)}` };
  return new Problem('insufficient_credits', sentence('insufficient', values));
}
