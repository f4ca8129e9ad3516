import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type NumberingPlan,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/min';
import { callingCode } from '../platform/kit/calling-code.ts';

/** A number in E.164 (`+447911123456`), or null if it is impossible or lacks its country code. */
export function toE164(text: string): string | null {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  if (!international.startsWith('+')) return null;
  if (isPlain(international)) return international;
  const parsed = parse(international);
  return parsed?.isPossible() ? parsed.number : null;
}

/** The plans of the countries of a calling code: how long a number may be, and what prefix the library takes off. */
function plansOf(code: string) {
  const metadata = new Metadata();
  const countries = getCountries().filter((country) => code === `+${getCountryCallingCode(country)}`);
  return countries.map((country) => {
    metadata.selectNumberingPlan(country);
    // The library has the prefix; its types do not name it.
    const plan: (NumberingPlan & { nationalPrefixForParsing?(): unknown }) | undefined = metadata.numberingPlan;
    const prefix = plan?.nationalPrefixForParsing?.();
    return { lengths: plan?.possibleLengths() ?? [], prefix: prefix ? new RegExp(`^(?:${String(prefix)})`) : null };
  });
}

const known = new Map<string, ReturnType<typeof plansOf>>();

/** Tells whether a number is E.164 as it stands; the library, which takes 13 µs for one, is asked about all others. */
function isPlain(text: string): boolean {
  if (!/^\+[1-9]\d+$/.test(text)) return false;
  const code = callingCode(text);
  const plans = known.get(code) ?? plansOf(code);
  known.set(code, plans);
  const national = text.slice(code.length);
  return plans.length > 0 && plans.every((p) => p.lengths.includes(national.length) && !p.prefix?.test(national));
}

/** A number in E.164, and whether something was added that it lacked. */
export interface MendedNumber {
  number: string;
  isMended: boolean;
}

/**
 * A number as people and spreadsheets write it: it may have an apostrophe before it, and lack its country's code, the
 * first zero or the plus sign. Without a code it is one of the country if it can be; otherwise its plus sign is
 * missing.
 * @param country two letters (ISO 3166); null: none was chosen
 */
export function mendNumber(text: string, country: string | null): MendedNumber | null {
  const typed = text.replace(/^'/, '');
  const whole = toE164(typed);
  if (whole !== null) return { number: whole, isMended: false };
  if (hasCountry(typed)) return null;
  const local = country !== null && isSupportedCountry(country) ? localIn(typed, country) : null;
  const number = local ?? withPlus(typed, country);
  return number === null ? null : { number, isMended: true };
}

/**
 * A first zero says that it is a number of the country. Without one there may be two readings, and what the country's
 * numbers are known to look like decides.
 */
function localIn(text: string, country: CountryCode): string | null {
  const parsed = parse(text, country);
  return (/^\(?0/.test(text) ? parsed?.isPossible() : parsed?.isValid()) ? (parsed?.number ?? null) : null;
}

const WITHOUT_PLUS = /^[1-9][\d\s().\-/]{6,24}$/;

/** Where a country was chosen it may be a number of that one, so it has to look like one of the other. */
function withPlus(text: string, country: string | null): string | null {
  if (!WITHOUT_PLUS.test(text)) return null;
  const parsed = parse(`+${text}`);
  return (country === null ? parsed?.isPossible() : parsed?.isValid()) ? (parsed?.number ?? null) : null;
}

/** Null for a number with an extension, too. */
function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(text, { ...(defaultCountry && { defaultCountry }), extract: false });
  return parsed && !parsed.ext ? parsed : null;
}

/** Reads a number that begins with a plus. */
export const parseInternational = (text: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, { extract: false });

/** Removes invisible characters, e.g. the marks of writing direction that address books copy. */
export const visible = (line: string): string => line.replace(/\p{Cf}/gu, '').trim();

/** Tells whether a number contains its country code. */
export const hasCountry = (text: string): boolean => text.startsWith('+') || text.startsWith('00');

/** Excel turns a long number into this where a column is narrow: its last digits are lost in a CSV file. */
export const isRounded = (text: string): boolean => /^\d([.,]\d+)?E\+?\d{1,2}$/i.test(text);
