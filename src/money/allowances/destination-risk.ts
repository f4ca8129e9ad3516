import plans from 'libphonenumber-js/metadata.max.json';
import type { Risk } from './risks.ts';
import { callingCode } from '../../platform/kit/calling-code.ts';

/** Calling codes that no country has. */
const SHARED_CODES: Record<string, Risk> = {
  '+800': 'special_service',
  '+808': 'shared_cost',
  '+870': 'satellite',
  '+878': 'personal',
  '+881': 'satellite',
  '+882': 'international_network',
  '+883': 'international_network',
  '+888': 'international_network',
  '+979': 'premium',
};

/** Places of the types in a number plan of libphonenumber's metadata. */
const TYPES: readonly (readonly [place: number, Risk])[] = [
  [3, 'premium'],
  [9, 'shared_cost'],
  [4, 'personal'],
  [5, 'special_service'], // voicemail
  [6, 'special_service'], // universal access numbers
  [7, 'special_service'], // pagers
];
const LEADING_DIGITS = 10;
const TYPE_PATTERNS = 11;

/** Ofcom: a call to 03 costs what a call to 01 and 02 does, so that their type says nothing of the price. */
const ORDINARY = /^\+443/;

interface CountryPlan {
  country: string;
  /** How its national numbers begin, where countries share a calling code; null for the one that has the rest. */
  leading: RegExp | null;
}

interface CodePlan {
  countries: readonly CountryPlan[];
  risks: readonly (readonly [RegExp, Risk])[];
}

type Metadata = { country_calling_codes: Record<string, string[]>; countries: Record<string, unknown[]> };
const METADATA: Metadata = plans;

const compiled = new Map<string, CodePlan>();

/** Compiled when a number with the code is first seen: there are some 240, and most messages go to a few. */
function planOf(code: string): CodePlan {
  const known = compiled.get(code);
  if (known) return known;
  const countries = METADATA.country_calling_codes[code.slice(1)] ?? [];
  const plan: CodePlan = {
    countries: countries.map((country) => ({ country, leading: leadingDigits(country) })),
    risks: TYPES.flatMap(([place, risk]) => {
      const patterns = countries.flatMap((country) => typePattern(country, place));
      return patterns.length > 0 ? [[new RegExp(`^(?:${patterns.join('|')})$`), risk] as const] : [];
    }),
  };
  compiled.set(code, plan);
  return plan;
}

function leadingDigits(country: string): RegExp | null {
  const digits = METADATA.countries[country]?.[LEADING_DIGITS];
  return typeof digits === 'string' ? new RegExp(`^(?:${digits})`) : null;
}

function typePattern(country: string, place: number): string[] {
  const types = METADATA.countries[country]?.[TYPE_PATTERNS];
  const type: unknown = Array.isArray(types) ? types[place] : undefined;
  const pattern: unknown = Array.isArray(type) ? type[0] : undefined;
  return typeof pattern === 'string' ? [pattern] : [];
}

/**
 * The range at risk that a number lies in; null for the ordinary numbers of a country. By one pattern for each
 * kind and calling code: libphonenumber itself takes 27 µs a number, this less than one.
 * @param number E.164
 */
export function riskOf(number: string): Risk | null {
  const code = callingCode(number);
  const shared = SHARED_CODES[code];
  if (shared) return shared;
  if (ORDINARY.test(number)) return null;
  const national = number.slice(code.length);
  return planOf(code).risks.find(([pattern]) => pattern.test(national))?.[1] ?? null;
}

/**
 * The country of a number, ISO 3166-1 alpha-2; null for a code that no country has. Where countries share a code
 * and their number plans do not say by which digits, it is the one that gave the code its name (the United
 * Kingdom for Jersey): good enough to tell what a minute costs.
 * @param number E.164
 */
export function countryOf(number: string): string | null {
  const code = callingCode(number);
  const { countries } = planOf(code);
  const national = number.slice(code.length);
  const own = countries.find(({ leading }) => leading?.test(national));
  return own?.country ?? countries.find(({ leading }) => leading === null)?.country ?? null;
}
