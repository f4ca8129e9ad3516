import { parse } from 'csv-parse';
import { Problem, invalidField, sentence } from '../../../platform/kit/errors.ts';
import { turn } from '../../../platform/kit/turn.ts';

/** We decode and parse this much at once: about 1,000 rows. */
const SLICE_BYTES = 64 * 1024;
/** A longer first line has no heading that we know. */
const HEADING_BYTES = 2000;

/**
 * The rows of a CSV file as cells, separated by commas, semicolons or tabs. A first line that names the separator, as
 * Excel writes it, is no row. Only a slice of the file at a time exists as
 * text and as cells.
 * @throws malformed_request (not UTF-8), validation_failed (no CSV)
 */
export async function* csvCells(given: Uint8Array): AsyncGenerator<readonly string[]> {
  const file = given.subarray(separatorLine(given).length);
  const parser = parse({ bom: true, delimiter: delimiterOf(given), relax_column_count: true, skip_empty_lines: true });
  // An error is thrown by the last loop; without a listener it would end the process before.
  parser.on('error', () => {});
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let start = 0; start < file.byteLength && !parser.errored; start += SLICE_BYTES) {
      parser.write(decoded(decoder, file.subarray(start, start + SLICE_BYTES)));
      // Read in place: an iterator makes several objects of each row.
      for (let cells: unknown = parser.read(); isCells(cells); cells = parser.read()) yield cells;
      // The parser takes the slice meanwhile.
      await turn();
    }
    parser.end(decoded(decoder));
    for await (const cells of parser) if (isCells(cells)) yield cells;
  } catch (error) {
    if (error instanceof Problem) throw error;
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw invalidField('file', sentence('listNoCsv', { reason }));
  }
}

/** A row; null where the parser has none at the moment. Its cells are texts: it is told of no columns. */
const isCells = (record: unknown): record is readonly string[] => Array.isArray(record);

/** @param bytes absent: the end of the file */
function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw new Problem('malformed_request', 'The file is no text in UTF-8. Save it as CSV in UTF-8');
  }
}

/** The first line where it names the separator, such as `sep=;`; otherwise nothing. All of its letters are one byte. */
const separatorLine = (file: Uint8Array): string =>
  /^(?:ï»¿)?sep=.\r?\n/i.exec(new TextDecoder('latin1').decode(file.subarray(0, 16)))?.[0] ?? '';

/** The separator that is most frequent in the first line, outside quotes. */
function delimiterOf(file: Uint8Array): string {
  const beginning = new TextDecoder().decode(file.subarray(0, HEADING_BYTES));
  const heading = beginning.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const times = (mark: string) => heading.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => times(other) - times(one))[0] ?? ',';
}
