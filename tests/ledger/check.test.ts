import { drizzle } from 'drizzle-orm/postgres-js';
import type { ReservedSql, Sql } from 'postgres';
import { connect, type Connection } from '../../db/client.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { readTrialBalance } from '../../src/money/proof/trial-balance.ts';
import { RULES } from '../../src/money/proof/rules.ts';
import { createDatabase } from '../kit/cluster.ts';
import { forFile } from '../kit/file-app.ts';
import { TOTAL } from './book-rules.ts';
import { CUSTOMER_FAULTS } from './customer-faults.ts';
import { FAULTS, soundBooks } from './faults.ts';
import { liftGuard } from './rows.ts';

/** One database for all: what a test writes is taken back, which costs a tenth of a new one. */
const database = await forFile(createDatabase());
const { sql: pool, ...rest } = await forFile(connect(database.url, { connections: 2 }));
await liftGuard(pool);
let connection: Connection;
let sql: Sql;
let within: ReservedSql;
beforeEach(async () => {
  within = await pool.reserve();
  await within`begin`;
  sql = new Proxy(pool, {
    apply: (_pool, self, given) => Reflect.apply(within, self, given),
    get: (of, name) => (name === 'begin' ? inside : name === 'unsafe' ? within.unsafe : Reflect.get(of, name)),
  });
  connection = { ...rest, sql, db: drizzle(sql, { casing: 'snake_case' }) };
});
afterEach(async () => {
  await within`rollback`;
  within.release();
});

/** A transaction within the test's own. */
const inside = (...given: unknown[]): unknown => {
  const act = given.at(-1);
  return typeof act === 'function' ? act(Object.assign(within, { savepoint: inside })) : null;
};

describe('checkLedger', () => {
  test('finds nothing in correct books', async () => {
    await soundBooks(connection);
    expect(await checkLedger(sql)).toEqual([]);
  });

  test.each(FAULTS)('finds %s', async (_fault, rules, tamper) => {
    await tamper(await soundBooks(connection), connection);
    const found = await checkLedger(sql);
    expect([...new Set(found.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
  });

  test('says which row, what it should be and what it is', async () => {
    const { userId } = await soundBooks(connection);
    await sql`update users set credits = 1000 where id = ${userId}`;
    expect(await checkLedger(sql)).toEqual([
      {
        rule: 'credits equal the sum of ledger entries',
        subject: userId,
        expected: '99.97',
        found: '1000.00',
      },
      { rule: TOTAL, subject: 'trial balance', expected: '99.97', found: '1000.00' },
    ]);
  });

  test('every rule has a fault that breaks it', () => {
    const broken = new Set(FAULTS.flatMap(([, rules]) => rules));
    expect(RULES.map(({ rule }) => rule).filter((rule) => !broken.has(rule))).toEqual([]);
  });
});

test('a margin that was paid for what was never handed over stands in the books as owed to us', async () => {
  const [, , attack] = CUSTOMER_FAULTS.find(([fault]) => fault.startsWith('a margin that was paid')) ?? [];
  await attack?.(sql);
  const { accounts, total, equation } = await readTrialBalance(sql);
  expect(accounts).toEqual([
    { account: 'adjustments', debit: '10.00', credit: '0.00' },
    { account: 'credit of customers', debit: '0.00', credit: '9.98' },
    { account: 'owed to resellers', debit: '0.01', credit: '0.00' },
    { account: 'messages under way', debit: '0.00', credit: '0.03' },
  ]);
  expect(total).toEqual({ account: 'total', debit: '10.01', credit: '10.01' });
  expect(equation).toEqual({ credit: '9.98', deposits: '10.00', consumption: '0.03', owed: '0.01' });
});

describe('bun run ledger:check', () => {
  const run = async () => {
    const process = Bun.spawn(['bun', 'run', '--silent', 'ledger:check'], {
      env: { ...Bun.env, DATABASE_URL: database.url },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [output, errors, code] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.exited,
    ]);
    return { output, errors, code };
  };

  test('prints the trial balance and how all credit came about; each discrepancy, and ends with 1', async () => {
    const { userId } = await soundBooks({ ...rest, sql: pool });
    expect(await run()).toEqual({
      output: [
        'coins BTC                                 100.00            0.00',
        'credit of customers                         0.00           99.97',
        'messages under way                          0.00            0.03',
        'total                                     100.00          100.00',
        'Total credit £99.97 = deposits £100.00 - consumption £0.03 + owed £0.00.',
        'The ledger adds up: 1 users with £99.97, 4 transactions, 3 entries, £0.00 set aside for calls under way.\n',
      ].join('\n'),
      errors: '',
      code: 0,
    });
    await pool`update users set credits = 1000 where id = ${userId}`;
    expect(await run()).toEqual({
      output: '',
      errors: [
        `credits equal the sum of ledger entries: ${userId}: expected 99.97, found 1000.00`,
        `${TOTAL}: trial balance: expected 99.97, found 1000.00\n`,
      ].join('\n'),
      code: 1,
    });
  });
});
