import { and, asc, eq, gt } from 'drizzle-orm';
import { didNumbers, users } from '../../../db/schema/index.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** What stands for a number where there is none to show (RFC 3323). */
const ANONYMOUS = 'anonymous';

/**
 * The number that a call shows: what the telephone system gives, where the account has that number; else its
 * default, where it has that one; else the oldest number that it has. Nobody calls in another's name.
 * @returns E.164, or `anonymous` where the account has no number
 */
export async function chooseCallerId(tx: Transaction, userId: string, given: string): Promise<string> {
  const [user] = await tx.db
    .select({ preferred: users.defaultCallerId })
    .from(users)
    .where(eq(users.id, userId));
  const owned = await tx.db
    .select({ number: didNumbers.number })
    .from(didNumbers)
    .where(
      and(eq(didNumbers.userId, userId), eq(didNumbers.status, 'active'), gt(didNumbers.expiresAt, tx.now)),
    )
    .orderBy(asc(didNumbers.id));
  const numbers = owned.map(({ number }) => number);
  const [first = ANONYMOUS] = numbers;
  const wanted = [given, user?.preferred ?? ''].map(international);
  return wanted.find((number) => numbers.includes(number)) ?? first;
}

/** A number as telephone systems write it, in E.164; empty for what is none. */
const international = (text: string): string =>
  parsePhoneNumberFromString(withPlus(text), { extract: false })?.number ?? '';

/** `00` and a bare number with its country's code are common in SIP. */
export const withPlus = (text: string): string => `+${text.replace(/^(\+|00)/, '')}`;
