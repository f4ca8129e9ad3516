import { callingCodes } from './calling-codes.ts';
import { currentLocale } from './locale.ts';

/** The shortest text that is searched for: a shorter one occurs in too many names. */
const SHORTEST = 3;
/** How many codes one request asks for at most. */
const MOST = 20;

/**
 * The calling codes of countries whose name in the reader's language has this text, separated by commas; undefined
 * where there are none, or where it is no text to search for.
 */
export function codesOfCountry(typed: string): string | undefined {
  const locale = currentLocale();
  const wanted = typed.trim().toLocaleLowerCase(locale);
  // Names are shorter in languages where each character is a word.
  const shortest = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(wanted) ? 1 : SHORTEST;
  if (wanted.length < shortest || /\d/.test(wanted)) return undefined;
  const found = callingCodes().filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted));
  return found.length === 0
    ? undefined
    : found
        .slice(0, MOST)
        .map(({ code }) => code.slice(1))
        .join(',');
}
