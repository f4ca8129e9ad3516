import type { MendedNumber } from '../../../../src/shared/phone-number.ts';

/**
 * A line that is no possible recipient; `country`: it lacks the country's code, `local`: none of the chosen country, `rounded`: a spreadsheet has cut the
 * number, `empty`: a row of a file has other cells, but no number.
 */
export interface WrongLine {
  line: number;
  text: string;
  fault: 'country' | 'number' | 'local' | 'rounded' | 'empty';
}

/** A line that names a number again that stands further up. */
export interface RepeatedLine {
  line: number;
  text: string;
  /** Where it stands first. */
  first: number;
}

/** A line whose number lacked its country's code, its plus sign or its first zero. */
export interface MendedLine {
  line: number;
  text: string;
  number: string;
}

/** The recipients of a message as they were typed, one per line; lines count from 1. */
export interface RecipientCheck {
  /** In E.164, each once, in the order given. */
  numbers: string[];
  /** The line of each number. */
  lines: number[];
  wrong: WrongLine[];
  repeated: RepeatedLine[];
  mended: MendedLine[];
}

export const NO_RECIPIENTS: RecipientCheck = { numbers: [], lines: [], wrong: [], repeated: [], mended: [] };

/** Lines that are checked before the page gets its turn: a few milliseconds. */
const SLICE = 1000;

/** Lets the page have its turn now and then, in a loop over many lines. */
export async function rest(index: number): Promise<void> {
  if (index % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve));
}

/** Reads a number from a text; invisible characters have been removed. */
export type NumberReader = (text: string) => MendedNumber | WrongLine['fault'];

/**
 * Reads numbers by the server's own rules, which are loaded when they are first needed.
 * @param country of numbers without a country's code; blank: such numbers are wrong
 */
export async function numberReader(
  country: string,
): Promise<{ read: NumberReader; visible: (text: string) => string }> {
  const { hasCountry, isRounded, mendNumber, toE164, visible } = await import('../../../../src/shared/phone-number.ts');
  const numberIn = (text: string): MendedNumber | null => {
    if (country !== '') return mendNumber(text, country);
    const number = toE164(text.replace(/^'/, ''));
    return number === null ? null : { number, isMended: false };
  };
  const read: NumberReader = (text) =>
    numberIn(text) ?? (isRounded(text) ? 'rounded' : hasCountry(text) ? 'number' : country ? 'local' : 'country');
  return { read, visible };
}

/**
 * Checks a text line by line. A long list is checked in slices, so that the page stays responsive.
 * @param country of numbers without a country's code; blank: such numbers are wrong
 * @returns null if it was cancelled
 */
export async function checkRecipients(
  text: string,
  { country = '', signal }: { country?: string; signal?: AbortSignal } = {},
): Promise<RecipientCheck | null> {
  if (!text.trim()) return NO_RECIPIENTS;
  const { read, visible } = await numberReader(country);
  const firstLines = new Map<string, number>();
  const check: RecipientCheck = { numbers: [], lines: [], wrong: [], repeated: [], mended: [] };
  for (const [index, each] of text.split(/\r\n|\r|\n/).entries()) {
    await rest(index);
    if (signal?.aborted) return null;
    const typed = visible(each);
    if (!typed) continue;
    const line = index + 1;
    const found = read(typed);
    if (typeof found === 'string') {
      check.wrong.push({ line, text: typed, fault: found });
      continue;
    }
    const first = firstLines.get(found.number);
    if (first !== undefined) {
      check.repeated.push({ line, text: typed, first });
      continue;
    }
    firstLines.set(found.number, line);
    check.numbers.push(found.number);
    check.lines.push(line);
    if (found.isMended) check.mended.push({ line, text: typed, number: found.number });
  }
  return check;
}
