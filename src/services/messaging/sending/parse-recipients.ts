import { type FieldError, invalidField, Problem } from '../../../platform/kit/errors.ts';
import { MAX_RECIPIENTS, NO_RECIPIENTS, TOO_MANY_RECIPIENTS } from '../contract.ts';
import { hasCountry, toE164, visible } from './phone-number.ts';

/** So many faults are named; a list of a wrong format would repeat itself 100,000 times. */
const FAULTS_NAMED = 100;
/** Numbers checked before other requests get their turn: about 20 ms. */
const SLICE = 2000;

/**
 * Recipients as a person pastes them, in E.164 and each once, in the order given, with the place (from 0)
 * of the element that first named each. An element may hold
 * several lines; blank ones are dropped.
 *
 * Possible numbers are taken, not only those known to be assigned: number plans grow faster than their
 * descriptions, and the carrier has the last word. A number must carry its country's code, because the
 * same national number exists in many countries.
 * @throws validation_failed naming `recipients.N` (from 0) and the line (from 1) of each wrong one
 */
export async function parseRecipients(given: readonly string[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const faults: FieldError[] = [];
  let checked = 0;
  for (const [index, element] of given.entries()) {
    for (const line of element.split(/[\r\n]+/)) {
      const text = visible(line);
      if (text === '') continue;
      if (++checked % SLICE === 0) await Bun.sleep(0);
      const number = toE164(text);
      if (number && !numbers.has(number)) numbers.set(number, index);
      else if (!number && faults.length < FAULTS_NAMED) faults.push(describeFault(index, text));
    }
  }
  const [first] = faults;
  if (first) throw new Problem('validation_failed', first.message, { fields: faults });
  if (numbers.size > MAX_RECIPIENTS) throw invalidField('recipients', TOO_MANY_RECIPIENTS);
  if (numbers.size === 0) throw invalidField('recipients', NO_RECIPIENTS);
  return numbers;
}

function describeFault(index: number, text: string): FieldError {
  const fault = hasCountry(text)
    ? 'is not a phone number'
    : 'has no country code; write it like +447911123456';
  return { path: `recipients.${index}`, message: `Line ${index + 1}: ${clip(text)} ${fault}` };
}

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
