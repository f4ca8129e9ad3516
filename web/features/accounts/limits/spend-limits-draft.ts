import type { z } from 'zod';
import type { Limits, setLimits } from '../../../../src/accounts/limits/contract.ts';
import type { BodyInputOf } from '../../../../src/platform/kit/endpoint.ts';

/** The limits in the form; an empty field is no limit. */
export interface LimitsDraft {
  dailyLimit: string;
  countryLimit: string;
  /** By calling code. */
  countries: Record<string, string>;
}

export const draftFrom = ({ dailyLimit, countryLimit, countries }: Limits): LimitsDraft => ({
  dailyLimit: dailyLimit ?? '',
  countryLimit: countryLimit ?? '',
  countries: Object.fromEntries(Object.entries(countries).map(([code, limit]) => [code, limit ?? ''])),
});

const given = (text: string): string | null => text.trim() || null;

/** The limits as they are sent. */
export const bodyFrom = ({
  dailyLimit,
  countryLimit,
  countries,
}: LimitsDraft): BodyInputOf<typeof setLimits> => ({
  dailyLimit: given(dailyLimit),
  countryLimit: given(countryLimit),
  countries: Object.fromEntries(Object.entries(countries).map(([code, limit]) => [code, given(limit)])),
});

/** The errors by field: `dailyLimit`, `countryLimit`, or a calling code. */
export const faultsOf = (error: z.ZodError): Partial<Record<string, string>> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path.at(-1) ?? 'root'), message]));
