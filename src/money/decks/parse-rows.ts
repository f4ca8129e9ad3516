import { parse } from 'csv-parse/sync';
import { type FieldError, invalidField, Problem } from '../../platform/kit/errors.ts';
import { MAX_DECK_ROWS } from './contract.ts';

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

export interface FileRows {
  rows: FileRow[];
  /** Prices that had more than four places. */
  rounded: number;
}

const FAULTS_NAMED = 100;
const NAME_CHARACTERS = 120;
/** What is beyond could not be charged. */
const MOST_POUNDS = 100;

/** What the columns are called, in our own export and in the files of carriers. */
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
 * Reads the rows of a file: CSV with a heading, separated by commas, semicolons or tabs.
 * @throws validation_failed naming the line of each fault, the first hundred
 */
export function parseRows(text: string): FileRows {
  const [heading = [], ...lines] = readTable(text);
  const places = placesOf(heading);
  if (lines.length === 0) throw invalidField('file', 'The file has no rows');
  if (lines.length > MAX_DECK_ROWS) throw invalidField('file', `At most ${MAX_DECK_ROWS} rows`);
  const faults: FieldError[] = [];
  const seen = new Map<string, number>();
  const rows: FileRow[] = [];
  let rounded = 0;
  for (const [index, cells] of lines.entries()) {
    const number = index + 2;
    const cell = (column: Column) => {
      const place = places.get(column);
      return place === undefined ? '' : (cells[place] ?? '').trim();
    };
    const read = readRow(cell);
    const twice = typeof read === 'string' ? undefined : seen.get(read.row.prefix);
    const fault =
      typeof read === 'string'
        ? read
        : twice === undefined
          ? null
          : `prefix ${read.row.prefix} stands in line ${twice} already`;
    if (fault !== null) {
      faults.push({ path: `line ${number}`, message: `Line ${number}: ${fault}` });
      if (faults.length === FAULTS_NAMED) break;
    } else if (typeof read !== 'string') {
      seen.set(read.row.prefix, number);
      rows.push(read.row);
      rounded += read.isRounded ? 1 : 0;
    }
  }
  const [first] = faults;
  if (first) throw new Problem('validation_failed', first.message, { fields: faults });
  return { rows, rounded };
}

function readTable(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    throw invalidField(
      'file',
      `This is not a CSV file: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}

/** What stands most often in the first line. */
function delimiterOf(text: string): string {
  const heading = text.slice(0, 2000).split(/[\r\n]/, 1)[0] ?? '';
  const times = (mark: string) => heading.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => times(other) - times(one))[0] ?? ',';
}

/** @throws validation_failed where a column is missing that every row needs */
function placesOf(heading: readonly string[]): Map<Column, number> {
  const names = heading.map((name) => name.trim().toLowerCase().replaceAll('_', ' '));
  const places = new Map<Column, number>();
  for (const column of COLUMNS) {
    const place = names.findIndex((name) => HEADINGS[column].some((known) => known === name));
    if (place !== -1) places.set(column, place);
  }
  for (const needed of ['prefix', 'name', 'rate'] as const) {
    if (!places.has(needed)) throw invalidField('file', `The first line names no column "${needed}"`);
  }
  return places;
}

/** A row, or what is wrong with it. */
function readRow(cell: (column: Column) => string): { row: FileRow; isRounded: boolean } | string {
  const prefix = cell('prefix').replace(/^(\+|00)/, '');
  if (!/^[1-9]\d{0,14}$/.test(prefix)) return 'the prefix is no beginning of a number';
  const name = cell('name');
  if (name === '' || name.length > NAME_CHARACTERS) return `a name has 1 to ${NAME_CHARACTERS} characters`;
  const blocked = /^(1|yes|true|y|x|blocked|closed)$/i.test(cell('blocked'));
  const rate = readPrice(cell('rate') === '' && blocked ? '0' : cell('rate'));
  const fee = readPrice(cell('fee') === '' ? '0' : cell('fee'));
  if (!rate || !fee) return `a price is pounds from 0 to ${MOST_POUNDS}, like 0.0350`;
  if (rate.text === '0.0000' && !blocked) return 'a price of nothing is not sold; mark the row as blocked';
  const [firstOfBoth, nextOfBoth] = /^(\d+)\s*\/\s*(\d+)$/.exec(cell('intervals'))?.slice(1) ?? [];
  const first = readSeconds(cell('first') || firstOfBoth || '60');
  const next = readSeconds(cell('next') || nextOfBoth || '60');
  if (first === null || next === null) return 'an interval is 1 to 3600 seconds';
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

/** Four places, a fifth rounded up: never cheaper than the file says. */
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
  return seconds >= 1 && seconds <= 3600 ? seconds : null;
}
