import { Problem, fieldError, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { fault, type Sentence } from '../../../platform/kit/faults.ts';
import { Pace } from '../../../platform/kit/turn.ts';
import { MAX_RECIPIENTS } from '../contract.ts';
import { hasCountry, toE164, visible } from '../../../shared/phone-number.ts';

/** The most errors that are named; a list in a wrong format could have 100,000. */
const FAULTS_NAMED = 100;

/**
 * Recipients as a person pastes them, in E.164, without repeats, in the given order, each with the index (from 0) of
 * the element that first named it. An element may have several lines; empty ones are dropped.
 *
 * Possible numbers are accepted, not only numbers known to be assigned: number plans change faster than their
 * descriptions, and the carrier decides in the end. A number must have its country code, because the same national
 * number exists in many countries.
 * @throws validation_failed naming `recipients.N` (from 0) and the line (from 1) of each wrong one
 */
export async function parseRecipients(given: readonly string[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const faults: LineFault[] = [];
  const pace = new Pace();
  for (const [index, element] of given.entries()) {
    for (const line of element.split(/[\r\n]+/)) {
      const text = visible(line);
      if (text === '') continue;
      if (pace.isOver()) await pace.rest();
      const number = toE164(text);
      if (number && !numbers.has(number)) numbers.set(number, index);
      else if (!number && faults.length < FAULTS_NAMED) faults.push(describeFault(index, text));
    }
  }
  const [first] = faults;
  if (first)
    throw new Problem('validation_failed', first.words, {
      fields: faults.map(({ path, words }) => fieldError(path, words)),
    });
  if (numbers.size > MAX_RECIPIENTS)
    throw invalidField('recipients', fault('recipientsMost', { count: MAX_RECIPIENTS }));
  if (numbers.size === 0) throw invalidField('recipients', fault('recipientMissing'));
  return numbers;
}

/** The fault of one line, and its position. */
interface LineFault {
  path: string;
  words: Sentence;
}

function describeFault(index: number, text: string): LineFault {
  const values = { line: String(index + 1), text: clip(text) };
  const words = hasCountry(text)
    ? sentence('lineNotNumber', values)
    : sentence('lineNoCountry', { ...values, example: '+447911123456' });
  return { path: `recipients.${index}`, words };
}

const clip = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text);
