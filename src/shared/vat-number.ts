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

/** How a number of each country is written, with made-up digits. */
const EXAMPLES =
  'ATU12345678 BE0123456789 BG123456789 CY12345678L CZ12345678 DE123456789 DK12345678 EE123456789 EL123456789 ' +
  'ESB12345678 FI12345678 FR12345678901 GB123456789 HR12345678901 HU12345678 IE1234567FA IT12345678901 LT123456789 ' +
  'LU12345678 LV12345678901 MT12345678 NL123456789B01 PL1234567890 PT123456789 RO1234567890 SE123456789001 SI12345678 ' +
  'SK1234567890';

/** A number as the country writes it whose letters the text begins with, or else the account's country. */
export function vatExample(text: string, country: string | null): string {
  const letters = [text.trim().slice(0, 2).toUpperCase(), country === 'GR' ? 'EL' : country];
  const all = letters.map((each) => EXAMPLES.split(' ').find((example) => example.slice(0, 2) === each));
  return all.find(Boolean) ?? 'DE123456789';
}
