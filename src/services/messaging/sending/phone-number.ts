import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in E.164 (`+447911123456`), or null if it is impossible or lacks its country code. */
export function toE164(text: string): string | null {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  if (!international.startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(international, { extract: false });
  return parsed?.isPossible() && !parsed.ext ? parsed.number : null;
}

/** Removes invisible characters, e.g. the marks of writing direction that address books copy. */
export const visible = (line: string): string => line.replace(/\p{Cf}/gu, '').trim();

/** Whether a number contains its country code. */
export const hasCountry = (text: string): boolean => text.startsWith('+') || text.startsWith('00');
