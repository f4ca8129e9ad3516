/** Network codes are digits; US ones have three, most others two with their leading zero. */
const NETWORK = /^\d{5,6}$/;

/**
 * The mobile country code and the mobile network code in one, as price lists write them; null where they are none.
 * @param parts one after the other; a number has lost its leading zero
 */
export function networkCode(...parts: readonly (string | number | null | undefined)[]): string | null {
  const code = parts.map((part) => (typeof part === 'number' ? String(part).padStart(2, '0') : (part ?? ''))).join('');
  return NETWORK.test(code) ? code : null;
}
