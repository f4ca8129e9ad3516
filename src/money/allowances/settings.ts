import { z } from 'zod';
import { optional } from '../../platform/kit/settings.ts';
import { COSTLY_COUNTRIES } from '../../shared/costly-countries.ts';

/** The countries that the operator closes to all accounts, ISO 3166-1 alpha-2, in addition to the risky ranges. */
export interface ClosedCountries {
  messages: readonly string[];
  calls: readonly string[];
  /** If the setting is absent: the countries where a minute costs more than the flat price. */
  callsByFlatPrice: boolean;
}

export interface AllowanceSettings {
  closedCountries: ClosedCountries;
  /**
   * An account whose costs on numbers with one beginning are above this sum in an hour, in pounds, and ten times those
   * of its usual hour is stopped there; null: nothing is stopped.
   */
  suddenRiseAbove: string | null;
}

const countries = z
  .string()
  .regex(/^(none|[A-Z]{2}([ ,]+[A-Z]{2})*)$/, 'must be country codes like CU,SO or none')
  .transform((text) => (text === 'none' ? [] : text.split(/[ ,]+/)));

export const allowanceEnvironment = {
  CALLS_CLOSED_TO: optional(countries),
  MESSAGES_CLOSED_TO: optional(countries),
  SUDDEN_RISE_ABOVE_GBP: optional(
    z.union([z.literal('off'), z.string().regex(/^\d{1,6}(\.\d{1,2})?$/)], {
      error: 'must be pounds with at most 2 decimals, or off',
    }),
  ),
};

const SUDDEN_RISE_ABOVE_GBP = '20.00';

/** @param limited whether rate limits are on: a load test spends more in a minute than a new customer in a week */
export function allowancesFrom(
  settings: z.output<z.ZodObject<typeof allowanceEnvironment>>,
  limited: boolean,
): AllowanceSettings {
  const above = settings.SUDDEN_RISE_ABOVE_GBP ?? (limited ? SUDDEN_RISE_ABOVE_GBP : 'off');
  return {
    closedCountries: {
      calls: settings.CALLS_CLOSED_TO ?? COSTLY_COUNTRIES,
      callsByFlatPrice: settings.CALLS_CLOSED_TO === undefined,
      messages: settings.MESSAGES_CLOSED_TO ?? [],
    },
    suddenRiseAbove: above === 'off' ? null : above,
  };
}
