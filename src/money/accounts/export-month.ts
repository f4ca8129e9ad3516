import { sql as template } from 'drizzle-orm';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../../platform/events/transact.ts';
import { FileAnswer } from '../../platform/kit/answer.ts';
import { csvLine } from '../../platform/kit/csv.ts';
import type { EXPORT_FORMS } from './contract.ts';
import { journalLines } from './journal.ts';
import { datevLines, quickBooksLines, xeroLines } from './layouts.ts';
import { presentAccounts } from './present-books.ts';
import { daysOfMonth, readBalances, readDays } from './read-books.ts';

type Form = (typeof EXPORT_FORMS)[number];

const LAYOUTS = { datev: datevLines, xero: xeroLines, quickbooks: quickBooksLines };

/** A month as a file for the accountant, made while it is read. */
export async function exportMonth(
  { deps, actor }: { deps: Deps; actor: Actor },
  { month, form }: { month: string; form: Form },
): Promise<FileAnswer> {
  await transact(deps, (tx) =>
    audit(tx, { actorId: actor.id, action: 'books.exported', detail: { month, form } }),
  );
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
  if (form === 'journal') yield* journalLines(db, month);
  else if (form === 'credit') yield* creditLines({ db }, daysOfMonth(month).to);
  else if (form === 'balances') {
    yield csvLine(['account', 'name', 'debit', 'credit']);
    const rows = presentAccounts(await readBalances(db, daysOfMonth(month).to));
    yield rows.map(({ account, name, debit, credit }) => csvLine([account, name, debit, credit])).join('');
  } else yield LAYOUTS[form]({ month, moved: await readDays(db, month), madeAt: clock.now() });
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
