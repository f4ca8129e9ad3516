/** The recipients of a message as they were typed, one per line. */
export interface RecipientList {
  /** Trimmed, without blank lines and without repetitions. */
  numbers: string[];
  /** Repetitions left out, in the order they appear. */
  duplicates: string[];
}

/** What makes two ways of writing a number the same one. */
const canonical = (typed: string): string => typed.replace(/[\s().-]/g, '').replace(/^00/, '+');

/** Splits a text by line. A number that is given twice counts once. */
export function parseRecipients(text: string): RecipientList {
  const seen = new Set<string>();
  const list: RecipientList = { numbers: [], duplicates: [] };
  for (const line of text.split(/\r?\n/)) {
    const number = line.trim();
    if (!number) continue;
    const key = canonical(number);
    (seen.has(key) ? list.duplicates : list.numbers).push(number);
    seen.add(key);
  }
  return list;
}
