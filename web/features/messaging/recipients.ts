/** The recipients of a message as they were typed, one per line. */
export interface RecipientList {
  /** Trimmed, without blank lines and without repetitions. */
  numbers: string[];
  /** The line that each of the numbers stands on, from 1. */
  lines: number[];
  /** Repetitions left out, in the order they appear. */
  duplicates: string[];
}

/** What makes two ways of writing a number the same one. */
const canonical = (typed: string): string => typed.replace(/[\s().-]/g, '').replace(/^00/, '+');

/** Splits a text by line. A number that is given twice counts once. */
export function parseRecipients(text: string): RecipientList {
  const seen = new Set<string>();
  const list: RecipientList = { numbers: [], lines: [], duplicates: [] };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = line.trim();
    if (!number) continue;
    const key = canonical(number);
    if (seen.has(key)) {
      list.duplicates.push(number);
    } else {
      list.numbers.push(number);
      list.lines.push(index + 1);
    }
    seen.add(key);
  }
  return list;
}
