import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/min';

/** A number in E.164 (`+447911123456`), or null if it is impossible or lacks its country code. */
export function toE164(text: string): string | null {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  if (!international.startsWith('+')) return null;
  const parsed = parse(international);
  return parsed?.isPossible() ? parsed.number : null;
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
  const parsed = defaultCountry
    ? parsePhoneNumberFromString(text, { defaultCountry, extract: false })
    : parseInternational(text);
  return parsed && !parsed.ext ? parsed : null;
}

const lasts = new Map<string, PhoneNumber | undefined>();
const MOST_REMEMBERED = 500;

/** Reads a number that begins with a plus: a call or a message asks for the same one several times. */
export function parseInternational(text: string): PhoneNumber | undefined {
  if (lasts.has(text)) return lasts.get(text);
  const parsed = parsePhoneNumberFromString(text, { extract: false });
  if (lasts.size >= MOST_REMEMBERED) lasts.clear();
  if (text.length < 64) lasts.set(text, parsed);
  return parsed;
}

/** Removes invisible characters, e.g. the marks of writing direction that address books copy. */
export const visible = (line: string): string => line.replace(/\p{Cf}/gu, '').trim();

/** Tells whether a number contains its country code. */
export const hasCountry = (text: string): boolean => text.startsWith('+') || text.startsWith('00');

/** Excel turns a long number into this where a column is narrow: its last digits are lost in a CSV file. */
export const isRounded = (text: string): boolean => /^\d([.,]\d+)?E\+?\d{1,2}$/i.test(text);
