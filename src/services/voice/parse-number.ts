import { invalidField } from '../../platform/kit/errors.ts';
import { EXAMPLE_NUMBER, fault } from '../../platform/kit/faults.ts';
import { parseInternational } from '../../shared/phone-number.ts';

/**
 * A number as a person types it, in E.164. It must have its country code, because the same national
 * number exists in many countries.
 * @param path the field that has the number
 * @throws validation_failed
 */
export function parseNumber(text: string, path: string): string {
  const typed = text.replace(/\p{Cf}/gu, '').trim();
  const international = typed.startsWith('00') ? `+${typed.slice(2)}` : typed;
  if (!international.startsWith('+')) {
    throw invalidField(path, fault('countryCode', { example: EXAMPLE_NUMBER }));
  }
  const parsed = parseInternational(international);
  if (!parsed?.isPossible() || parsed.ext) throw invalidField(path, fault('notNumber'));
  return parsed.number;
}
