import type { Connection } from '../../db/client.ts';
import { countTotals } from '../../src/money/ledger/count-totals.ts';
import { insertMinutes, insertSoundCall } from './call-rows.ts';
import { CUSTOMER_FAULTS } from './customer-faults.ts';
import { DEBT_FAULTS } from './debt-faults.ts';
import { PAYMENT_FAULTS } from './payment-faults.ts';
import { insertEntry, insertMessage, insertTrunk, insertSettled, insertTransaction, insertUser } from './rows.ts';
import { SIDES_OF_EACH, TOTAL } from './book-rules.ts';
import { SPEND_FAULTS } from './spend-faults.ts';

/** A customer with £99.97: a purchase of £100, one message of £0.06 to two, one of them refunded. */
export async function soundBooks({ sql }: Connection, hash = 'a'.repeat(64)) {
  const userId = await insertUser(sql, '99.97');
  const purchase = await insertSettled(sql, {
    ...{ userId, type: 'credit_purchase', status: 'verified', amount: '100.00', hash },
  });
  const charge = await insertSettled(sql, { userId, type: 'sms_charge', amount: '0.06', change: '-0.06' });
  const message = await insertMessage(sql, {
    ...{ userId, transactionId: charge, cost: '0.06', actualCost: '0.03', recipientCost: '0.03' },
  });
  const refund = await insertSettled(sql, { userId, type: 'refund', amount: '0.03', refunds: charge });
  const pending = await insertTransaction(sql, {
    ...{ userId, type: 'credit_purchase', status: 'pending', amount: '50.00' },
  });
  return { userId, purchase, charge, message, refund, pending };
}

type Books = Awaited<ReturnType<typeof soundBooks>>;
type Fault = [string, string[], (books: Books, connection: Connection) => Promise<unknown>];

/** A change that a fault would make to correct books, and the rules that it breaks. */
export const FAULTS: Fault[] = [
  [
    'a balance changed by hand',
    ['credits equal the sum of ledger entries', TOTAL],
    ({ userId }, { sql }) => sql`update users set credits = 1000 where id = ${userId}`,
  ],
  [
    'a balance below zero',
    ['credits equal the sum of ledger entries', 'no balance is below zero', TOTAL],
    async ({ userId }, { sql }) => {
      await sql`alter table users drop constraint users_credits_not_negative`;
      await sql`update users set credits = -0.01 where id = ${userId}`;
    },
  ],
  [
    'an entry that says another balance',
    ['each entry leaves the balance it says', `a transaction's balance is its ledger entry's`],
    ({ charge }, { sql }) => sql`update ledger_entries set balance_after = 1 where transaction_id = ${charge}`,
  ],
  [
    'an entry that is gone',
    [
      'credits equal the sum of ledger entries',
      'each entry leaves the balance it says',
      `a transaction's change is its ledger entry`,
      `a transaction's balance is its ledger entry's`,
      SIDES_OF_EACH,
    ],
    ({ purchase }, { sql }) => sql`delete from ledger_entries where transaction_id = ${purchase}`,
  ],
  [
    'a transaction that says another balance',
    [`a transaction's balance is its ledger entry's`],
    ({ charge }, { sql }) => sql`update transactions set balance_after = 1 where id = ${charge}`,
  ],
  [
    'an entry on another account',
    [
      'credits equal the sum of ledger entries',
      'each entry leaves the balance it says',
      `a transaction's entry is its own user's`,
    ],
    async ({ refund }, { sql }) => {
      const other = await insertUser(sql);
      await sql`update ledger_entries set user_id = ${other} where transaction_id = ${refund}`;
    },
  ],
  [
    'a pending purchase that was credited',
    ['pending and failed transactions move nothing', SIDES_OF_EACH, TOTAL],
    async ({ userId, pending }, { sql }) => {
      await insertEntry(sql, { userId, transactionId: pending, amount: '50.00', balanceAfter: '149.97' });
      await sql`update transactions set balance_change = 50, balance_after = 149.97 where id = ${pending}`;
      await sql`update users set credits = 149.97 where id = ${userId}`;
    },
  ],
  [
    'a purchase verified without its credit',
    [
      'a settled transaction moves its amount, the way its type says',
      'totals are what they count, month by month',
      SIDES_OF_EACH,
      TOTAL,
    ],
    ({ pending }, { sql }) => sql`update transactions set status = 'verified' where id = ${pending}`,
  ],
  [
    'a charge that credits',
    ['a settled transaction moves its amount, the way its type says', SIDES_OF_EACH, TOTAL],
    async ({ userId }, { sql }) => {
      await insertSettled(sql, { userId, type: 'did_purchase', amount: '49.00' });
      await sql`update users set credits = 148.97 where id = ${userId}`;
    },
  ],
  [
    'a hash verified twice',
    ['an output of a transaction is verified once per chain'],
    async ({ userId }, { sql }) => {
      await sql`drop index transactions_output_once`;
      await sql`drop index transactions_output_claimed_once`;
      await insertSettled(sql, {
        ...{ userId, type: 'credit_purchase', status: 'verified', amount: '1.00', hash: 'a'.repeat(64) },
      });
      await sql`update users set credits = 100.97 where id = ${userId}`;
    },
  ],
  [
    'a refund of nothing',
    ['a refund names a charge of the same user', `a message's actual cost is its charge less its refunds`, TOTAL],
    ({ refund }, { sql }) => sql`update transactions set refunds_transaction_id = null where id = ${refund}`,
  ],
  [
    'a refund to somebody else',
    ['a refund names a charge of the same user', "a message's actual cost is its charge less its refunds", TOTAL],
    async ({ charge }, { sql }) => {
      const userId = await insertUser(sql, '0.01');
      await insertSettled(sql, { userId, type: 'refund', amount: '0.01', refunds: charge });
    },
  ],
  [
    'more refunded than was charged',
    ['refunds do not exceed their charge', `a message's actual cost is its charge less its refunds`, TOTAL],
    async ({ userId, charge }, { sql }) => {
      await insertSettled(sql, { userId, type: 'refund', amount: '1.00', refunds: charge });
      await sql`update users set credits = 100.97 where id = ${userId}`;
    },
  ],
  [
    'a message that costs something else',
    ['a message costs what was charged for it', `a message's actual cost is its charge less its refunds`],
    ({ message }, { sql }) => sql`update sms_messages set cost = 0.09 where id = ${message}`,
  ],
  [
    'a message whose recipients cost something else',
    [`recipients' costs add up to their message's`],
    ({ message }, { sql }) => sql`update sms_recipients set cost = 0.06 where message_id = ${message}`,
  ],
  [
    'a charge without its message',
    ['every charge for a message has its message', TOTAL],
    ({ message }, { sql }) => sql`delete from sms_messages where id = ${message}`,
  ],
  [
    'a package that runs without having been paid for',
    ['an active package has a settled order'],
    ({ userId }, { sql }) => insertTrunk(sql, { userId, active: true }),
  ],
  [
    'a package with more minutes gone than its calls took',
    [`a package's minutes are those of its calls`],
    async ({ userId }, { sql }) => {
      const trunkId = await insertTrunk(sql, { userId, active: false });
      await sql`update voice_packages set minutes_taken = 5, minutes_month = now() where id = ${trunkId}`;
    },
  ],
  [
    'an order of a reseller package that granted nothing',
    ['a settled order of a reseller package has its term, and nothing else has'],
    ({ userId }, { sql }) =>
      insertTransaction(sql, { userId, type: 'reseller_package', status: 'verified', amount: '250.00' }),
  ],
  [
    'a term of a reseller package that nobody ordered',
    ['a settled order of a reseller package has its term, and nothing else has'],
    ({ userId, purchase }, { sql }) => sql`
      insert into reseller_terms (id, user_id, plan, transaction_id, run_started_at, run_months, starts_at, expires_at)
      values (${Bun.randomUUIDv7()}, ${userId}, 'monthly', ${purchase}, now(), 1, now(), now() + interval '1 month')`,
  ],
  [
    'an account that was not counted',
    ['totals are what they count, month by month', 'the total of active accounts is their number'],
    (_books, { sql }) => sql`delete from total_changes where users = 1`,
  ],
  [
    'balances counted twice',
    ['totals are what they count, month by month'],
    async (_books, connection) => {
      await countTotals(connection);
      await connection.sql`update ledger_checkpoint set seq = 0`;
    },
  ],
  [
    'a suspension that was not counted',
    ['the total of active accounts is their number'],
    ({ userId }, { sql }) => sql`update users set status = 'suspended' where id = ${userId}`,
  ],
  [
    'credit set aside for a call that has ended',
    ['a call has its charge set aside while it is under way, and nothing after that'],
    async ({ userId }, { sql }) => {
      const call = await insertSoundCall(sql, userId);
      await sql`alter table voice_calls drop constraint voice_calls_settled`;
      await sql`update voice_calls set set_aside = 6 where id = ${call}`;
    },
  ],
  [
    'a call that says it was charged less than it was',
    ['a call costs what was charged for it', `a call's actual cost is its charge less its refunds`],
    async ({ userId }, { sql }) => {
      const call = await insertSoundCall(sql, userId);
      await sql`update voice_calls set cost = 5 where id = ${call}`;
    },
  ],
  [
    'a call of which a reseller pays less than it came to for them',
    [`an ended call of a reseller's customer came to the reseller's price for the reseller`],
    async ({ userId }, { sql }) => {
      await insertSoundCall(sql, userId);
      await sql`update voice_calls set supplier_rate = 0.05, supplier_fee = 0.01, supplier_cost = 0.10`;
    },
  ],
  [
    'a call that says it came to less than was kept for it',
    [
      `a call's actual cost is its charge less its refunds`,
      'an ended call came to its price for all that no package paid for',
      TOTAL,
    ],
    async ({ userId }, { sql }) => {
      const call = await insertSoundCall(sql, userId);
      await sql`update voice_calls set actual_cost = 0.10 where id = ${call}`;
    },
  ],
  [
    'a call that says it came to less than its seconds',
    [
      'an ended call came to its price for all that no package paid for',
      'calls were charged what they came to, but for what is less than a penny',
    ],
    async ({ userId }, { sql }) => {
      const call = await insertSoundCall(sql, userId);
      await sql`update voice_calls set exact_cost = 0.195 where id = ${call}`;
    },
  ],
  [
    'part of a penny that no call left',
    ['calls were charged what they came to, but for what is less than a penny'],
    ({ userId }, { sql }) => sql`update users set call_remainder = 0.005 where id = ${userId}`,
  ],
  [
    'part of a penny that a call left, for the reseller alone',
    ['calls were charged what they came to, but for what is less than a penny'],
    ({ userId }, { sql }) => sql`update users set supplier_remainder = 0.005 where id = ${userId}`,
  ],
  [
    'a charge for a call that there is not',
    ['every charge for a call has its call', TOTAL],
    async ({ userId }, { sql }) => {
      const call = await insertSoundCall(sql, userId);
      await sql`delete from voice_calls where id = ${call}`;
    },
  ],
  [
    'package minutes set aside for no call',
    ['only calls under way have package minutes set aside'],
    async ({ userId }, { sql }) => insertMinutes(sql, userId, Bun.randomUUIDv7(), null),
  ],
  [
    'a call that used more of a package than it says',
    ['the package minutes of an ended call are those it used'],
    async ({ userId }, { sql }) => insertMinutes(sql, userId, await insertSoundCall(sql, userId), 2),
  ],
  ...SPEND_FAULTS,
  ...[...CUSTOMER_FAULTS, ...DEBT_FAULTS, ...PAYMENT_FAULTS].map(([fault, rules, tamper]): Fault => [
    fault,
    rules,
    (_books, { sql }) => tamper(sql),
  ]),
];
