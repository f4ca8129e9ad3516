import { type Money, parseMoney } from '../../platform/kit/money.ts';

/** An account's spend limits by country as they are stored: null means no limit. */
export interface CountryLimits {
  /** For each country that is not in `countryLimits`. */
  countryLimit: Money | null;
  /** By calling code, in pounds. */
  countryLimits: Readonly<Record<string, string | null>>;
}

/** The most that an account may spend in a UTC day on numbers with a calling code; null means no limit. */
export function limitOf({ countryLimit, countryLimits }: CountryLimits, code: string): Money | null {
  const own = countryLimits[code];
  if (own === undefined) return countryLimit;
  return own === null ? null : parseMoney(own);
}
