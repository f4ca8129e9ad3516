import { type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { users } from '../../../db/schema/index.ts';
import { columnsOf } from '../../../db/table-rows.ts';
import { postgresCode, type Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import { formatMoney, type Money, negate, ZERO } from '../../platform/kit/money.ts';
import { owesMarginsSql, requireNoMarginsOwed } from '../margins/owed-margins.ts';
import { balanceEvent } from './events.ts';
import type { TransactionRow } from './transaction-row.ts';
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

const moved = columnsOf(users, ['credits', 'owed', 'onTrial']);

const moving = (guard: SQL) =>
  prepared<{ userId: string; change: string }, Record<string, unknown>>(
    (p) => template`
      update users u set credits = u.credits + ${p.change}::numeric
      where u.id = ${p.userId}::uuid and u.credits + ${p.change}::numeric >= 0 ${guard} and as_ledger()
      returning ${moved.list}`,
  );
const move = moving(template``);
const moveOut = moving(template`and not ${owesMarginsSql({ id: template`u.id`, role: template`u.role` })}`);

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
  const leaves = change < ZERO && !despiteMargins;
  const [row] = await (leaves ? moveOut : move)(tx.sql, { userId, change: formatMoney(change) }).catch(
    (error: unknown) => {
      // 22003: the sum does not fit numeric(10,2).
      if (postgresCode(error) !== '22003') throw error;
      throw new Problem('validation_failed', sentence('balanceFull', { amount: '£99,999,999.99' }));
    },
  );
  if (row) return moved.read(row);
  const user = await requireUser(tx, userId);
  if (leaves) await requireNoMarginsOwed(tx.db, userId);
  throw insufficientCredits(user.credits, negate(change));
}

const insertEntry = prepared<
  { id: string; userId: string; amount: string; balanceAfter: string; transactionId: string; now: Date },
  never
>(
  (p) => template`
    insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
    select ${p.id}::uuid, ${p.userId}::uuid, ${p.amount}::numeric, ${p.balanceAfter}::numeric,
      ${p.transactionId}::uuid, ${p.now}::timestamptz
    where as_ledger()`,
);

/** Records the change that a transaction made to a balance, and publishes it. Nobody waits for the statement's answer. */
export async function enter(
  tx: Transaction,
  { id: transactionId, userId, balanceChange: amount }: TransactionRow,
  balanceAfter: Money,
  reason: string,
): Promise<void> {
  const credits = formatMoney(balanceAfter);
  const moved = { id: newId(tx.clock), userId, amount: formatMoney(amount), balanceAfter: credits, transactionId };
  tx.send(insertEntry(tx.sql, { ...moved, now: tx.now }));
  tx.publish(balanceEvent, userId, { userId, credits, reason });
}

/** 402, with a sentence that says how much is missing. */
export function insufficientCredits(balance: Money, needed: Money): Problem {
  const values = { price: `£${formatMoney(needed)}`, balance: `£${formatMoney(balance)}` };
  return new Problem('insufficient_credits', sentence('insufficient', values));
}
