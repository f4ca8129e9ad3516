import { formatMoney, magnitude, type Money, ZERO } from '../../platform/kit/money.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import { CHART } from './catalogue.ts';
import type { Movement } from './movements.ts';
import { daysOfMonth } from './read-books.ts';
import { sidesOf } from './present-books.ts';

/*
 * A month's days in the layouts that programs of accountants read, by the descriptions that their makers publish: one
 * entry for each account and day. `docs/accounts.md` names the descriptions.
 */

interface Month {
  month: string;
  moved: readonly Movement[];
  madeAt: Date;
}

const european = (day: string): string => day.split('-').toReversed().join('/');
const narration = (day: string): string => `Topline ${day}`;

/** Xero's import of manual journals: a debit above zero, a credit below. */
export const xeroLines = ({ moved }: Month): string =>
  [
    csvLine(['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']),
    ...moved.map(({ day, account, amount }) =>
      csvLine([narration(day), european(day), CHART[account].name, account, 'No VAT', formatMoney(amount)]),
    ),
  ].join('');

/** QuickBooks Online's import of journal entries. */
export const quickBooksLines = ({ moved }: Month): string =>
  [
    csvLine(['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Memo', 'Currency']),
    ...moved.map(({ day, account, amount }) => {
      const { debit, credit } = sidesOf(amount);
      return csvLine([
        ...[day.replaceAll('-', ''), european(day), `${account} ${CHART[account].name}`],
        ...[amount > ZERO ? debit : '', amount < ZERO ? credit : '', narration(day), 'GBP'],
      ]);
    }),
  ].join('');

const DATEV_COLUMNS = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...['WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum'],
  ...['Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext'],
];
/** DATEV books each amount against another account: this one, which every day leaves at zero. */
const DATEV_CLEARING = '9000';

/** DATEV's batch of postings (EXTF, category 21): semicolons, a comma within amounts. The adviser's own numbers stay empty. */
export function datevLines({ month, moved, madeAt }: Month): string {
  const { from, to } = daysOfMonth(month);
  const compact = (day: string) => day.replaceAll('-', '');
  const made = madeAt.toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const head = [
    ...['"EXTF"', '700', '21', '"Buchungsstapel"', '13', made, '', '"TL"', '""', '""', '', ''],
    ...[`${from.slice(0, 4)}0101`, '4', compact(from), compact(to), `"Topline ${month}"`, '""', '1', '0', '0', '"GBP"'],
    ...['', '', '', '', '', '', '', '', ''],
  ];
  const rows = moved.map(({ day, account, amount }) => [
    ...[comma(magnitude(amount)), amount > ZERO ? '"S"' : '"H"', '"GBP"', '', '', '""', account, DATEV_CLEARING],
    ...[
      '""',
      `${day.slice(8)}${day.slice(5, 7)}`,
      `"${compact(day)}"`,
      '""',
      '',
      `"${CHART[account].name.slice(0, 60)}"`,
    ],
  ]);
  return [head, DATEV_COLUMNS, ...rows].map((cells) => `${cells.join(';')}\r\n`).join('');
}

const comma = (amount: Money): string => formatMoney(amount).replace('.', ',');
