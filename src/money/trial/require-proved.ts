import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type RefusedNumber, refuseNumbers } from '../../platform/kit/refused-numbers.ts';
import { sentence } from '../../platform/kit/errors.ts';

interface OnTrial extends Record<string, unknown> {
  proved: string[];
}

type Asked = { db: Queryable; config: { trialCreditGbp: string | null } };

interface Wanted {
  userId: string;
  /** E.164. */
  numbers: readonly string[];
}

/**
 * Refuses numbers that an account on trial has not proved to be its own.
 * @param pathOf the field of the number at this index
 * @throws destination_closed naming the first hundred
 */
export async function requireProved(deps: Asked, wanted: Wanted, pathOf: (place: number) => string): Promise<void> {
  refuseNumbers('destination_closed', await findUnproved(deps, wanted), pathOf);
}

/**
 * Finds the numbers that an account on trial has not proved to be its own. Where no trial credit is given, nothing is
 * asked.
 */
export async function findUnproved({ db, config }: Asked, { userId, numbers }: Wanted): Promise<RefusedNumber[]> {
  if (config.trialCreditGbp === null) return [];
  const [onTrial] = await db.execute<OnTrial>(template`
    select array(select number from proven_numbers where user_id = u.id and proven_at is not null) as proved
    from users u where u.id = ${userId}::uuid and u.on_trial`);
  if (!onTrial) return [];
  const proved = new Set(onTrial.proved);
  return numbers.flatMap((number, place) =>
    proved.has(number) ? [] : [{ place, words: sentence('trialOwnNumber', { number }) }],
  );
}
