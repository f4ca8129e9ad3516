import { asc, eq } from 'drizzle-orm';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { didNumbers, users } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { withPlus } from './choose-caller-id.ts';

/**
 * Reads a dialled text as a number with its country code: with a plus or without it, with the digits that
 * lead abroad from the trunk's country (`00`, `011`), or as within that country (`07911…`).
 * @returns what was dialled with a plus before it, where it is none of these
 */
export async function dialledNumber(deps: Deps, userId: string, dialled: string): Promise<string> {
  const digits = dialled.replaceAll(/[^\d+]/g, '');
  const whole = withPlus(digits);
  const isNational = /^0[1-9]/.test(digits);
  if (digits.startsWith('+') || digits.startsWith('00')) return whole;
  if (!isNational && parsePhoneNumberFromString(whole, { extract: false })?.isValid()) return whole;
  const country = await countryOf(deps, userId);
  const found = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return found?.isValid() ? found.number : whole;
}

/** The country of a trunk: that of its account's number, otherwise the one of the settings. */
async function countryOf({ db, config }: Deps, userId: string): Promise<CountryCode> {
  const [[user], [number]] = await Promise.all([
    db.select({ number: users.defaultCallerId }).from(users).where(eq(users.id, userId)),
    db
      .select({ number: didNumbers.number })
      .from(didNumbers)
      .where(eq(didNumbers.userId, userId))
      .orderBy(asc(didNumbers.id))
      .limit(1),
  ]);
  const own = user?.number ?? number?.number ?? '';
  return parsePhoneNumberFromString(own, { extract: false })?.country ?? config.sipCountry;
}
