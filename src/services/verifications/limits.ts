import { and, desc, eq, sql as template } from 'drizzle-orm';
import { verifications } from '../../../db/schema/index.ts';
import { countAttempt, type Limit } from '../../callers/throttle.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { fault } from '../../platform/kit/faults.ts';
import type { Deps } from '../deps.ts';
import { sendAgainAt } from './present.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';
import type { Owned } from '../../callers/audit.ts';

/** Codes to one number within an hour, from all verifications of an account. */
const NUMBER_AN_HOUR = 10;

/**
 * Codes to numbers that differ only in their last four digits, within an hour: whoever is paid for messages to numbers
 * asks for codes to whole ranges of them. Beside this, what an account spends at a calling code is watched
 * (`stop-sudden-rises`).
 */
const RANGE_AN_HOUR = 20;
const DIGITS_OF_RANGE = 4;

const limitsOf = (userId: string, number: string): Limit[] => [
  { key: `verify:number:${userId}:${number}`, attempts: NUMBER_AN_HOUR, windowMs: HOUR_MS },
  { key: `verify:range:${userId}:${number.slice(0, -DIGITS_OF_RANGE)}`, attempts: RANGE_AN_HOUR, windowMs: HOUR_MS },
];

/** Counts one more code to a number. @throws rate_limited */
export async function countCode(deps: Deps, userId: string, number: string): Promise<void> {
  for (const limit of limitsOf(userId, number)) await countAttempt(deps, limit);
}

/**
 * Refuses another code to a number too soon after the last one of this account, also where two requests come at the
 * same time: the second one waits for the first.
 * @throws rate_limited
 */
export async function requirePause(tx: Transaction, { userId, number }: Owned<'number'>): Promise<void> {
  await tx.db.execute(template`
    select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['verify', userId, number])}, 0))`);
  const [last] = await tx.db
    .select({ lastSentAt: verifications.lastSentAt })
    .from(verifications)
    .where(and(eq(verifications.userId, userId), eq(verifications.number, number)))
    .orderBy(desc(verifications.lastSentAt))
    .limit(1);
  if (last && sendAgainAt(last) > tx.now) throw tooSoon(sendAgainAt(last), tx.now);
}

/** 429, with the seconds until it may be asked again. */
export const tooSoon = (at: Date, now: Date): Problem =>
  new Problem('rate_limited', fault('tooManyAttempts'), {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000))) },
  });
