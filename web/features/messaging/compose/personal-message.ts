import { countParts } from '../../../../src/shared/parts.ts';
import {
  type Fields,
  personalText,
  placeholdersOf,
  unfilledIn,
  valueOf,
} from '../../../../src/shared/personal-text.ts';
import type { RecipientCheck } from './recipients.ts';
import type { RecipientFile } from './recipient-file.ts';

/** The values that files have for recipients. */
export interface KnownFields {
  /** The names that a message may use. */
  columns: readonly string[];
  /** By number in E.164. */
  byNumber: ReadonlyMap<string, Fields>;
}

export const NO_FIELDS: KnownFields = { columns: [], byNumber: new Map() };

/** A message as each of its recipients gets it. */
export interface PersonalMessage {
  /** The first recipient's text; the message where there is none yet. */
  preview: string;
  /** Parts of all texts together, of the shortest and of the longest. */
  units: number;
  fewest: number;
  most: number;
  /** Parts of each text, by the finer counting: where they change, the price may. */
  partsOfEach: number[];
  /** Lines that lack a value, and for which names. */
  missing: { line: number; names: string[] }[];
  /** The fields that the message uses, one row per number. */
  fields: Fields[];
}

/** The values that a file has for its numbers. */
export const fieldsOf = ({ numbers, columns, fields }: RecipientFile): KnownFields =>
  columns.length === 0
    ? NO_FIELDS
    : { columns, byNumber: new Map(numbers.map((number, index) => [number, fields[index] ?? {}])) };

/** Adds the values of one more file; for a number in both, the file counts. */
export const withFields = (known: KnownFields, file: KnownFields): KnownFields => ({
  columns: [...new Set([...known.columns, ...file.columns])],
  byNumber: new Map([...known.byNumber, ...file.byNumber]),
});

/** Writes a message for each recipient; null where it names no column, and all get it as it is. */
export function personalise(
  message: string,
  { numbers, lines }: Pick<RecipientCheck, 'numbers' | 'lines'>,
  { columns, byNumber }: KnownFields,
): PersonalMessage | null {
  const names = placeholdersOf(message);
  const byColumn = Object.fromEntries(columns.map((column) => [column, column]));
  if (!names.some((name) => valueOf(byColumn, name) !== undefined)) return null;
  const fields = numbers.map((number) => pick(byNumber.get(number) ?? {}, names));
  const texts = fields.map((each) => personalText(message, each));
  const parts = texts.map(({ text }) => countParts(text).parts);
  return {
    preview: texts[0]?.text ?? message,
    units: parts.reduce((sum, each) => sum + each, 0),
    fewest: parts.reduce((least, each) => Math.min(least, each), parts[0] ?? 1),
    most: parts.reduce((most, each) => Math.max(most, each), 1),
    partsOfEach: texts.map(({ text }) => countParts(text, '160/153').parts),
    missing: texts.flatMap(({ missing: lacking }, index) =>
      lacking.length > 0 ? [{ line: lines[index] ?? 0, names: lacking }] : [],
    ),
    fields,
  };
}

/** The placeholders of a message that no column fills. */
export function unknownIn(message: string, columns: readonly string[]): string[] {
  const byColumn = Object.fromEntries(columns.map((column) => [column, column]));
  return unfilledIn(message).filter((name) => valueOf(byColumn, name) === undefined);
}

/** How many SMS the text takes: for one of their own, of the shortest to the longest. */
export const partsText = (personal: PersonalMessage | null, parts: number): string => {
  const { fewest, most } = personal ?? { fewest: parts, most: parts };
  return fewest < most ? `${fewest}–${most}` : String(most);
};

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
