import { invalidField } from '../../platform/kit/errors.ts';
import { EXAMPLE_NUMBER, fault } from '../../platform/kit/faults.ts';
import { hasCountry, mendNumber, visible } from '../../shared/phone-number.ts';

/**
 * A number as a person types it, in E.164. The same national number exists in many countries.
 * @param path the field that has the number
 * @param country of numbers without a country's code; null: they must have one
 * @throws validation_failed
 */
export function parseNumber(text: string, path: string, country: string | null = null): string {
  const typed = visible(text);
  if (!country && !hasCountry(typed)) throw invalidField(path, fault('countryCode', { example: EXAMPLE_NUMBER }));
  const found = mendNumber(typed, country);
  if (found === null) throw invalidField(path, fault('notNumber'));
  return found.number;
}
