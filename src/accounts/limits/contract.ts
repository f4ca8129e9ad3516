import { z } from 'zod';
import { callingCode } from '../../platform/kit/calling-code.ts';
import { endpointsFor } from '../../platform/kit/endpoint.ts';
import { RISKS } from '../../shared/risks.ts';
import { isoTime, limitInput, money2 } from '../../platform/kit/schemas.ts';
import { faultText } from '../../platform/kit/faults.ts';

const { endpoint } = endpointsFor('Accounts');

export const limits = z.object({
  /** The most that messages and calls may cost in a UTC day; null: no limit. */
  dailyLimit: money2.nullable(),
  /** The most of a day that the account's reseller allows; null: no limit. The lower one counts. */
  resellerLimit: money2.nullable(),
  /** The same for each country that is not named in `countries`. */
  countryLimit: money2.nullable(),
  /** By calling code, which some countries share; `0.00` closes a country, null means no limit. */
  countries: z.record(z.string(), money2.nullable()),
  spentToday: money2,
  /** By calling code; only codes with costs today. */
  spentByCountry: z.record(z.string(), money2),
  /** When the sum of today starts again from zero. */
  resetsAt: isoTime,
  /** When a limit refused something for the first time today. */
  reachedAt: isoTime.nullable(),
  /** Until this time an administrator has lifted the limits; closed countries stay closed. */
  liftedUntil: isoTime.nullable(),
  /** Risky ranges (`premium`, `satellite` …) and closed countries that are open for this account. */
  openedDestinations: z.array(z.string()),
  /** Countries that are closed unless they were opened, ISO 3166-1 alpha-2. */
  closedCountries: z.object({ messages: z.array(z.string()), calls: z.array(z.string()) }),
  /** Beginnings of numbers (`+371`, `+37190`) that were stopped after a sudden rise in traffic. */
  stoppedCodes: z.array(z.string()),
  /** The most calls at one time; null: as many as the credit covers. */
  callsAtOnce: z.number().int().nullable(),
});
export type Limits = z.infer<typeof limits>;

const isCallingCode = (text: string): boolean => /^\+[1-9]\d{0,2}$/.test(text) && callingCode(`${text}00`) === text;

/** The names are checked before their values, because an error's path repeats the name. */
const countriesInput = z
  .record(z.string(), z.unknown(), { error: 'Countries must be limits by calling code' })
  .refine((countries) => Object.keys(countries).every(isCallingCode), {
    error: 'Countries must be named by their calling code, like +44',
    abort: true,
  })
  .pipe(z.record(z.string(), limitInput));

export const getLimits = endpoint('getLimits', 'GET /api/users/:id/limits', {
  summary: 'Spend limits of messages and calls, and what was spent of them today',
  response: limits,
});

export const setLimits = endpoint('setLimits', 'PUT /api/users/:id/limits', {
  access: 'owner-session',
  summary: 'Set all spend limits; they hold from the next message or call on',
  body: z.object({ dailyLimit: limitInput, countryLimit: limitInput, countries: countriesInput }),
  response: limits,
  errors: ['approval_needed'],
});

/** The longest time for which limits may be lifted. */
export const MAX_LIFT_DAYS = 31;

export const liftLimit = endpoint('liftLimit', 'POST /api/admin/users/:id/lift-limit', {
  tag: 'Administration',
  summary: 'Let an account pass its spend limits for a while',
  body: z.object({
    /** If absent, until the end of the UTC day; null ends the lift. */
    until: z.iso.datetime({ error: 'Must be a time in ISO 8601, in UTC' }).nullish(),
  }),
  response: limits,
  errors: ['approval_needed'],
});

/** A risky range or a country that can be opened. */
const destinationInput = z.union([z.enum(RISKS), z.string().regex(/^[A-Z]{2}$/)], {
  error: 'Destinations must be country codes like CU, or premium, satellite and the like',
});

export const openDestinations = endpoint('openDestinations', 'PUT /api/admin/users/:id/opened-destinations', {
  tag: 'Administration',
  summary: 'Set which closed destinations are open for an account',
  body: z.object({
    destinations: z.array(destinationInput).max(300),
    reason: z.string().trim().min(1, faultText('reasonMissing')).max(500),
  }),
  response: limits,
  errors: ['approval_needed'],
});

export const setCallsAtOnce = endpoint('setCallsAtOnce', 'PUT /api/admin/users/:id/calls-at-once', {
  tag: 'Administration',
  summary: 'Set how many calls an account may have under way at a time',
  body: z.object({
    callsAtOnce: z
      .int({ error: faultText('callsAtOnce', { least: 1, most: 10000 }) })
      .min(1)
      .max(10_000)
      .nullable(),
  }),
  response: limits,
  errors: ['approval_needed'],
});

export const resumeCode = endpoint('resumeCode', 'POST /api/users/:id/limits/resume', {
  access: 'owner-session',
  summary: 'Let messages and calls go on to numbers that begin with what a sudden rise has stopped',
  /** It is that of `stoppedCodes`. */
  body: z.object({
    code: z
      .string()
      .max(16)
      .regex(/^\+\d*$/),
  }),
  response: limits,
});
