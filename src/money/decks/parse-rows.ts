import { parse } from 'csv-parse/sync';
import { fieldError, type FieldError, invalidField, Problem } from '../../platform/kit/errors.ts';
import type { Sentence } from '../../platform/kit/faults.ts';
import { MAX_DECK_ROWS } from './contract.ts';
import { sentence } from '../../platform/kit/sentences.ts';

/** A row of a file, checked; prices in pounds with at most four places. */
export interface FileRow {
  prefix: string;
  name: string;
  rate: string;
  fee: string;
  first: number;
  next: number;
  country: string | null;
  network: string | null;
  blocked: boolean;
}

/**
 * The rows of a file as JSON texts, each an array of rows: 200,000 rows as objects would need ten times the
 * memory.
 */
export interface FileRows {
  chunks: readonly string[];
  /** How many rows there are. */
  count: number;
  /** Prices that had more than four decimal places. */
  rounded: number;
  /** Rows whose prefix begins with another prefix of the file. */
  overlapping: number;
}

/** The rows in one chunk: 10,000 rows are about 1.5 MB. */
const CHUNK_ROWS = 10_000;
const MAX_INTERVAL_SECONDS = 3600;
const FAULTS_NAMED = 100;
const NAME_CHARACTERS = 120;
/** A higher price could not be charged. */
const MOST_POUNDS = 100;

/** The names of the columns, in our own export and in carriers' files. */
const HEADINGS = {
  prefix: ['prefix', 'code', 'dial code', 'dialcode', 'dial prefix', 'area code'],
  name: ['name', 'destination', 'description', 'country name'],
  rate: ['rate', 'price', 'rate per minute', 'price per minute', 'price per message', 'cost'],
  fee: ['fee', 'connection fee', 'setup fee', 'connect fee'],
  first: ['first interval', 'first', 'initial interval', 'minimum', 'initblock'],
  next: ['next interval', 'next', 'increment', 'following interval', 'billingblock'],
  intervals: ['intervals', 'billing', 'billing increment', 'interval'],
  country: ['country', 'country code', 'iso'],
  network: ['network', 'mccmnc', 'mcc mnc', 'network code'],
  blocked: ['blocked', 'closed', 'block'],
} as const;
type Column = keyof typeof HEADINGS;
const COLUMNS: readonly Column[] = [
  'prefix',
  'name',
  'rate',
  'fee',
  'first',
  'next',
  'intervals',
  'country',
  'network',
  'blocked',
];

/**
 * Reads the rows of a file: CSV with a heading, separated by commas, semicolons or tabs. It reads row by row, so that
 * only one chunk at a time exists as objects.
 * @throws validation_failed naming the line of each error, up to the first hundred
 */
export function parseRows(text: string): FileRows {
  const reading = new Reading();
  try {
    parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: readonly string[]) => reading.take(cells),
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalidField(
      'file',
      sentence('listNoCsv', { reason: error instanceof Error ? error.message : 'unreadable' }),
    );
  }
  return reading.end();
}

/** What was read of a file so far. */
class Reading {
  #places: ReadonlyMap<Column, number> | null = null;
  #line = 0;
  #rows: FileRow[] = [];
  #rounded = 0;
  readonly #chunks: string[] = [];
  readonly #faults: Sentence[] = [];
  /** The line of each prefix, by the prefix as a number: 15 digits are exact. */
  readonly #seen = new Map<number, number>();

  /** Takes one row; the first is the heading. The reader of the file keeps no reference to the row. */
  take(cells: readonly string[]): null {
    this.#line += 1;
    if (!this.#places) this.#places = placesOf(cells);
    else if (this.#faults.length < FAULTS_NAMED && this.#line <= MAX_DECK_ROWS + 1) {
      this.#read(cells, this.#places);
    }
    return null;
  }

  #read(cells: readonly string[], places: ReadonlyMap<Column, number>): void {
    const read = readRow((column) => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '').trim();
    });
    const line = String(this.#line);
    if ('fault' in read) return this.#fault(read.fault(line));
    const key = Number.parseInt(read.row.prefix, 10);
    const twice = this.#seen.get(key);
    if (twice !== undefined) {
      const { prefix } = read.row;
      return this.#fault(sentence('rowTwice', { line, prefix, other: String(twice) }));
    }
    this.#seen.set(key, this.#line);
    this.#rows.push(read.row);
    this.#rounded += read.isRounded ? 1 : 0;
    if (this.#rows.length === CHUNK_ROWS) this.#endChunk();
  }

  #fault(words: Sentence): void {
    this.#faults.push(words);
  }

  #endChunk(): void {
    this.#chunks.push(JSON.stringify(this.#rows));
    this.#rows = [];
  }

  /** @throws validation_failed */
  end(): FileRows {
    if (!this.#places) placesOf([]);
    const count = this.#line - 1;
    if (count === 0) throw invalidField('file', sentence('listNoRows'));
    if (count > MAX_DECK_ROWS) throw invalidField('file', sentence('rowsMost', { count: MAX_DECK_ROWS }));
    const [first] = this.#faults;
    if (first) throw new Problem('validation_failed', first, { fields: this.#faults.map(ofLine) });
    if (this.#rows.length > 0) this.#endChunk();
    const overlapping = [...this.#seen.keys()].filter((prefix) => this.#beginsWithAnother(prefix)).length;
    return { chunks: this.#chunks, count, rounded: this.#rounded, overlapping };
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

/** The separator that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? '';
  const times = (mark: string) => heading.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => times(other) - times(one))[0] ?? ',';
}

/** @throws validation_failed if a required column is missing */
function placesOf(heading: readonly string[]): Map<Column, number> {
  const names = heading.map((name) => name.trim().toLowerCase().replaceAll('_', ' '));
  const places = new Map<Column, number>();
  for (const column of COLUMNS) {
    const place = names.findIndex((name) => HEADINGS[column].some((known) => known === name));
    if (place !== -1) places.set(column, place);
  }
  for (const needed of ['prefix', 'name', 'rate'] as const) {
    if (!places.has(needed)) throw invalidField('file', sentence('listNoColumn', { column: needed }));
  }
  return places;
}

/** A row, or what is wrong with its line. */
type ReadRow = { row: FileRow; isRounded: boolean } | { fault: (line: string) => Sentence };

function readRow(cell: (column: Column) => string): ReadRow {
  const prefix = cell('prefix').replace(/^(\+|00)/, '');
  if (!/^[1-9]\d{0,14}$/.test(prefix)) {
    return { fault: (line) => sentence('rowPrefix', { line }) };
  }
  const name = cell('name');
  if (name === '' || name.length > NAME_CHARACTERS) {
    return { fault: (line) => sentence('rowName', { line, count: NAME_CHARACTERS }) };
  }
  const blocked = /^(1|yes|true|y|x|blocked|closed)$/i.test(cell('blocked'));
  const rate = readPrice(cell('rate') === '' && blocked ? '0' : cell('rate'));
  const fee = readPrice(cell('fee') === '' ? '0' : cell('fee'));
  if (!rate || !fee) {
    return { fault: (line) => sentence('rowPrice', { line, limit: MOST_POUNDS, example: '0.0350' }) };
  }
  if (rate.text === '0.0000' && !blocked) return { fault: (line) => sentence('rowFree', { line }) };
  const [firstOfBoth, nextOfBoth] = /^(\d+)\s*\/\s*(\d+)$/.exec(cell('intervals'))?.slice(1) ?? [];
  const first = readSeconds(cell('first') || firstOfBoth || '60');
  const next = readSeconds(cell('next') || nextOfBoth || '60');
  if (first === null || next === null) {
    return { fault: (line) => sentence('rowInterval', { line, count: MAX_INTERVAL_SECONDS }) };
  }
  const country = cell('country').toUpperCase();
  const network = cell('network').replace(/\D/g, '');
  const row: FileRow = {
    prefix,
    name,
    rate: rate.text,
    fee: fee.text,
    first,
    next,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    network: /^\d{5,6}$/.test(network) ? network : null,
    blocked,
  };
  return { row, isRounded: rate.isRounded || fee.isRounded };
}

/** Four decimal places, rounded up: never cheaper than the file says. */
function readPrice(text: string): { text: string; isRounded: boolean } | null {
  const match = /^(\d{1,3})(?:[.,](\d{1,12}))?$/.exec(text);
  if (!match) return null;
  const [, pounds = '0', places = ''] = match;
  const kept = BigInt(pounds + places.slice(0, 4).padEnd(4, '0'));
  const isRounded = /[1-9]/.test(places.slice(4));
  const units = kept + (isRounded ? 1n : 0n);
  if (units > BigInt(MOST_POUNDS) * 10_000n) return null;
  const digits = units.toString().padStart(5, '0');
  return { text: `${digits.slice(0, -4)}.${digits.slice(-4)}`, isRounded };
}

function readSeconds(text: string): number | null {
  const seconds = /^\d{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0;
  return seconds >= 1 && seconds <= MAX_INTERVAL_SECONDS ? seconds : null;
}
