import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';

/**
 * The last of an account's ledger entries before a moment, by number; 0 where there is none.
 *
 * Numbers, not times, are a ledger's order: a transaction can begin before another and come to the
 * account after it. So a statement is cut between two numbers, and what one leaves out the next one has.
 * No transaction is open for five minutes, so the highest number is among the last five before the moment.
 */
const lastBefore = (userId: SQL, moment: SQL): SQL => template`coalesce((
  select max(seq) from ledger_entries
  where user_id = ${userId} and created_at < ${moment} and created_at >= (
    select max(created_at) from ledger_entries where user_id = ${userId} and created_at < ${moment}
  ) - interval '5 minutes'), 0)`;

export interface BoundParameters {
  [name: string]: string | Date;
  userId: string;
  start: Date;
  end: Date;
}

/** One row: a period's entries are those numbered above `after` and up to `upto`. */
export const boundsSql = (p: { userId: Placeholder; start: Placeholder; end: Placeholder }): SQL => {
  const userId = template`${p.userId}::uuid`;
  return template`(select ${lastBefore(userId, template`${p.start}::timestamptz`)} as after,
    ${lastBefore(userId, template`${p.end}::timestamptz`)} as upto)`;
};
