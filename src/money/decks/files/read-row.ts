import { invalidField } from '../../../platform/kit/errors.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { sentence } from '../../../platform/kit/sentences.ts';

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

const MAX_INTERVAL_SECONDS = 3600;
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
export type Column = keyof typeof HEADINGS;
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

/** The place of each column by the heading of a file. @throws validation_failed if a required column is missing */
export function placesOf(heading: readonly string[]): Map<Column, number> {
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
export type ReadRow = { row: FileRow; isRounded: boolean } | { fault: (line: string) => Sentence };

/** Checks the cells of a row, which are read by their column. */
export function readRow(cell: (column: Column) => string): ReadRow {
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
