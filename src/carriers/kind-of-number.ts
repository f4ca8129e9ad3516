import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What carriers tell numbers for sale apart by: papers are for numbers of one kind in one country. */
export type NumberKind = 'local' | 'mobile';

/** @param number E.164 */
export const kindOfNumber = (number: string): NumberKind =>
  parsePhoneNumberFromString(number)?.getType() === 'MOBILE' ? 'mobile' : 'local';
