import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The kinds of numbers for sale: papers are for numbers of one kind in one country. */
export type NumberKind = 'local' | 'mobile';

/** @param number E.164 */
export const kindOfNumber = (number: string): NumberKind =>
  parsePhoneNumberFromString(number)?.getType() === 'MOBILE' ? 'mobile' : 'local';
