/**
 * Ranges of numbers that fraud uses, because the number's owner earns from each minute or message: what one
 * costs has nothing to do with the price of its country.
 *
 * Sources: ITU-T E.164 "List of assigned country codes" for the codes that no country has (2016-12-15), and
 * the number plans of libphonenumber (metadata "max" of the installed package) for the types of the others.
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
