import { sql as template, type SQL } from 'drizzle-orm';

/** Values of a statement: the account, its sender as text, the time, and since when a proof is good. */
type Asked = Record<'userId' | 'sender' | 'now' | 'provenSince', SQL>;

/**
 * The condition that a number is the account's own: one that it bought and that has not run out, or one that
 * it proved not too long ago.
 */
export const isOwnNumberSql = ({ userId, sender, now, provenSince }: Asked): SQL => template`(
  exists (select from did_numbers d where d.user_id = ${userId} and d.number = '+' || ltrim(${sender}, '+')
    and d.status = 'active' and d.expires_at > ${now})
  or exists (select from proven_numbers n where n.user_id = ${userId} and n.number = '+' || ltrim(${sender}, '+')
    and n.proven_at > ${provenSince}))`;

/** Tells whether an account may send from this now: an accepted name, or a number of its own. A condition. */
export const maySendFromSql = (asked: Asked): SQL => template`(
  exists (select from sender_names s where s.user_id = ${asked.userId} and lower(s.name) = lower(${asked.sender})
    and s.status = 'accepted')
  or ${isOwnNumberSql(asked)})`;
