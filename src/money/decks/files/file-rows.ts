import { type FieldError, Problem, fieldError, invalidField, sentence } from '../../../platform/kit/errors.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { MAX_DECK_ROWS } from '../contract.ts';
import { csvCells } from './csv-cells.ts';
import { isZip, xlsxCells } from '../../../shared/xlsx-cells.ts';
import { type FileColumn, NEEDED_COLUMNS } from '../changes-contract.ts';
import { type Heading, readHeading } from './headings.ts';
import { type FileRow, type PriceForm, readRow } from './read-row.ts';

/** The rows in one chunk: about 300 kB. Ten times as many take no less time, and ten times the memory. */
const CHUNK_ROWS = 2000;
const FAULTS_NAMED = 100;
/**
 * After so many chunks what was read before is freed, beside the work: otherwise it grows to several times as much. To
 * wait for it would hold everybody for some 50 ms.
 */
const CHUNKS_KEPT = 4;

export const POUNDS = 'GBP';
/** A higher price could not be charged. */
const MOST_POUNDS = 100n;
/** Those in which carriers ask, known as currencies also where nobody has said what they are worth. */
const CURRENCIES = ['GBP', 'USD', 'EUR', 'CHF', 'SEK', 'CAD', 'AUD', 'ZAR', 'INR', 'AED', 'TRY', 'PLN'];

/** The whole units of a currency that are at most the highest price. @param pounds for one of it */
function mostIn(pounds: string): bigint {
  const [whole = '', places = ''] = pounds.split('.');
  return (MOST_POUNDS * 10n ** BigInt(places.length)) / BigInt(whole + places);
}

/** How a file is to be read. */
export interface Reading {
  /** The meanings of headings that administrators have given; null: nothing. */
  mapping: Readonly<Record<string, FileColumn | null>>;
  /** The currency of its prices where no heading names one. */
  currency: string;
  /** Pounds for one of each currency. */
  rates: ReadonlyMap<string, string>;
}

const IN_POUNDS: Reading = { mapping: {}, currency: POUNDS, rates: new Map([[POUNDS, '1']]) };

/**
 * The rows of a file, read while they are asked for: 200,000 rows at a time would need several times the memory of
 * all else that the server holds.
 */
export class FileRows {
  /** Known once all chunks were read: how many rows there are. */
  count = 0;
  /** Prices that had more than four decimal places. */
  rounded = 0;
  /** The first line; null until it was read. */
  heading: Heading | null = null;
  /** The currency of the prices, and pounds for one of it. */
  currency: string;
  pounds = '1';
  #form: PriceForm = { places: 4, most: MOST_POUNDS };
  #line = 0;
  #rows: FileRow[] = [];
  readonly #faults: Sentence[] = [];
  /** The line of each prefix, by the prefix as a number: 15 digits are exact. */
  readonly #seen = new Map<number, number>();

  constructor(
    private readonly file: Uint8Array,
    private readonly reading: Reading = IN_POUNDS,
  ) {
    this.currency = reading.currency;
  }

  /** The columns that a file must have and that no heading of this one stands for. */
  get missing(): FileColumn[] {
    return NEEDED_COLUMNS.filter((column) => !this.heading?.places.has(column));
  }

  /**
   * The rows as JSON texts, each an array of rows. They can be read once.
   * @throws validation_failed naming the line of each error, up to the first hundred; malformed_request
   */
  async *chunks(): AsyncGenerator<string> {
    const rows = isZip(this.file) ? xlsxCells(this.file) : csvCells(this.file);
    let chunks = 0;
    for await (const cells of rows) {
      this.#take(cells);
      if (this.#rows.length < CHUNK_ROWS) continue;
      yield this.#endChunk();
      chunks += 1;
      if (chunks % CHUNKS_KEPT === 0) Bun.gc(false);
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
    if (!this.heading) this.#begin(cells);
    else if (this.#line > MAX_DECK_ROWS + 1) {
      throw invalidField('file', sentence('rowsMost', { count: MAX_DECK_ROWS }));
    } else if (this.#faults.length < FAULTS_NAMED) this.#read(cells, this.heading.places);
  }

  /** @throws validation_failed: a column is missing, or it is not known what the currency is worth */
  #begin(cells: readonly string[]): void {
    const { mapping, rates, currency } = this.reading;
    this.heading = readHeading(cells, mapping, new Set([...CURRENCIES, ...rates.keys()]));
    this.currency = this.heading.currency ?? currency;
    const [missing] = this.missing;
    if (missing) throw invalidField('file', sentence('listNoColumn', { column: missing }));
    const pounds = rates.get(this.currency);
    if (pounds === undefined) throw invalidField('file', sentence('listNoRate', { currency: this.currency }));
    this.pounds = pounds;
    if (this.currency !== POUNDS) this.#form = { places: 6, most: mostIn(pounds) };
  }

  #read(cells: readonly string[], places: Heading['places']): void {
    const read = readRow((column) => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '').trim();
    }, this.#form);
    const line = String(this.#line);
    if ('fault' in read) {
      this.#faults.push(read.fault(line));
      return;
    }
    for (const { prefix } of read.rows) {
      const key = Number.parseInt(prefix, 10);
      const twice = this.#seen.get(key);
      if (twice !== undefined) {
        this.#faults.push(sentence('rowTwice', { line, prefix, other: String(twice) }));
        return;
      }
      this.#seen.set(key, this.#line);
    }
    this.count += read.rows.length;
    this.rounded += read.isRounded ? 1 : 0;
    // A file with an error gives nothing.
    if (this.#faults.length === 0) this.#rows.push(...read.rows);
  }

  #endChunk(): string {
    const chunk = JSON.stringify(this.#rows);
    this.#rows = [];
    return chunk;
  }

  /** @throws validation_failed */
  #end(): void {
    if (!this.heading) this.#begin([]);
    if (this.#line < 2) throw invalidField('file', sentence('listNoRows'));
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
