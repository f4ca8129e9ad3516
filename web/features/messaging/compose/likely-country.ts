import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/mobile';
import { hasCountry } from '../../../../src/shared/phone-number.ts';
import { callingCodes } from '../../../lib/calling-codes.ts';
import type { RecipientCheck } from './recipients.ts';

export type LocalLines = Pick<RecipientCheck, 'wrong' | 'mended'>;

/** So many lines tell it. */
const READ = 100;
/** Of these, so many have to fit, or all but one; a typing error or two is in every list. */
const FITTING = 0.9;

const supported = (country: string): country is CountryCode => isSupportedCountry(country);

/**
 * The country whose mobile numbers these lines are, where most of them are none of the chosen one; null where none
 * stands out. The same digits may fit several countries: then one that the account has to do with counts, or else how
 * the digits are grouped.
 * @param chosen blank: none
 * @param known countries that the account has to do with, the nearest first
 */
export function likelyCountry({ wrong, mended }: LocalLines, chosen: string, known: readonly string[]): string | null {
  const own = supported(chosen) ? `+${getCountryCallingCode(chosen)}` : null;
  const texts = [...wrong.filter(({ fault }) => fault === 'country' || fault === 'local'), ...mended]
    // A number that lacks nothing but its plus sign is no local one.
    .filter((line) => !('number' in line && own !== null && !line.number.startsWith(own)))
    .map(({ text }) => text.replace(/^'/, ''))
    .filter((text) => !hasCountry(text))
    .slice(0, READ);
  if (texts.length === 0 || (supported(chosen) && pointsOf(chosen, texts, 0.5) > 0)) return null;
  const near = known.find((country) => country !== chosen && supported(country) && pointsOf(country, texts) > 0);
  if (near !== undefined) return near;
  const all = callingCodes().map(({ country }) => ({
    country,
    points: supported(country) ? pointsOf(country, texts) : 0,
  }));
  const [first, second] = all.toSorted((a, b) => b.points - a.points);
  return first && first.points > (second?.points ?? 0) ? first.country : null;
}

/** How well lines fit a country; 0 where too few of them are its mobile numbers. A line written as there counts twice. */
function pointsOf(country: CountryCode, texts: readonly string[], share = FITTING): number {
  let [points, misses] = [0, 0];
  for (const text of texts) {
    const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
    if (number?.isValid()) points += number.formatNational() === text ? 2 : 1;
    else misses += 1;
    if (misses > Math.max(1, texts.length * (1 - share))) return 0;
  }
  return points;
}
