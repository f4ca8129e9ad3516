import type { Sql } from 'postgres';
import { insertSettled, insertTransaction, insertUser } from './rows.ts';
import { SIDES_OF_EACH, TOTAL } from './book-rules.ts';

/**
 * A customer with £90: a purchase of £100 of which 0.00144 of 0.0018 BTC arrived, approved by another
 * administrator than verified it, and an order of £150 of which £160 arrived.
 */
async function paymentBooks(sql: Sql) {
  const [customer, approver, verifier] = [await insertUser(sql, '90.00'), await insertUser(sql), await insertUser(sql)];
  const purchase = await insertSettled(sql, {
    ...{ userId: customer, type: 'credit_purchase', status: 'verified' },
    ...{ amount: '100.00', hash: 'b'.repeat(64), change: '80.00' },
  });
  await sql`
    update transactions set cryptocurrency = 'BTC', crypto_amount = '0.00180000', settled_by = ${verifier},
      received_amount = 80, received_crypto_amount = '0.00144000' where id = ${purchase}`;
  await sql`
    insert into second_words (id, kind, subject, requested_by, requested_at, decided_at, decided_by, agreed, wanted)
    values (${Bun.randomUUIDv7()}, 'payment', ${purchase}, ${approver}, now(), now(), ${verifier}, true,
      jsonb_build_object('cryptocurrency', 'BTC', 'transactionHash', ${'b'.repeat(64)}::text,
        'receivedAmount', '80.00', 'receivedCryptoAmount', '0.00144000'))`;
  const order = await insertTransaction(sql, {
    userId: customer,
    type: 'voice_package',
    status: 'verified',
    amount: '150.00',
  });
  await sql`update transactions set received_amount = 160 where id = ${order}`;
  const surplus = await insertSettled(sql, { userId: customer, type: 'credit_purchase', amount: '10.00' });
  await sql`update transactions set settles_transaction_id = ${order} where id = ${surplus}`;
  // Counted with the amounts that were due.
  await sql`
    insert into total_changes (month, revenue)
    values (date_trunc('month', now() at time zone 'UTC'), -20), (date_trunc('month', now() at time zone 'UTC'), 10)`;
  return { purchase, order, surplus, verifier };
}

type PaymentBooks = Awaited<ReturnType<typeof paymentBooks>>;
type Tampering = (sql: Sql, books: PaymentBooks) => Promise<unknown>;
const RATE = `what arrived in a coin is counted at its payment's own rate, rounded down`;
const SURPLUS = 'an order that was paid in a coin got its price, and what arrived beyond it was credited';
const AGREED = 'two administrators agreed to the same of a payment that was approved';
const MOVES = 'a settled transaction moves its amount, the way its type says';
const TOTALS = 'totals are what they count, month by month';

async function changeCoins(sql: Sql, purchase: string, coins: string): Promise<void> {
  await sql`update transactions set received_crypto_amount = ${coins} where id = ${purchase}`;
  await sql`
    update second_words set wanted = wanted || jsonb_build_object('receivedCryptoAmount', ${coins}::text)`;
}

const TAMPERINGS: [string, string[], Tampering][] = [
  ['sound payments of other amounts', [], async () => {}],
  ['coins that were counted a penny too high', [RATE], (sql, { purchase }) => changeCoins(sql, purchase, '0.00143999')],
  ['coins that were counted a penny too low', [RATE], (sql, { purchase }) => changeCoins(sql, purchase, '0.00144018')],
  [
    'a purchase that credited what was due',
    [MOVES, TOTALS, AGREED, SIDES_OF_EACH, TOTAL],
    (sql, { purchase }) => sql`
      update transactions set received_amount = null, received_crypto_amount = null where id = ${purchase}`,
  ],
  [
    'a surplus that was kept',
    [SURPLUS],
    (sql, { surplus }) => sql`update transactions set settles_transaction_id = null where id = ${surplus}`,
  ],
  [
    'a surplus of an order that had none',
    [SURPLUS, TOTALS],
    (sql, { order }) => sql`update transactions set received_amount = null where id = ${order}`,
  ],
  [
    'a surplus of what is no order',
    [SURPLUS],
    (sql, { surplus, purchase }) => sql`
      update transactions set settles_transaction_id = ${purchase} where id = ${surplus}`,
  ],
  [
    'an order granted for less than its price',
    [SURPLUS, TOTALS],
    (sql, { order }) => sql`update transactions set received_amount = 149.99 where id = ${order}`,
  ],
  [
    'an administrator who approved what they verified',
    [AGREED],
    (sql, { verifier }) => sql`update second_words set requested_by = ${verifier}`,
  ],
  [
    'an approval of another hash',
    [AGREED],
    (sql) => sql`
      update second_words set wanted = wanted || jsonb_build_object('transactionHash', ${'c'.repeat(64)}::text)`,
  ],
];

/** Faults in payments whose received amount differs from the amount due, and the rules that each breaks. */
export const PAYMENT_FAULTS: [string, string[], (sql: Sql) => Promise<unknown>][] = TAMPERINGS.map(
  ([fault, rules, tamper]) => [fault, rules, async (sql) => tamper(sql, await paymentBooks(sql))],
);
