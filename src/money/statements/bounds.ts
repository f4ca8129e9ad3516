import { sql as template, type Placeholder, type SQL } from 'drizzle-orm';

/**
 * The number of an account's last ledger entry before a given time; 0 if there is none.
 *
 * A ledger is ordered by numbers and not by times: a transaction can begin before another and reach the account after
 * it. So a statement lies between two numbers, and an entry that is not in it is in the next one. No transaction is
 * open for five minutes, so the highest number is among the entries of the last five minutes before that time.
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

/** One row: a period has the entries numbered above `after` and up to `upto`. */
export const boundsSql = (p: { userId: Placeholder; start: Placeholder; end: Placeholder }): SQL => {
  const userId = template`${p.userId}::uuid`;
  return template`(select ${lastBefore(userId, template`${p.start}::timestamptz`)} as after,
    ${lastBefore(userId, template`${p.end}::timestamptz`)} as upto)`;
};
