import { sql as template } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { comparisons } from '../../../db/schema/index.ts';
import type { AccountNumber } from '../../../db/enums.ts';
import { type Calling, audit } from '../../callers/audit.ts';
import { transact } from '../../platform/events/transact.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import { add, formatMoney, parseMoney, subtract, ZERO, magnitude, type Money } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { ACCOUNT_OF_POSTING } from './account-of-posting.ts';
import { CHART } from './catalogue.ts';
import type { EXPORT_FORMS } from './contract.ts';
import type { Days, Movement } from './movements.ts';
import { presentAccounts, sidesOf } from './present-books.ts';
import { daysBegun, daysOfMonth, readBalances, readDays } from './read-books.ts';

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
const xeroLines = ({ moved }: Month): string =>
  [
    csvLine(['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']),
    ...moved.map(({ day, account, amount }) =>
      csvLine([narration(day), european(day), CHART[account].name, account, 'No VAT', formatMoney(amount)]),
    ),
  ].join('');

/** QuickBooks Online's import of journal entries. */
const quickBooksLines = ({ moved }: Month): string =>
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
function datevLines({ month, moved, madeAt }: Month): string {
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

const COLUMNS = ['day', 'account', 'name', 'debit', 'credit', 'source', 'sourceId', 'customerId'];

type Row = { account: AccountNumber; amount: string; source: string; source_id: string; customer_id: string | null };

/**
 * A month's journal, day by day: every row with what it comes from. What is computed for a whole day (income that is
 * deferred or earned, carriers' cost, VAT) is the rest between the day's movements and its single rows.
 */
async function* journalLines(db: Database, days: Days): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  const byDay = Map.groupBy(await readDays(db, days), ({ day }) => day);
  for (const [day, moved] of byDay) {
    const rows = await readSingle(db, day);
    yield [
      ...rows.map((row) => lineOf(day, row)),
      ...restOf(moved, rows).map(({ account, amount }) =>
        lineOf(day, { ...{ account, amount: formatMoney(amount), source: 'day', source_id: day, customer_id: null } }),
      ),
    ].join('');
  }
}

function restOf(moved: readonly Movement[], rows: readonly Row[]): Omit<Movement, 'day'>[] {
  const rest = new Map<AccountNumber, Movement['amount']>();
  for (const { account, amount } of moved) rest.set(account, add(rest.get(account) ?? ZERO, amount));
  for (const { account, amount } of rows) rest.set(account, subtract(rest.get(account) ?? ZERO, parseMoney(amount)));
  return [...rest].map(([account, amount]) => ({ account, amount })).filter(({ amount }) => amount !== ZERO);
}

const lineOf = (day: string, { account, amount, source, source_id, customer_id }: Row): string => {
  const { debit, credit } = sidesOf(parseMoney(amount));
  return csvLine([day, account, CHART[account].name, debit, credit, source, source_id, customer_id ?? '']);
};

const readSingle = (db: Database, day: string) =>
  db.execute<Row>(template`
    with span as (select ${day}::timestamp at time zone 'UTC' as start,
      (${day}::timestamp + interval '1 day') at time zone 'UTC' as ending)
    select ${template.raw(ACCOUNT_OF_POSTING)} as account, p.amount::text as amount, 'transaction' as source,
      p.transaction_id::text as source_id, p.user_id::text as customer_id
    from span, postings p left join transactions t on p.account = 'adjustments' and t.id = p.transaction_id
    where p.created_at >= span.start and p.created_at < span.ending
    union all
    select side.account, (side.sign * m.amount)::text, 'margin', m.transaction_id::text, m.customer_id::text
    from span, margin_earnings m, (values ('5100', 1), ('2100', -1)) side (account, sign)
    where m.created_at >= span.start and m.created_at < span.ending
    union all
    select side.account, (side.sign * case i.kind when 'invoice' then i.vat else -i.vat end)::text, i.kind, i.number,
      i.user_id::text
    from invoices i, (values ('4800', 1), ('2300', -1)) side (account, sign)
    where i.issuer = '' and i.booked_on = ${day}::date and i.vat <> 0
    order by 3, 4, 1`);

type Form = (typeof EXPORT_FORMS)[number];

const LAYOUTS = { datev: datevLines, xero: xeroLines, quickbooks: quickBooksLines };

/** A month as a file for the accountant, made while it is read. */
export async function exportMonth(
  { deps, actor }: Calling<Deps>,
  { month, form }: { month: string; form: Form },
): Promise<FileAnswer> {
  await transact(deps, (tx) => audit(tx, actor, 'books.exported', { detail: { month, form } }));
  const facts = {
    name: form === 'datev' ? `EXTF_Buchungsstapel-${month}.csv` : `books-${form}-${month}.csv`,
    contentType: `text/csv; charset=${form === 'datev' ? 'windows-1252' : 'utf-8'}; header=present`,
    keeping: 'nobody',
  } as const;
  return new FileAnswer(facts, bytesOf(linesOf(deps, month, form), form));
}

/** DATEV reads Windows-1252, which has the layout's few letters where Latin-1 has them. */
async function* bytesOf(lines: AsyncGenerator<string>, form: Form): AsyncGenerator<Uint8Array> {
  for await (const text of lines) yield Buffer.from(text, form === 'datev' ? 'latin1' : 'utf8');
}

async function* linesOf({ db, clock }: Deps, month: string, form: Form): AsyncGenerator<string> {
  const days = daysBegun(month, clock.now());
  if (form === 'journal') yield* journalLines(db, days);
  else if (form === 'credit') yield* creditLines({ db }, days.to);
  else if (form === 'comparisons') yield* comparisonLines({ db }, daysOfMonth(month));
  else if (form === 'balances') {
    yield csvLine(['account', 'name', 'debit', 'credit']);
    const rows = presentAccounts(await readBalances(db, days.to));
    yield rows.map(({ account, name, debit, credit }) => csvLine([account, name, debit, credit])).join('');
  } else yield LAYOUTS[form]({ month, moved: await readDays(db, days), madeAt: clock.now() });
}

const ACCOUNTS_AT_ONCE = 1000;

/** The credit of every account at the end of a day, from its entries: together they are account 2000 of that day. */
async function* creditLines({ db }: Pick<Deps, 'db'>, day: string): AsyncGenerator<string> {
  yield csvLine(['accountId', 'email', 'credit']);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await db.execute<{ id: string; email: string; credit: string }>(template`
      select u.id::text as id, u.email, coalesce((select sum(e.amount) from ledger_entries e where e.user_id = u.id
        and e.created_at < (${day}::timestamp + interval '1 day') at time zone 'UTC'), 0.00)::text as credit
      from users u where u.id > ${after}::uuid order by u.id limit ${ACCOUNTS_AT_ONCE}`);
    yield rows
      .filter(({ credit }) => credit !== '0.00')
      .map(({ id, email, credit }) => csvLine([id, email, credit]))
      .join('');
    if (rows.length < ACCOUNTS_AT_ONCE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The readings of chains and carriers in a month, with the books' figures of then. */
async function* comparisonLines({ db }: Pick<Deps, 'db'>, { from, to }: Days): AsyncGenerator<string> {
  yield csvLine(['readAt', 'subject', 'unit', 'block', 'said', ...COMPARED_PARTS, 'difference', 'reason']);
  const { readAt } = comparisons;
  const rows = await db
    .select()
    .from(comparisons)
    .where(template`${readAt} >= ${from}::date and ${readAt} < ${to}::date + 1`)
    .orderBy(readAt, comparisons.id);
  for (const row of rows) {
    const { subject, unit, block, said, parts, difference, reason } = row;
    const named = [row.readAt.toISOString(), subject, unit, String(block ?? ''), said];
    yield csvLine([...named, ...COMPARED_PARTS.map((part) => parts[part] ?? ''), difference, reason ?? '']);
  }
}

const COMPARED_PARTS = [
  ...['arrived', 'verified', 'reversed', 'waiting', 'unclaimed', 'dismissed', 'movedOut', 'dust'],
  ...['cost', 'charged', 'paidIn'],
];
