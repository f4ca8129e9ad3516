import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Sql } from 'postgres';
import { connect, type Connection } from '../../db/client.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import { RULES } from '../../src/money/proof/rules.ts';
import { createDatabase } from '../kit/cluster.ts';
import { FAULTS, soundBooks } from './faults.ts';

let database: { url: string; drop(): Promise<void> };
let connection: Connection;
let sql: Sql;
beforeEach(async () => {
  database = await createDatabase();
  connection = connect(database.url, { connections: 2 });
  sql = connection.sql;
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

describe('checkLedger', () => {
  test('finds nothing in sound books', async () => {
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
    ]);
  });

  test('every rule has a fault that breaks it', () => {
    const broken = new Set(FAULTS.flatMap(([, rules]) => rules));
    expect(RULES.map(({ rule }) => rule).filter((rule) => !broken.has(rule))).toEqual([]);
  });
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

  test('says in one line how much adds up', async () => {
    await soundBooks(connection);
    expect(await run()).toEqual({
      output:
        'The ledger adds up: 1 users with £99.97, 4 transactions, 3 entries, £0.00 set aside for calls under way.\n',
      errors: '',
      code: 0,
    });
  });

  test('prints each discrepancy and ends with 1', async () => {
    const { userId } = await soundBooks(connection);
    await sql`update users set credits = 1000 where id = ${userId}`;
    expect(await run()).toEqual({
      output: '',
      errors: `credits equal the sum of ledger entries: ${userId}: expected 99.97, found 1000.00\n`,
      code: 1,
    });
  });
});
