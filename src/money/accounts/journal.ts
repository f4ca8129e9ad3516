import { sql as template } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { add, formatMoney, parseMoney, subtract, ZERO } from '../../platform/kit/money.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import { ACCOUNT_OF_POSTING } from './account-of-posting.ts';
import type { AccountNumber } from '../../../db/enums.ts';
import { CHART } from './catalogue.ts';
import type { Movement } from './movements.ts';
import { sidesOf } from './present-books.ts';
import { readDays } from './read-books.ts';

const COLUMNS = ['day', 'account', 'name', 'debit', 'credit', 'source', 'sourceId', 'customerId'];

type Row = {
  account: AccountNumber;
  amount: string;
  source: string;
  source_id: string;
  customer_id: string | null;
};

/**
 * A month's journal, day by day: every row with what it comes from. What is computed for a whole day (income that is
 * deferred or earned, carriers' cost, VAT) is the rest between the day's movements and its single rows.
 */
export async function* journalLines(db: Database, month: string): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  const byDay = Map.groupBy(await readDays(db, month), ({ day }) => day);
  for (const [day, moved] of byDay) {
    const rows = await readSingle(db, day);
    yield [
      ...rows.map((row) => lineOf(day, row)),
      ...restOf(moved, rows).map(({ account, amount }) =>
        lineOf(day, {
          ...{ account, amount: formatMoney(amount), source: 'day', source_id: day, customer_id: null },
        }),
      ),
    ].join('');
  }
}

function restOf(moved: readonly Movement[], rows: readonly Row[]): Omit<Movement, 'day'>[] {
  const rest = new Map<AccountNumber, Movement['amount']>();
  for (const { account, amount } of moved) rest.set(account, add(rest.get(account) ?? ZERO, amount));
  for (const { account, amount } of rows)
    rest.set(account, subtract(rest.get(account) ?? ZERO, parseMoney(amount)));
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
