import { FILE_COLUMNS, type FileColumn } from '../changes-contract.ts';

/** The names of the columns, in our own export and in carriers' files, without signs and currencies. */
const HEADINGS: Record<FileColumn, readonly string[]> = {
  prefix: ['prefix', 'prefixes', 'code', 'codes', 'dial code', 'dial codes', 'dialcode', 'dial prefix', 'area code'],
  name: ['name', 'destination', 'destination name', 'description', 'country name', 'zone'],
  rate: [
    ...['rate', 'price', 'rate per minute', 'price per minute', 'price per message', 'cost', 'rate min', 'price min'],
    'new rate',
  ],
  fee: ['fee', 'connection fee', 'setup fee', 'connect fee', 'mms', 'mms price', 'price per mms'],
  first: [
    ...['first interval', 'first', 'initial interval', 'minimum', 'initblock', 'interval 1', 'first increment'],
    ...['initial increment', 'minimum duration'],
  ],
  next: [
    ...['next interval', 'next', 'following interval', 'billingblock', 'interval n', 'interval 2', 'next increment'],
    'subsequent interval',
  ],
  intervals: ['intervals', 'billing', 'billing increment', 'billing increments', 'interval', 'increment', 'increments'],
  from: ['effective date', 'effective', 'effective from', 'valid from', 'start date', 'date'],
  country: ['country', 'country code', 'iso', 'iso code'],
  network: ['network', 'mccmnc', 'mcc mnc', 'network code'],
  blocked: ['blocked', 'closed', 'block'],
};

/** The signs that stand for a currency in a heading. */
const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

/** The columns of a file, read from its first line. */
export interface Heading {
  /** The place of each column. */
  places: ReadonlyMap<FileColumn, number>;
  /** Each of its cells, and what it is taken for. */
  columns: { heading: string; column: FileColumn | null }[];
  /** The currency that the heading of the price names; null where it names none. */
  currency: string | null;
}

/**
 * Reads the first line of a file.
 * @param mapping what administrators have said that a heading means; null: nothing
 * @param currencies the codes that are known
 */
export function readHeading(
  cells: readonly string[],
  mapping: Readonly<Record<string, FileColumn | null>>,
  currencies: ReadonlySet<string>,
): Heading {
  const read = cells.map((cell) => ({ heading: cell.trim(), ...withoutCurrency(cell, currencies) }));
  const said = (heading: string): FileColumn | null | undefined => mapping[heading];
  const places = new Map<FileColumn, number>();
  for (const column of FILE_COLUMNS) {
    const mapped = read.findIndex(({ heading }) => said(heading) === column);
    const known = read.findIndex(({ heading, name }) => said(heading) === undefined && HEADINGS[column].includes(name));
    const place = mapped === -1 ? known : mapped;
    if (place !== -1) places.set(column, place);
  }
  const taken = new Map([...places].map(([column, place]) => [place, column]));
  return {
    places,
    columns: read.map(({ heading }, place) => ({ heading, column: taken.get(place) ?? null })),
    currency: read[places.get('rate') ?? -1]?.currency ?? null,
  };
}

/** The words of a heading in lower case, and the currency among them: `Rate (USD)`, `Price/min EUR`, `Increment 60/60`. */
function withoutCurrency(cell: string, currencies: ReadonlySet<string>): { name: string; currency: string | null } {
  const sign = Object.keys(SIGNS).find((each) => cell.includes(each));
  const words = cell
    .trim()
    .replaceAll(/\d+\s*\/\s*\d+/g, ' ')
    .split(/[^\p{L}\p{N}]+/u);
  const code = words.find((word) => currencies.has(word.toUpperCase()));
  const name = words
    .filter((word) => word !== '' && word !== code)
    .join(' ')
    .toLowerCase();
  return { name, currency: code?.toUpperCase() ?? (sign ? (SIGNS[sign] ?? null) : null) };
}
