import { sql as template } from 'drizzle-orm';
import { postgresCode, transact } from '../../src/platform/events/transact.ts';
import { post } from '../../src/money/ledger/post.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { appForFile, balanceOf, credit, funded, newNumber, send, signUp } from '../kit/index.ts';

/** PostgreSQL itself refuses to write a balance or an entry for anybody but the ledger. */
const app = await appForFile({ background: false });
const person = await funded(app, '10.00');

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => postgresCode(error),
  );

const STATEMENTS: [what: string, text: string][] = [
  ['a balance set', `update users set credits = 1000 where id = $1`],
  ['a balance set along with something else', `update users set phone = '1', credits = credits + 1 where id = $1`],
  [
    'a balance set where another row is in its way',
    `insert into users select * from users where id = $1 on conflict (id) do update set credits = 5`,
  ],
  [
    'an account that begins with credit',
    `insert into users (id, email, password, full_name, credits)
     select gen_random_uuid(), id || '@rich.example', '', 'Rich', 5 from users where id = $1`,
  ],
  [
    'an entry made up',
    `insert into ledger_entries (id, user_id, amount, balance_after, transaction_id, created_at)
     select gen_random_uuid(), user_id, 1, 1, id, now() from transactions where user_id = $1`,
  ],
  ['the part of a penny that calls left, forgotten', `update users set call_remainder = 0 where id = $1`],
  ['the same at the reseller’s price', `update users set supplier_remainder = 0.001 where id = $1`],
  ['an entry changed', `update ledger_entries set amount = 1000 where user_id = $1`],
  ['an entry deleted', `delete from ledger_entries where user_id = $1`],
];

/** The specification, sections 3 and 9: digits in all, and after the point. */
const DIGITS: [column: string, precision: number, scale: number][] = [
  ['users.credits', 10, 2],
  ['transactions.amount', 10, 2],
  ['did_numbers.monthly_price', 8, 2],
  // The cost of one message; a bulk message is many of them.
  ['sms_recipients.cost', 8, 4],
  ['sms_messages.cost', 12, 4],
  ['voice_calls.cost', 8, 4],
];

test('columns of money have the digits that the specification says, and a balance begins with 0.00', async () => {
  const columns = await app.deps.sql<{ name: string; precision: number; scale: number }[]>`
    select table_name || '.' || column_name as name, numeric_precision as precision, numeric_scale as scale
    from information_schema.columns where table_schema = 'public'`;
  const found = DIGITS.map(([column]) => {
    const { precision, scale } = columns.find(({ name }) => name === column) ?? {};
    return [column, precision, scale];
  });
  expect(found).toEqual(DIGITS);
  expect(await balanceOf(await signUp(app))).toBe('0.00');
});

test.each(STATEMENTS)('%s is refused', async (_what, text) => {
  expect(await refusal(app.deps.sql.unsafe(text, [person.id]))).toBe('42501');
  expect(await balanceOf(person)).toBe('10.00');
});

test('the entries cannot be truncated', async () => {
  expect(await refusal(app.deps.sql`truncate ledger_entries cascade`)).toBe('42501');
});

test('the other columns of an account are changed as before', async () => {
  await app.deps.sql`update users set phone = '+441', credits = credits where id = ${person.id}`;
  const json = { fullName: 'Ada King' };
  expect((await person.as(`/api/users/${person.id}`, { method: 'PUT', json })).status).toBe(200);
});

test('the ledger’s right ends with its statement: the next one of the transaction does not have it', async () => {
  const row = { userId: person.id, type: 'adjustment', amount: parseMoney('1.00'), description: 'A gift' } as const;
  const work = transact(app.deps, async (tx) => {
    await post(tx, { ...row, status: 'completed' }, { change: parseMoney('1.00'), reason: 'adjustment' });
    await tx.db.execute(template`update users set credits = 1000 where id = ${person.id}::uuid`);
  });
  expect(await refusal(work)).toBe('42501');
  expect(await balanceOf(person)).toBe('10.00');
});

test('the ledger’s own statements go through: in a transaction, and all in one', async () => {
  await credit(app, person, '1.00');
  await send(person, [newNumber()]);
  expect(await balanceOf(person)).toBe('10.97');
});
