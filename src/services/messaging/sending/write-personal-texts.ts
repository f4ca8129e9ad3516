import { z } from 'zod';
import { Problem, fieldError, invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { validate } from '../../../platform/kit/validate.ts';
import { Pace, turn } from '../../../platform/kit/turn.ts';
import { recipientFields } from '../../contacts/contract.ts';
import { MAX_MESSAGE_CHARACTERS } from '../contract.ts';
import { spelledCheaper } from '../../../shared/cheaper-spelling.ts';
import { countParts } from '../../../shared/parts.ts';
import { type Fields, inBraces, personalText, placeholdersOf, unfilledIn } from '../../../shared/personal-text.ts';

/** The texts of a message's recipients, in their order, and the number of parts of each. */
export interface PersonalTexts {
  texts: readonly string[];
  parts: readonly number[];
  /** The same if a part of a longer message holds 153 characters. */
  shortParts: readonly number[];
}

/** The most errors that are named; a missing column could cause 100,000. */
const FAULTS_NAMED = 100;
/** For all texts of one message: 160 for each of 100,000 recipients. It bounds the memory of one request. */
const MAX_CHARACTERS_TOGETHER = 16_000_000;

interface Personalised {
  message: string;
  recipients: readonly string[];
  /** One per element of `recipients`: the values of `{name}` in the message. */
  fields?: readonly Fields[] | undefined;
  /** `{name}` may be sent as it stands where nothing fills it. */
  unfilledPlaceholders?: boolean | undefined;
  /** Each text is spelled so that it costs fewer parts. */
  cheaperSpelling?: boolean | undefined;
}

/**
 * The text of each recipient; null if all get the same: without fields, or for a message without placeholders.
 * @param rows the recipients' indexes in the request
 * @throws validation_failed, as `writePersonalTexts`; naming `message` if nothing fills its placeholders
 */
export async function personalise(
  { message, recipients, fields, unfilledPlaceholders = false, cheaperSpelling }: Personalised,
  rows: readonly number[],
): Promise<PersonalTexts | null> {
  if (!fields) {
    const unfilled = unfilledPlaceholders ? [] : unfilledIn(message);
    if (unfilled.length === 0) return null;
    throw invalidField('message', sentence('placeholdersUnfilled', { names: inBraces(unfilled) }));
  }
  if (fields.length !== recipients.length) {
    throw invalidField('fields', sentence('fieldsPerRecipient'));
  }
  const checked = await checkFields(fields);
  if (placeholdersOf(message).length === 0) return null;
  return writePersonalTexts({ message, fields: checked, unfilledPlaceholders, cheaperSpelling }, rows);
}

const manyFields = z.object({ fields: z.array(recipientFields) });
/** We check this many at once: some milliseconds. */
const CHECKED_AT_ONCE = 1000;

/** Checks the fields of many recipients. @throws validation_failed naming `fields.N` (from 0) */
async function checkFields(fields: readonly Fields[]): Promise<Fields[]> {
  const checked: Fields[] = [];
  for (let from = 0; from < fields.length; from += CHECKED_AT_ONCE) {
    const some = fields.slice(from, from + CHECKED_AT_ONCE);
    const parsed = manyFields.safeParse({ fields: some });
    if (parsed.success) checked.push(...parsed.data.fields);
    // With as many good ones before them, so that the errors name their places.
    else validate(manyFields, { fields: [...checked.map(() => ({})), ...some] });
    await turn();
  }
  return checked;
}

/**
 * Writes each recipient's text.
 * @param rows the recipients' indexes in the request; their fields have the same indexes
 * @throws validation_failed naming `fields.N` (from 0) and the line (from 1) of each bad text, or `message`
 */
export async function writePersonalTexts(
  {
    message,
    fields,
    unfilledPlaceholders,
    cheaperSpelling,
  }: Pick<Personalised, 'message' | 'unfilledPlaceholders' | 'cheaperSpelling'> & { fields: readonly Fields[] },
  rows: readonly number[],
): Promise<PersonalTexts> {
  const texts: string[] = [];
  const faults: { path: string; fault: Sentence }[] = [];
  const pace = new Pace();
  let characters = 0;
  for (const row of rows) {
    if (pace.isOver()) await pace.rest();
    const { text: written, missing } = personalText(message, fields[row] ?? {});
    const text = cheaperSpelling ? spelledCheaper(written) : written;
    const fault = describeFault(String(row + 1), text, unfilledPlaceholders ? [] : missing);
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
  if (missing.length > 0) return sentence('lineNoValue', { line, names: inBraces(missing) });
  return text.length > MAX_MESSAGE_CHARACTERS ? sentence('lineTooLong', { line, count: MAX_MESSAGE_CHARACTERS }) : null;
}

/** Counts the parts of texts that are written. */
export async function countEach(texts: readonly string[]): Promise<PersonalTexts> {
  const parts: number[] = [];
  const shortParts: number[] = [];
  const pace = new Pace();
  for (const text of texts) {
    if (pace.isOver()) await pace.rest();
    parts.push(countParts(text).parts);
    shortParts.push(countParts(text, '160/153').parts);
  }
  return { texts, parts, shortParts };
}
