import type { Sql } from 'postgres';
import { insertMessage, insertSettled, insertUser } from './rows.ts';

/** A reseller with £9.01 and their customer with £0.97: £1.00 passed on, one message, its margin credited. */
async function customerBooks(sql: Sql) {
  const reseller = await insertUser(sql, '9.01');
  const customer = await insertUser(sql, '0.97');
  await sql`update users set reseller_id = ${reseller} where id = ${customer}`;
  await insertSettled(sql, {
    userId: reseller,
    type: 'adjustment',
    amount: '10.00',
    change: '10.00',
    balanceAfter: '10.00',
  });
  const given = await insertSettled(sql, {
    userId: reseller,
    type: 'credit_transfer',
    amount: '1.00',
    change: '-1.00',
    balanceAfter: '9.00',
  });
  const received = await insertSettled(sql, {
    userId: customer,
    type: 'credit_transfer',
    amount: '1.00',
    change: '1.00',
    balanceAfter: '1.00',
  });
  await sql`update transactions set counterpart_transaction_id = ${received} where id = ${given}`;
  await sql`update transactions set counterpart_transaction_id = ${given} where id = ${received}`;
  const charge = await insertSettled(sql, {
    userId: customer,
    type: 'sms_charge',
    amount: '0.03',
    change: '-0.03',
    balanceAfter: '0.97',
  });
  await insertMessage(sql, {
    userId: customer,
    transactionId: charge,
    cost: '0.03',
    actualCost: '0.03',
    recipientCost: '0.03',
  });
  const credited = await insertSettled(sql, {
    userId: reseller,
    type: 'reseller_margin',
    amount: '0.01',
    change: '0.01',
    balanceAfter: '9.01',
  });
  await sql`
    insert into margins (transaction_id, reseller_id, customer_id, amount, created_at, credited_by)
    values (${charge}, ${reseller}, ${customer}, 0.01, now(), ${credited})`;
  return { reseller, customer, given, received, charge, credited };
}

type CustomerBooks = Awaited<ReturnType<typeof customerBooks>>;
type Tampering = (sql: Sql, books: CustomerBooks) => Promise<unknown>;

const SIDES = 'the two sides of a credit transfer name each other and cancel out';
const BETWEEN = 'credit passes between a reseller and a customer of theirs';
const OWN = `a margin is of its own customer's charge or refund, and that customer's reseller's`;
const AT_MOST = 'a margin is at most its charge, and what was given back at most the margin';
const CREDITED = `credited margins add up to their reseller's transaction`;

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
  [
    `a margin that is another reseller's`,
    [OWN, CREDITED],
    (sql) => sql`update margins set reseller_id = customer_id`,
  ],
  ['a margin above its charge', [AT_MOST, CREDITED], (sql) => sql`update margins set amount = 0.04`],
  [
    'a margin that was credited twice',
    [CREDITED],
    (sql, { credited, charge }) => sql`
      update margins set amount = amount * 2 where credited_by = ${credited} and transaction_id = ${charge}`,
  ],
  [
    'margin money without a margin',
    [CREDITED],
    (sql, { charge }) => sql`update margins set credited_by = null where transaction_id = ${charge}`,
  ],
];

/** Faults in the books between a reseller and a customer, and the rules that each breaks. */
export const CUSTOMER_FAULTS: [string, string[], (sql: Sql) => Promise<unknown>][] = TAMPERINGS.map(
  ([fault, rules, tamper]) => [fault, rules, async (sql) => tamper(sql, await customerBooks(sql))],
);
