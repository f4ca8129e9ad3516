import { sql as template, type SQL } from 'drizzle-orm';
import { driverOf, type Queryable } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import type { users } from '../../../db/schema/index.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { parseMoney, ZERO } from '../../platform/kit/money.ts';

/**
 * Tells whether the margins that an account must give back exceed those that it waits for: then nothing
 * leaves it. Only an account that has sold can owe, and almost always none of its rows is negative, so this
 * costs one look at an empty index.
 * @param user the account's row
 */
export const owesMarginsSql = ({ id, role }: Pick<typeof users, 'id' | 'role'> | Record<'id' | 'role', SQL>) =>
  template`(${role} <> 'user' and exists (
    select from margin_earnings where reseller_id = ${id} and credited_by is null and amount < 0
  ) and ${owedSql(template`${id}`)} > 0)`;

/** The sum that waits to be taken back; zero or less where none does. */
export const owedSql = (userId: SQL): SQL => template`(
  select coalesce(-sum(amount), 0) from margin_earnings where reseller_id = ${userId} and credited_by is null)`;

const readOwedText = prepared<{ userId: string }, { owed: string }>(
  (p) => template`select ${owedSql(template`${p.userId}::uuid`)}::numeric(12, 2)::text as owed`,
);

/** @returns in pounds */
async function readOwed(db: Queryable, userId: string): Promise<string> {
  const [row] = await readOwedText(driverOf(db), { userId });
  return row?.owed ?? '0';
}

/** Tells whether margins of an account are taken back, so that nothing may leave it. */
export const owesMargins = async (db: Queryable, userId: string): Promise<boolean> =>
  parseMoney(await readOwed(db, userId)) > ZERO;

/** @throws insufficient_credits, with a sentence that names what is taken back */
export async function requireNoMarginsOwed(db: Queryable, userId: string): Promise<void> {
  requireNoneOwed(await readOwed(db, userId));
}

/** @param owed in pounds; zero or less where nothing is taken back @throws insufficient_credits */
export function requireNoneOwed(owed: string): void {
  if (parseMoney(owed) > ZERO) throw marginsOwed(owed);
}

/** 402. @param owed in pounds */
export const marginsOwed = (owed: string): Problem =>
  new Problem('insufficient_credits', sentence('marginsOwed', { amount: `£${owed}` }));
