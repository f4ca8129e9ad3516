/**
 * A spreadsheet reads this as the start of a formula, in its fullwidth forms too, or skips it when it looks for one.
 */
const FORMULA_START = /^[=+\-@\t\r＝＋－＠]/;
/** The same where a spreadsheet that separates by semicolons or tabs would begin a cell. */
const FORMULA_INSIDE = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g;
/** A number is not a formula, and stays a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would execute as a formula gets an apostrophe in
 * front, which makes it plain text there.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const start = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  const harmless = start.replace(FORMULA_INSIDE, "$1'");
  return /[",;\t\r\n＝＋－＠]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
