import { and, asc, eq, gt } from 'drizzle-orm';
import { didNumbers, provenNumbers, users } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import { provenSince } from '../senders/lasting.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The text in place of a number if there is none to show (RFC 3323). */
const ANONYMOUS = 'anonymous';

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
  // All three are sent at once.
  const [[user], owned, proven] = await Promise.all([
    tx.db.select({ preferred: users.defaultCallerId }).from(users).where(eq(users.id, userId)),
    tx.db
      .select({ number: didNumbers.number })
      .from(didNumbers)
      .where(
        and(eq(didNumbers.userId, userId), eq(didNumbers.status, 'active'), gt(didNumbers.expiresAt, tx.now)),
      )
      .orderBy(asc(didNumbers.id)),
    tx.db
      .select({ number: provenNumbers.number })
      .from(provenNumbers)
      .where(and(eq(provenNumbers.userId, userId), gt(provenNumbers.provenAt, provenSince(config, tx.now))))
      .orderBy(asc(provenNumbers.id)),
  ]);
  const numbers = [...owned, ...proven].map(({ number }) => number);
  const [first = ANONYMOUS] = numbers;
  const wanted = [given, user?.preferred ?? ''].map(international);
  return wanted.find((number) => numbers.includes(number)) ?? first;
}

/** A number as telephone systems write it, in E.164; empty if it is not a number. */
export const international = (text: string): string =>
  parsePhoneNumberFromString(withPlus(text), { extract: false })?.number ?? '';

/** In SIP, `00` and a number without plus but with its country code are common. */
export const withPlus = (text: string): string => `+${text.replace(/^(\+|00)/, '')}`;
