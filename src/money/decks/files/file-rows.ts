import { fieldError, type FieldError, invalidField, Problem } from '../../../platform/kit/errors.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import { MAX_DECK_ROWS } from '../contract.ts';
import { csvCells } from './csv-cells.ts';
import { isZip, xlsxCells } from './xlsx-cells.ts';
import { type Column, type FileRow, placesOf, readRow } from './read-row.ts';

/** The rows in one chunk: about 300 kB. Ten times as many take no less time, and ten times the memory. */
const CHUNK_ROWS = 2000;
const FAULTS_NAMED = 100;
/** After so many chunks what was read before is freed: otherwise it grows to several times as much. */
const CHUNKS_KEPT = 10;

/**
 * The rows of a file, read while they are asked for: 200,000 rows at a time would need several times the memory of
 * all else that the server holds.
 */
export class FileRows {
  /** What is known once all chunks were read: how many rows there are. */
  count = 0;
  /** Prices that had more than four decimal places. */
  rounded = 0;
  readonly #file: Uint8Array;
  #places: ReadonlyMap<Column, number> | null = null;
  #line = 0;
  #rows: FileRow[] = [];
  readonly #faults: Sentence[] = [];
  /** The line of each prefix, by the prefix as a number: 15 digits are exact. */
  readonly #seen = new Map<number, number>();

  constructor(file: Uint8Array) {
    this.#file = file;
  }

  /**
   * The rows as JSON texts, each an array of rows. They can be read once.
   * @throws validation_failed naming the line of each error, up to the first hundred; malformed_request
   */
  async *chunks(): AsyncGenerator<string> {
    const rows = isZip(this.#file) ? xlsxCells(this.#file) : csvCells(this.#file);
    let chunks = 0;
    for await (const cells of rows) {
      this.#take(cells);
      if (this.#rows.length < CHUNK_ROWS) continue;
      yield this.#endChunk();
      chunks += 1;
      if (chunks % CHUNKS_KEPT === 0) Bun.gc(true);
    }
    this.#end();
    if (this.#rows.length > 0) yield this.#endChunk();
  }

  /** Rows whose prefix begins with another prefix of the file. */
  get overlapping(): number {
    let overlapping = 0;
    for (const prefix of this.#seen.keys()) overlapping += this.#beginsWithAnother(prefix) ? 1 : 0;
    return overlapping;
  }

  /** Takes one row; the first is the heading. */
  #take(cells: readonly string[]): void {
    this.#line += 1;
    if (!this.#places) this.#places = placesOf(cells);
    else if (this.#line > MAX_DECK_ROWS + 1) {
      throw invalidField('file', sentence('rowsMost', { count: MAX_DECK_ROWS }));
    } else if (this.#faults.length < FAULTS_NAMED) this.#read(cells, this.#places);
  }

  #read(cells: readonly string[], places: ReadonlyMap<Column, number>): void {
    const read = readRow((column) => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '').trim();
    });
    const line = String(this.#line);
    if ('fault' in read) {
      this.#faults.push(read.fault(line));
      return;
    }
    const { prefix } = read.row;
    const key = Number.parseInt(prefix, 10);
    const twice = this.#seen.get(key);
    if (twice !== undefined) {
      this.#faults.push(sentence('rowTwice', { line, prefix, other: String(twice) }));
      return;
    }
    this.#seen.set(key, this.#line);
    this.rounded += read.isRounded ? 1 : 0;
    // Of a file with an error nothing is taken.
    if (this.#faults.length === 0) this.#rows.push(read.row);
  }

  #endChunk(): string {
    const chunk = JSON.stringify(this.#rows);
    this.#rows = [];
    return chunk;
  }

  /** @throws validation_failed */
  #end(): void {
    if (!this.#places) placesOf([]);
    this.count = this.#line - 1;
    if (this.count === 0) throw invalidField('file', sentence('listNoRows'));
    const [first] = this.#faults;
    if (first) throw new Problem('validation_failed', first, { fields: this.#faults.map(ofLine) });
  }

  #beginsWithAnother(prefix: number): boolean {
    for (let shorter = Math.floor(prefix / 10); shorter > 0; shorter = Math.floor(shorter / 10)) {
      if (this.#seen.has(shorter)) return true;
    }
    return false;
  }
}

/** The path of the error is the line number. */
const ofLine = (fault: Sentence): FieldError => fieldError(`line ${fault.values.line}`, fault);
