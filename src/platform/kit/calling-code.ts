/** The calling codes of two digits. 1 and 7 have one digit, all others three. No code is a prefix of another. */
export const TWO_DIGITS = new Set<string>(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/**
 * The calling code that a number begins with, e.g. `+44`. Countries that share a code (the United States,
 * Canada and the Caribbean; the United Kingdom, Jersey and the Isle of Man) count as one here: telling them
 * apart needs the tables of every number plan, and this runs up to 100,000 times for one message.
 * @param number E.164
 */
export function callingCode(number: string): string {
  const first = number[1];
  if (first === '1' || first === '7') return number.slice(0, 2);
  return number.slice(0, TWO_DIGITS.has(number.slice(1, 3)) ? 3 : 4);
}
