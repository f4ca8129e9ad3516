import { invalidField } from '../../platform/kit/errors.ts';
import { EXAMPLE_NUMBER, fault } from '../../platform/kit/faults.ts';
import { hasCountry, toE164, visible } from '../../shared/phone-number.ts';

/**
 * A number as a person types it, in E.164. It must have its country code, because the same national
 * number exists in many countries.
 * @param path the field that has the number
 * @throws validation_failed
 */
export function parseNumber(text: string, path: string): string {
  const typed = visible(text);
  if (!hasCountry(typed)) throw invalidField(path, fault('countryCode', { example: EXAMPLE_NUMBER }));
  const number = toE164(typed);
  if (number === null) throw invalidField(path, fault('notNumber'));
  return number;
}
