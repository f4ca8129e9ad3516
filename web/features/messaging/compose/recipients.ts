/** A line that is no possible recipient; `country`: it lacks the country's code. */
export interface WrongLine {
  line: number;
  text: string;
  fault: 'country' | 'number';
}

/** A line that names a number again that stands further up. */
export interface RepeatedLine {
  line: number;
  text: string;
  /** Where it stands first. */
  first: number;
}

/** The recipients of a message as they were typed, one per line; lines count from 1. */
export interface RecipientCheck {
  /** In E.164, each once, in the order given. */
  numbers: string[];
  /** The line of each number. */
  lines: number[];
  wrong: WrongLine[];
  repeated: RepeatedLine[];
}

export const NO_RECIPIENTS: RecipientCheck = { numbers: [], lines: [], wrong: [], repeated: [] };

/** Lines that are checked before the page gets its turn: a few milliseconds. */
const SLICE = 1000;

/**
 * Checks a text line by line with the server's own rules, which are loaded when they are first needed. A long
 * list is checked in slices, so that the page stays responsive.
 * @returns null if it was cancelled
 */
export async function checkRecipients(text: string, signal?: AbortSignal): Promise<RecipientCheck | null> {
  if (!text.trim()) return NO_RECIPIENTS;
  const { hasCountry, toE164, visible } =
    await import('../../../../src/services/messaging/sending/phone-number.ts');
  const firstLines = new Map<string, number>();
  const check: RecipientCheck = { numbers: [], lines: [], wrong: [], repeated: [] };
  for (const [index, each] of text.split(/\r\n|\r|\n/).entries()) {
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setTimeout(resolve));
    if (signal?.aborted) return null;
    const typed = visible(each);
    if (!typed) continue;
    const line = index + 1;
    const number = toE164(typed);
    const first = number === null ? undefined : firstLines.get(number);
    if (number === null) {
      check.wrong.push({ line, text: typed, fault: hasCountry(typed) ? 'number' : 'country' });
    } else if (first !== undefined) {
      check.repeated.push({ line, text: typed, first });
    } else {
      firstLines.set(number, line);
      check.numbers.push(number);
      check.lines.push(line);
    }
  }
  return check;
}
