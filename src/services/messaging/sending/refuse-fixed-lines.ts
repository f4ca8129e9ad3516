import { isLookingUp, lookUpNumbers } from '../../../carriers/number-facts/look-up-numbers.ts';
import { placesOfFixedLines } from '../../../carriers/number-facts/places-of-fixed-lines.ts';
import { Problem, fieldError, sentence } from '../../../platform/kit/errors.ts';
import { NUMBERS_NAMED } from '../../../platform/kit/refused-numbers.ts';
import type { Deps } from '../../deps.ts';

/** Messages to more numbers are held against what is known, and ask nothing: docs/decisions/20-number-look-up.md. */
export const LOOKED_UP_AT_MOST = 10;

/**
 * Finds the recipients that are fixed lines, as far as a carrier says so: they are not charged and get no message. The
 * carrier is asked about the new numbers of a small message; if it says nothing, every recipient gets the message.
 * @param ask whether the carrier may be asked, once it is certain that the caller may send
 * @returns the indexes of the fixed lines
 * @throws fixed_line if all of them are
 */
export async function refuseFixedLines(
  deps: Deps,
  { userId, numbers, ask }: { userId: string; numbers: readonly string[]; ask?: () => Promise<unknown> },
  pathOf: (place: number) => string,
): Promise<readonly number[]> {
  if (!isLookingUp(deps)) return [];
  if (ask && numbers.length <= LOOKED_UP_AT_MOST) {
    await ask();
    await lookUpNumbers(deps, { userId, numbers });
  }
  const places = await placesOfFixedLines(deps, numbers);
  if (places.length < numbers.length) return places;
  const [first] = numbers;
  throw new Problem('fixed_line', sentence('fixedLine', { number: first ?? '' }), {
    fields: places
      .slice(0, NUMBERS_NAMED)
      .map((place) => fieldError(pathOf(place), sentence('fixedLine', { number: numbers[place] ?? '' }))),
  });
}
