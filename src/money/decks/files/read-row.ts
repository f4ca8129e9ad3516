import type { Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/errors.ts';
import type { FileColumn } from '../changes-contract.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** A row of a file, checked. */
export interface FileRow {
  prefix: string;
  name: string;
  /** In the file's currency. */
  rate: string;
  fee: string;
  first: number;
  next: number;
  country: string | null;
  network: string | null;
  blocked: boolean;
  /** From when it holds, ISO 8601; null: from when the file does. */
  from: string | null;
}

/** The currency of a file's prices. */
export interface PriceForm {
  /** How many decimal places a price keeps: four of pounds, more where it is converted. */
  places: number;
  /** The highest price that can be charged, in it. */
  most: bigint;
}

const MAX_INTERVAL_SECONDS = 3600;
const NAME_CHARACTERS = 120;
/** The characters between the prefixes of one cell. */
const BETWEEN_PREFIXES = /[\s,;|]+/;
/** More prefixes in one row than any file has. */
const MOST_PREFIXES = 500;

const BOTH_INTERVALS = /^(\d+)\s*\/\s*(\d+)$/;

/** A row, or what is wrong with its line. */
export type ReadRow = { rows: FileRow[]; isRounded: boolean } | { fault: (line: string) => Sentence };

/** Checks the cells of a row, which are read by their column. A cell may have several prefixes: each is a row. */
export function readRow(cell: (column: FileColumn) => string, { places, most }: PriceForm): ReadRow {
  const prefixes = cell('prefix')
    .split(BETWEEN_PREFIXES)
    .filter((text) => text !== '')
    .map((text) => text.replace(/^(\+|00)/, ''));
  if (
    prefixes.length === 0 ||
    prefixes.length > MOST_PREFIXES ||
    prefixes.some((prefix) => !/^[1-9]\d{0,14}$/.test(prefix))
  ) {
    return { fault: (line) => sentence('rowPrefix', { line, text: cell('prefix').slice(0, 40) }) };
  }
  const name = cell('name');
  if (name === '' || name.length > NAME_CHARACTERS) {
    return { fault: (line) => sentence('rowName', { line, count: NAME_CHARACTERS }) };
  }
  const blocked = /^(1|yes|true|y|x|blocked|closed)$/i.test(cell('blocked'));
  const rate = readPrice(cell('rate') === '' && blocked ? '0' : cell('rate'), { places, most });
  const fee = readPrice(cell('fee') === '' ? '0' : cell('fee'), { places, most });
  if (!rate || !fee) {
    const text = cell(rate ? 'fee' : 'rate').slice(0, 40);
    return { fault: (line) => sentence('rowPrice', { line, limit: String(most), example: '0.0350', text }) };
  }
  if (!/[1-9]/.test(rate.text) && !blocked) return { fault: (line) => sentence('rowFree', { line }) };
  const both = [cell('intervals'), cell('first'), cell('next')].find((text) => BOTH_INTERVALS.test(text));
  const [firstOfBoth, nextOfBoth] = BOTH_INTERVALS.exec(both ?? '')?.slice(1) ?? [];
  const first = readSeconds(firstOfBoth || cell('first') || cell('intervals') || '60');
  const next = readSeconds(nextOfBoth || cell('next') || cell('intervals') || '60');
  if (first === null || next === null) {
    return { fault: (line) => sentence('rowInterval', { line, count: MAX_INTERVAL_SECONDS }) };
  }
  const from = cell('from') === '' ? null : readDate(cell('from'));
  if (from === undefined) {
    return { fault: (line) => sentence('rowDate', { line, example: '2026-12-31' }) };
  }
  const country = cell('country').toUpperCase();
  const network = cell('network').replace(/\D/g, '');
  const row = {
    name,
    rate: rate.text,
    fee: fee.text,
    first,
    next,
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    network: /^\d{5,6}$/.test(network) ? network : null,
    blocked,
    from,
  };
  return {
    rows: [...new Set(prefixes)].map((prefix) => ({ ...row, prefix })),
    isRounded: rate.isRounded || fee.isRounded,
  };
}

/** With so many decimal places, rounded up: never cheaper than the file says. */
function readPrice(text: string, { places: kept, most }: PriceForm): { text: string; isRounded: boolean } | null {
  const match = /^(\d{1,7})(?:[.,](\d{1,12}))?$/.exec(text.replace(/^[$€£]\s*/, ''));
  if (!match) return null;
  const [, whole = '0', places = ''] = match;
  const units = BigInt(whole + places.slice(0, kept).padEnd(kept, '0'));
  const isRounded = /[1-9]/.test(places.slice(kept));
  const price = units + (isRounded ? 1n : 0n);
  const digits = price.toString().padStart(kept + 1, '0');
  const read = `${digits.slice(0, -kept)}.${digits.slice(-kept)}`;
  return price > most * 10n ** BigInt(kept) ? null : { text: read, isRounded };
}

/** Spreadsheets count days from here. */
const SPREADSHEETS_BEGIN = Date.UTC(1899, 11, 30);

/**
 * A date as carriers write it: `2026-12-31`, `31.12.2026`, `31/12/2026`, `31-Dec-2026`, with or without a time, or the
 * number of a spreadsheet. Undefined where it is none, or could be two.
 */
function readDate(text: string): string | undefined {
  if (/^[3-9]\d{4}(\.\d+)?$/.test(text)) {
    return new Date(SPREADSHEETS_BEGIN + Number.parseInt(text, 10) * DAY_MS).toISOString();
  }
  const [day = '', time = '00:00'] = text.split(/[T\s]+(?=\d{1,2}:\d{2})/);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  const written = /^(\d{1,2})[-/.\s](\d{1,2}|[a-z]{3})[-/.\s](\d{4})$/i.exec(day);
  const [year, month, date] = iso ? iso.slice(1) : written ? ofParts(written.slice(1), day) : [];
  const read = new Date(
    `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}T${time.replace(/Z$/, '').slice(0, 5)}:00.000Z`,
  );
  return Number.isNaN(read.getTime()) || read.getUTCDate() !== Number.parseInt(date ?? '', 10)
    ? undefined
    : read.toISOString();
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year, month and day. Between slashes the day may come first or second: it is read only where it cannot be a month. */
function ofParts([one = '', two = '', year = '']: readonly string[], text: string): string[] {
  const isDay = (part: string) => Number.parseInt(part, 10) > MONTHS.length;
  const named = MONTHS.indexOf(two.toLowerCase()) + 1;
  if (named > 0) return [year, String(named), one];
  if (!text.includes('/') || isDay(one)) return [year, two, one];
  return isDay(two) || one === two ? [year, one, two] : [];
}

function readSeconds(text: string): number | null {
  const seconds = /^\d{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0;
  return seconds >= 1 && seconds <= MAX_INTERVAL_SECONDS ? seconds : null;
}
