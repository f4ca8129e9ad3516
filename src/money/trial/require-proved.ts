import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { fieldError, Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** The most numbers that one refusal names. */
const NAMED = 100;

interface OnTrial extends Record<string, unknown> {
  proved: string[];
}

/**
 * Refuses numbers that an account on trial has not proved to be its own. Where no trial credit is given, nothing is
 * asked.
 * @param numbers E.164
 * @param pathOf the field of the number at this index
 * @throws destination_closed naming the first hundred
 */
export async function requireProved(
  { db, config }: { db: Queryable; config: { trialCreditGbp: string | null } },
  { userId, numbers }: { userId: string; numbers: readonly string[] },
  pathOf: (place: number) => string,
): Promise<void> {
  if (config.trialCreditGbp === null) return;
  const [onTrial] = await db.execute<OnTrial>(template`
    select array(select number from proven_numbers where user_id = u.id and proven_at is not null) as proved
    from users u where u.id = ${userId}::uuid and u.on_trial`);
  if (!onTrial) return;
  const proved = new Set(onTrial.proved);
  const refused = numbers.flatMap((number, place) =>
    proved.has(number) ? [] : [{ place, words: sentence('trialOwnNumber', { number }) }],
  );
  const [first] = refused;
  if (!first) return;
  const fields = refused.slice(0, NAMED).map(({ place, words }) => fieldError(pathOf(place), words));
  throw new Problem('destination_closed', first.words, { fields });
}
