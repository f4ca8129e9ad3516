import { expect } from 'bun:test';
import type { Sql } from 'postgres';
import { type Transaction, transaction } from '../../src/money/payments/contract.ts';
import { checkLedger } from '../../src/money/proof/check.ts';
import type { TestActor } from './actors.ts';

/** Checks that every pound in the database is accounted for: no rule of money is violated anywhere. */
export async function expectSoundBooks({ deps }: { deps: { sql: Sql } }): Promise<void> {
  expect(await checkLedger(deps.sql)).toEqual([]);
}

/** An account's transactions as it reads them itself, newest first, in the contract's form. */
export const transactionsOf = async (person: TestActor): Promise<Transaction[]> =>
  transaction.array().parse(await (await person.as(`/api/users/${person.id}/transactions`)).json());

/** The changes of an account's balance, newest first: `[['sms_charge', '-0.03'], ['adjustment', '1.00']]`. */
export async function movesOf(person: TestActor): Promise<[type: Transaction['type'], change: string][]> {
  const all = await transactionsOf(person);
  return all
    .filter(({ balanceAfter }) => balanceAfter !== null)
    .map(({ type, balanceChange }) => [type, balanceChange]);
}
