import { checkVAT, countries } from 'jsvat';

/** A VAT number in capitals without spaces and stops; null if no country has one of this form with these check digits. */
export function readVatNumber(text: string): string | null {
  const { isValid, value } = checkVAT(text, countries);
  return isValid && value ? value : null;
}
