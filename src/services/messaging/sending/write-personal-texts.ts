import { type FieldError, invalidField, Problem } from '../../../platform/kit/errors.ts';
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
  const faults: FieldError[] = [];
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    if (index % SLICE === SLICE - 1) await Bun.sleep(0);
    const { text, missing } = personalText(message, fields[row] ?? {});
    const fault = describeFault(text, missing);
    if (fault) faults.push({ path: `fields.${row}`, message: `Line ${row + 1}: ${fault}` });
    if (faults.length === FAULTS_NAMED) break;
    characters += text.length;
    if (characters > MAX_CHARACTERS_TOGETHER) throw invalidField('message', TOO_LONG_TOGETHER);
    texts.push(text);
  }
  const [first] = faults;
  if (first) throw new Problem('validation_failed', first.message, { fields: faults });
  return countEach(texts);
}

const TOO_LONG_TOGETHER =
  'This is too much text for one message; please send it to fewer recipients at a time';

function describeFault(text: string, missing: readonly string[]): string | null {
  if (missing.length > 0) return `no value for ${missing.map((name) => `{${name}}`).join(', ')}`;
  return text.length > MAX_MESSAGE_CHARACTERS ? `at most ${MAX_MESSAGE_CHARACTERS} characters` : null;
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
