import type { Sql } from 'postgres';
import { insertSettled, insertTransaction, insertUser } from './rows.ts';
import { SIDES_OF_EACH, TOTAL } from './book-rules.ts';

const SUM = 'what an account owes is the sum of its debt entries';
const NO_CREDIT = 'who owes has no credit';
const LEAVES = 'each debt entry leaves the debt it says';
const CAUSE = 'a debt is what was not there of a reversal or a margin, and is paid by what it says';
const CREDITS = 'credits equal the sum of ledger entries';
const MOVES = 'a settled transaction moves its amount, the way its type says';

/** £10.00 came in and were reversed when £4.00 were left; £1.00 of the debt was paid. */
async function indebtedBooks(sql: Sql) {
  const userId = await insertUser(sql);
  const added = { userId, type: 'adjustment', amount: '1.00' };
  const purchase = await insertSettled(sql, {
    ...{ userId, type: 'credit_purchase', status: 'verified', amount: '10.00', hash: 'd'.repeat(64) },
  });
  await insertSettled(sql, { ...added, amount: '6.00', change: '-6.00' });
  const reversal = await insertSettled(sql, {
    userId,
    type: 'payment_reversal',
    amount: '10.00',
    change: '-4.00',
  });
  await sql`
    insert into payment_reversals (id, transaction_id, amount, reason, frees_hash, requested_by, requested_at,
      decided_at, decided_by, reversal_transaction_id)
    values (${Bun.randomUUIDv7()}, ${purchase}, 10.00, 'Never came', false, ${userId}, now(), now(), ${userId},
      ${reversal})`;
  await sql`
    insert into total_changes (month, revenue)
    values (date_trunc('month', now() at time zone 'UTC'), -10.00)`;
  await insertSettled(sql, added);
  const payment = await insertSettled(sql, { userId, type: 'debt_payment', amount: '1.00', change: '-1.00' });
  await sql`
    insert into debt_entries (user_id, amount, owed_after, transaction_id, created_at)
    values (${userId}, 6.00, 6.00, ${reversal}, now()), (${userId}, -1.00, 5.00, ${payment}, now())`;
  await sql`update users set owed = 5.00 where id = ${userId}`;
  return { userId, reversal, payment };
}

const DECIDED = 'what was taken back of a payment is what was decided, and no more than arrived';
type Books = Awaited<ReturnType<typeof indebtedBooks>>;
type Tampering = (sql: Sql, books: Books) => Promise<unknown>;

const TAMPERINGS: [string, string[], Tampering][] = [
  ['a sound debt', [], async () => {}],
  ['a debt that was forgotten', [SUM, TOTAL], (sql) => sql`update users set owed = 0 where owed > 0`],
  [
    'credit beside a debt',
    [CREDITS, NO_CREDIT, TOTAL],
    (sql, { userId }) => sql`update users set credits = 1 where id = ${userId}`,
  ],
  [
    'a debt entry that leaves another debt',
    [LEAVES],
    (sql, { payment }) => sql`update debt_entries set owed_after = 4 where transaction_id = ${payment}`,
  ],
  [
    'more taken back of a payment than was decided',
    [DECIDED],
    (sql) => sql`update payment_reversals set amount = 9.00`,
  ],
  ['a payment that was taken back without a decision', [DECIDED], (sql) => sql`delete from payment_reversals`],
  [
    'a debt without a cause',
    [SUM, LEAVES, CAUSE, MOVES, SIDES_OF_EACH],
    async (sql, { userId, reversal }) => {
      const type = 'adjustment';
      const nothing = await insertTransaction(sql, { userId, type, amount: '0.00', status: 'completed' });
      return sql`update debt_entries set transaction_id = ${nothing}, amount = 7 where transaction_id = ${reversal}`;
    },
  ],
];

export const DEBT_FAULTS: [string, string[], (sql: Sql) => Promise<unknown>][] = TAMPERINGS.map(
  ([fault, rules, tamper]) => [fault, rules, async (sql) => tamper(sql, await indebtedBooks(sql))],
);
