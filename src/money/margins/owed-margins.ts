import { sql as template, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { users } from '../../../db/schema/index.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/**
 * Tells whether the margins that an account must give back exceed those that it waits for: then nothing
 * leaves it. Only an account that has sold can owe, and almost always none of its rows is negative, so this
 * costs one look at an empty index.
 * @param user the account's row
 */
export const owesMarginsSql = ({
  id,
  role,
}: Pick<typeof users, 'id' | 'role'> | Record<'id' | 'role', SQL>) =>
  template`(${role} <> 'user' and exists (
    select from margin_earnings where reseller_id = ${id} and credited_by is null and amount < 0
  ) and ${owedSql(template`${id}`)} > 0)`;

/** The sum that waits to be taken back; zero or less where none does. */
export const owedSql = (userId: SQL): SQL => template`(
  select coalesce(-sum(amount), 0) from margin_earnings where reseller_id = ${userId} and credited_by is null)`;

async function readOwed(db: Queryable, userId: string): Promise<Money> {
  const [row] = await db.execute<{ owed: string }>(template`
    select ${owedSql(template`${userId}::uuid`)}::numeric(12, 2)::text as owed`);
  return parseMoney(row?.owed ?? '0');
}

/** Tells whether margins of an account are taken back, so that nothing may leave it. */
export const owesMargins = async (db: Queryable, userId: string): Promise<boolean> =>
  (await readOwed(db, userId)) > ZERO;

/** @throws insufficient_credits, with a sentence that names what is taken back */
export async function requireNoMarginsOwed(db: Queryable, userId: string): Promise<void> {
  const owed = await readOwed(db, userId);
  if (owed > ZERO) throw marginsOwed(formatMoney(owed));
}

/** 402. @param owed in pounds */
export const marginsOwed = (owed: string): Problem =>
  new Problem('insufficient_credits', sentence('marginsOwed', { amount: `£${owed}` }));
