import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in E.164 (`+447911123456`), or null where it cannot be one or lacks its country's code. */
export function toE164(text: string): string | null {
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  if (!international.startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(international, { extract: false });
  return parsed?.isPossible() && !parsed.ext ? parsed.number : null;
}

/** Without what cannot be seen, e.g. the marks of writing direction that address books copy along. */
export const visible = (line: string): string => line.replace(/\p{Cf}/gu, '').trim();

/** Whether a number says which country it belongs to. */
export const hasCountry = (text: string): boolean => text.startsWith('+') || text.startsWith('00');
