/** Characters that a spreadsheet reads as the start of a formula, or skips when it looks for one. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** A number is not a formula, and stays a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would execute as a formula gets an apostrophe in
 * front, which makes it plain text there.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
