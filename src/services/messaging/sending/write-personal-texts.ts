import { fieldError, invalidField, Problem } from '../../../platform/kit/errors.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { MAX_MESSAGE_CHARACTERS } from '../contract.ts';
import { countParts } from '../../../money/pricing/parts.ts';
import { type Fields, personalText } from './personal-text.ts';

/** The texts of a message's recipients, in their order, and how many parts each has. */
export interface PersonalTexts {
  texts: readonly string[];
  parts: readonly number[];
  /** The same where a part of a longer message holds 153. */
  shortParts: readonly number[];
}

/** So many faults are named; a column that is missing would repeat itself 100,000 times. */
const FAULTS_NAMED = 100;
/** Texts made or counted before other requests get their turn: a few milliseconds. */
const SLICE = 500;
/** Of all texts of one message: 160 for each of 100,000 recipients. Bounds what one request takes of memory. */
const MAX_CHARACTERS_TOGETHER = 16_000_000;

/**
 * Writes each recipient's text.
 * @param rows where the recipients stood in the request, whose fields stand in the same places
 * @throws validation_failed naming `fields.N` (from 0) and the line (from 1) of each that cannot be written, or `message`
 */
export async function writePersonalTexts(
  message: string,
  fields: readonly Fields[],
  rows: readonly number[],
): Promise<PersonalTexts> {
  const texts: string[] = [];
  const faults: { path: string; fault: Sentence }[] = [];
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await Bun.sleep(0);
    const { text, missing } = personalText(message, fields[row] ?? {});
    const fault = describeFault(String(row + 1), text, missing);
    if (fault) faults.push({ path: `fields.${row}`, fault });
    if (faults.length === FAULTS_NAMED) break;
    characters += text.length;
    if (characters > MAX_CHARACTERS_TOGETHER) throw invalidField('message', sentence('textTooMuch'));
    texts.push(text);
  }
  const [first] = faults;
  if (first) {
    const fields = faults.map(({ path, fault }) => fieldError(path, fault));
    throw new Problem('validation_failed', first.fault, { fields });
  }
  return countEach(texts);
}

function describeFault(line: string, text: string, missing: readonly string[]): Sentence | null {
  const names = missing.map((name) => `{${name}}`).join(', ');
  if (missing.length > 0) return sentence('lineNoValue', { line, names });
  return text.length > MAX_MESSAGE_CHARACTERS
    ? sentence('lineTooLong', { line, count: MAX_MESSAGE_CHARACTERS })
    : null;
}

/** Counts the parts of texts that are written. */
export async function countEach(texts: readonly string[]): Promise<PersonalTexts> {
  const parts: number[] = [];
  const shortParts: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (index % SLICE === SLICE - 1) await Bun.sleep(0);
    parts.push(countParts(text).parts);
    shortParts.push(countParts(text, '160/153').parts);
  }
  return { texts, parts, shortParts };
}
