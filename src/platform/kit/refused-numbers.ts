import { type ErrorCode, fieldError, Problem } from './errors.ts';
import type { Sentence } from './faults.ts';

/** The most numbers that one refusal names. */
export const NUMBERS_NAMED = 100;

/** One of a request's numbers that is refused. */
export interface RefusedNumber {
  /** Its index among the numbers. */
  place: number;
  words: Sentence;
}

/**
 * Refuses a request for some of its numbers; nothing if there are none.
 * @param pathOf the field of the number at this index
 * @throws Problem with this code and the words of the first one, naming the first hundred
 */
export function refuseNumbers(
  reason: Extract<ErrorCode, 'destination_closed' | 'sender_not_allowed'>,
  refused: readonly RefusedNumber[],
  pathOf: (place: number) => string,
): void {
  const [first] = refused;
  if (!first) return;
  const fields = refused.slice(0, NUMBERS_NAMED).map(({ place, words }) => fieldError(pathOf(place), words));
  throw new Problem(reason, first.words, { fields });
}
