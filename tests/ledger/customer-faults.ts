import type { Sql } from 'postgres';
import { insertMessage, insertSettled, insertUser } from './rows.ts';

/** A reseller with £9.01 and their customer with £0.97: £1.00 passed on, one message, its margin credited. */
async function customerBooks(sql: Sql) {
  const reseller = await insertUser(sql, '9.01');
  const customer = await insertUser(sql, '0.97');
  await sql`update users set reseller_id = ${reseller} where id = ${customer}`;
  await insertSettled(sql, { userId: reseller, type: 'adjustment', amount: '10.00' });
  const given = await insertSettled(sql, {
    userId: reseller,
    type: 'credit_transfer',
    amount: '1.00',
    change: '-1.00',
  });
  const received = await insertSettled(sql, { userId: customer, type: 'credit_transfer', amount: '1.00' });
  await sql`update transactions set counterpart_transaction_id = ${received} where id = ${given}`;
  await sql`update transactions set counterpart_transaction_id = ${given} where id = ${received}`;
  const charge = await insertSettled(sql, { userId: customer, type: 'sms_charge', amount: '0.03', change: '-0.03' });
  const message = await insertMessage(sql, {
    userId: customer,
    transactionId: charge,
    cost: '0.03',
    actualCost: '0.03',
    recipientCost: '0.03',
  });
  await sql`update sms_recipients set status = 'delivered', margin = 0.01 where message_id = ${message}`;
  const credited = await insertSettled(sql, { userId: reseller, type: 'reseller_margin', amount: '0.01' });
  await sql`
    insert into margins (transaction_id, reseller_id, customer_id, amount, created_at)
    values (${charge}, ${reseller}, ${customer}, 0.01, now())`;
  await sql`
    insert into margin_earnings (transaction_id, reseller_id, customer_id, amount, created_at, credited_by)
    values (${charge}, ${reseller}, ${customer}, 0.01, now(), ${credited})`;
  await sql`
    insert into margin_totals (reseller_id, customer_id, month, amount)
    select ${reseller}, account, date_trunc('month', now() at time zone 'UTC')::date, 0.01
    from unnest(array[${reseller}, ${customer}]::uuid[]) account`;
  return { reseller, customer, given, received, charge, credited };
}

type CustomerBooks = Awaited<ReturnType<typeof customerBooks>>;
type Tampering = (sql: Sql, books: CustomerBooks) => Promise<unknown>;
const SIDES = 'the two sides of a credit transfer name each other and cancel out';
const BETWEEN = 'credit passes between a reseller and a customer of theirs';
const OWN = `a margin is of its own customer's charge, and that customer's reseller's`;
const AT_MOST = 'a margin is at most its charge';
const EARNED = 'a margin is earned by what is final or settled, and by nothing else';
const WHOSE = `an earning is its margin's reseller's`;
const CREDITED = `credited margins add up to their reseller's transaction`;
const TOTALS = 'totals of margins are what they count, month by month';

const TAMPERINGS: [string, string[], Tampering][] = [
  ['a sound reseller with a customer', [], async () => {}],
  [
    'one side of a transfer that names nobody',
    [SIDES],
    (sql, { given }) => sql`update transactions set counterpart_transaction_id = null where id = ${given}`,
  ],
  [
    'a transfer to somebody who is not a customer',
    [BETWEEN, OWN],
    (sql, { customer }) => sql`update users set reseller_id = null where id = ${customer}`,
  ],
  [`a margin that is another reseller's`, [OWN, WHOSE], (sql) => sql`update margins set reseller_id = customer_id`],
  ['a margin above its charge', [AT_MOST], (sql) => sql`update margins set amount = 0.04`],
  [
    'a margin that was paid before anything was handed over',
    [EARNED],
    (sql) => sql`update sms_recipients set status = 'queued'`,
  ],
  [
    'a margin that was credited twice',
    [CREDITED, EARNED, TOTALS],
    (sql, { charge }) => sql`
      update margin_earnings set amount = amount * 2 where transaction_id = ${charge}`,
  ],
  [
    'a margin that a customer got',
    [CREDITED, TOTALS],
    (sql, { received }) => sql`update margin_earnings set credited_by = ${received}`,
  ],
  ['margin money without a margin', [CREDITED, TOTALS], (sql) => sql`update margin_earnings set credited_by = null`],
  [
    'a total of margins that is not theirs',
    [TOTALS],
    (sql, { reseller }) => sql`update margin_totals set amount = 5 where customer_id = ${reseller}`,
  ],
];

export const CUSTOMER_FAULTS: [string, string[], (sql: Sql) => Promise<unknown>][] = TAMPERINGS.map(
  ([fault, rules, tamper]) => [fault, rules, async (sql) => tamper(sql, await customerBooks(sql))],
);
