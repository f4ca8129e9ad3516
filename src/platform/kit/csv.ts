/** What a spreadsheet takes for the beginning of a formula, or strips to find one. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** A number is no formula, and is to stay a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would execute gets an apostrophe in front, which
 * makes it a text there.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
