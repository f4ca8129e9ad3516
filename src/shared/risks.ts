/**
 * Ranges of numbers that fraud uses, because the number's owner earns from each minute or message. Their cost is
 * independent of the ordinary price of the country.
 *
 * Sources: ITU-T E.164 "List of assigned country codes" (2016-12-15) for codes that belong to no country, and
 * libphonenumber's number plans (metadata "max" of the installed package) for the types of all other numbers.
 * Looked up on 2026-11-21.
 */
export const RISKS = [
  'premium',
  'shared_cost',
  'personal',
  'satellite',
  'international_network',
  'special_service',
] as const;
export type Risk = (typeof RISKS)[number];
