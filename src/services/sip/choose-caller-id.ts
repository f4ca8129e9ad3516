import { type SQL, sql as template } from 'drizzle-orm';
import { type Placeholders, prepared } from '../../../db/prepared.ts';
import type { Config } from '../config.ts';
import { provenSince } from '../senders/lasting.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { parseInternational } from '../../shared/phone-number.ts';

/** The text in place of a number if there is none to show (RFC 3323). */
const ANONYMOUS = 'anonymous';

export interface Numbers {
  preferred: string | null;
  /** The bought ones, then the proved ones, each the oldest first. */
  numbers: string[];
}

/** The numbers that an account may show, for a statement. */
export const callerNumbersSql = (p: Placeholders<{ userId: string; now: Date; provenSince: Date }>): SQL => template`
    select u.default_caller_id as preferred,
      array(select d.number from did_numbers d
        where d.user_id = u.id and d.status = 'active' and d.expires_at > ${p.now}::timestamptz order by d.id)
      || array(select n.number from proven_numbers n
        where n.user_id = u.id and n.proven_at > ${p.provenSince}::timestamptz order by n.id) as numbers
    from users u where u.id = ${p.userId}::uuid`;

const readNumbers = prepared<{ userId: string; now: Date; provenSince: Date }, Numbers>(callerNumbersSql);

/**
 * The caller ID of a call: the number that the telephone system sends, if the account has it; otherwise the account's
 * default, if it has that one; otherwise its oldest number. A number that it proved counts as one that it bought, as
 * long as the proof is good. So nobody can call with another's number.
 * @returns E.164, or `anonymous` if the account has no number
 */
export async function chooseCallerId(
  { tx, config }: { tx: Transaction; config: Pick<Config, 'provenNumberDays'> },
  userId: string,
  given: string,
): Promise<string> {
  const since = provenSince(config, tx.now);
  const [user] = await readNumbers(tx.sql, { userId, now: tx.now, provenSince: since });
  return callerIdOf(user ?? { preferred: null, numbers: [] }, given);
}

/** The same of what was read already. */
export function callerIdOf({ preferred, numbers }: Numbers, given: string): string {
  const [first = ANONYMOUS] = numbers;
  const wanted = numbers.length === 0 ? [] : [given, preferred ?? ''].map(international);
  return wanted.find((number) => numbers.includes(number)) ?? first;
}

/** A number as telephone systems write it, in E.164; empty if it is not a number. */
export const international = (text: string): string => parseInternational(withPlus(text))?.number ?? '';

/** In SIP, `00` and a number without plus but with its country code are common. */
export const withPlus = (text: string): string => `+${text.replace(/^(\+|00)/, '')}`;
