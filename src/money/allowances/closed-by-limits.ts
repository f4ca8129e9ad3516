import type { Queryable } from '../../../db/client.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { type ErrorCode, sentence } from '../../platform/kit/errors.ts';
import { ZERO } from '../../platform/kit/money.ts';
import type { RefusedNumber } from '../../platform/kit/refused-numbers.ts';
import { mapPaced } from '../../platform/kit/turn.ts';
import { longestStopped } from './count-spend.ts';
import { limitOf } from './limit-of.ts';
import { requireUser } from '../../callers/require-user.ts';

interface ClosedByLimits extends RefusedNumber {
  code: Extract<ErrorCode, 'destination_closed' | 'spend_limit_reached'>;
}

/**
 * Finds the numbers that an account's own limits close, whatever a message costs: those that begin with digits that a
 * sudden rise has stopped, and those of a country with a limit of zero. The charge asks the same (`spend-limits.ts`).
 * @param numbers E.164
 * @throws not_found
 */
export async function findClosedByLimits(
  db: Queryable,
  { userId, numbers }: { userId: string; numbers: readonly string[] },
): Promise<ClosedByLimits[]> {
  const user = await requireUser({ db }, userId);
  const closed = await mapPaced(numbers, (number, place): ClosedByLimits | null => {
    const stopped = longestStopped(user.stoppedCodes, [number]);
    if (stopped !== undefined) {
      return { place, code: 'destination_closed', words: sentence('destinationRose', { code: stopped }) };
    }
    const country = callingCode(number);
    if (limitOf(user, country) !== ZERO) return null;
    return { place, code: 'spend_limit_reached', words: sentence('countryBlocked', { country }) };
  });
  return closed.filter((each) => each !== null);
}
