import { checkVAT, countries } from 'jsvat';

/** Greece writes EL, and Northern Ireland XI, where ISO 3166 has other letters. */
const COUNTRY_OF: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

/** A VAT number in capitals without spaces and stops; null if no country has one of this form with these check digits. */
export function readVatNumber(text: string): string | null {
  const { isValid, value } = checkVAT(text, countries);
  return isValid && value ? value : null;
}

/** The country whose number it is, ISO 3166-1 alpha-2. */
export const countryOfVatNumber = (vatNumber: string): string => {
  const letters = vatNumber.slice(0, 2);
  return COUNTRY_OF[letters] ?? letters;
};
