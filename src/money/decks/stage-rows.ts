import { sql as template, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/events/transact.ts';
import { type FileRows, POUNDS } from './files/file-rows.ts';

/** A deck, and the time from which a file will hold in it. */
export interface Staging {
  deckId: string;
  validFrom: Date;
}

/**
 * Puts the rows of a file into temporary tables of this transaction: `file_rows` has the file's rows, and
 * `file_changes (kind, prefix, name, before, after, dearer)` one row for each prefix that changes. `dearer` is true if
 * some number costs more. That includes a new prefix whose numbers paid a lower price by a shorter prefix, and a
 * removed prefix whose numbers fall to a dearer, shorter one.
 */
export async function stageRows(tx: Transaction, rows: FileRows, staging: Staging): Promise<void> {
  await makeTable(tx, 'file_rows');
  // PostgreSQL writes a chunk while the next one is read: that is work for two processors.
  let writing = Promise.resolve();
  for await (const chunk of rows.chunks()) {
    await writing;
    writing = write(tx, chunk, rows);
    // If reading fails first, that error counts. Otherwise it is thrown above or below.
    writing.catch(() => {});
  }
  await writing;
  await stageDeck(tx, staging);
  await compare(tx);
}

/** Puts what a deck has at a time into `deck_rows`. */
async function stageDeck(tx: Transaction, { deckId, validFrom }: Staging): Promise<void> {
  const at = template`${validFrom.toISOString()}::timestamptz`;
  await makeTable(tx, 'deck_rows');
  await tx.db.execute(template`
    insert into deck_rows
    select ${ROW} from rate_rows
    where deck_id = ${deckId}::uuid and valid_from <= ${at} and (valid_until is null or valid_until > ${at})`);
}

/** Stages a deck beside a "file" without rows: what it would be once it is deleted. */
export async function stageNothing(tx: Transaction, deckId: string): Promise<void> {
  await makeTable(tx, 'file_rows');
  await stageDeck(tx, { deckId, validFrom: tx.now });
}

/** Prices in another currency are kept as they were said, too: what they come to in pounds is counted again each day. */
async function write(
  tx: Transaction,
  chunk: string,
  { currency, pounds }: Pick<FileRows, 'currency' | 'pounds'>,
): Promise<void> {
  const foreign = template`${currency}::text <> ${POUNDS}`;
  await tx.db.execute(template`
    insert into file_rows
    select prefix, name, ${inPoundsSql(template`rate`, pounds)}, ${inPoundsSql(template`fee`, pounds)}, first, next, country, network,
      blocked, "from", case when ${foreign} then rate end, case when ${foreign} then fee end
    from json_to_recordset(${chunk}::text::json) as g (prefix text, name text, rate numeric, fee numeric,
      first integer, next integer, country text, network text, blocked boolean, "from" timestamptz)`);
}

/** A price in pounds, rounded up to 1/10,000. @param pounds for one of its currency, a decimal string */
export const inPoundsSql = (price: SQL, pounds: string): SQL =>
  template`(ceil(${price} * ${pounds}::text::numeric * 10000) / 10000)`;

/** The same, where the "file" is what the deck would have without its last import. */
export async function stageFormer(
  tx: Transaction,
  { deckId, importId }: { deckId: string; importId: string },
): Promise<void> {
  const now = template`${tx.now.toISOString()}::timestamptz`;
  const without = template`import_id <> ${importId}::uuid and valid_from <= ${now}
    and (valid_until is null or valid_until > ${now} or ended_by = ${importId}::uuid)`;
  const holding = template`valid_from <= ${now} and (valid_until is null or valid_until > ${now})`;
  for (const [table, which] of [
    ['file_rows', without],
    ['deck_rows', holding],
  ] as const) {
    await makeTable(tx, table);
    await tx.db.execute(template`
      insert into ${template.raw(table)}
      select ${ROW} from rate_rows where deck_id = ${deckId}::uuid and ${which}`);
  }
  await compare(tx);
}

const ROW = template.raw(
  'prefix, name, rate, fee, first_interval, next_interval, country, network, blocked, null, said_rate, said_fee',
);

const makeTable = (tx: Transaction, name: 'file_rows' | 'deck_rows') =>
  tx.db.execute(template`
    create temporary table ${template.raw(name)} (prefix text collate "C" primary key, name text, rate numeric(8, 4),
      fee numeric(8, 4), first_interval integer, next_interval integer, country text, network text, blocked boolean,
      holds_from timestamptz, said_rate numeric(16, 6), said_fee numeric(16, 6))
    on commit drop`);

/** A row is dearer if its price, its connection fee or its intervals are higher. */
const costsMore = (one: string, than: string) =>
  `(${one}.rate > ${than}.rate or ${one}.fee > ${than}.fee or ${one}.first_interval > ${than}.first_interval
    or ${one}.next_interval > ${than}.next_interval)`;
const COLUMNS = [
  ...['rate', 'fee', 'first_interval', 'next_interval', 'blocked', 'name', 'country', 'network'],
  ...['said_rate', 'said_fee'],
];
const tuple = (row: string) => `(${COLUMNS.map((column) => `${row}.${column}`).join(', ')})`;
/** The row of the next shorter prefix, by which the numbers were, or will be, priced. */
const shorter = (table: string, row: string) => `
  left join lateral (
    select c.* from ${table} c
    where c.prefix in (${Array.from({ length: 14 }, (_, length) => `left(${row}.prefix, ${length + 1})`).join(', ')})
      and length(c.prefix) < length(${row}.prefix)
    order by length(c.prefix) desc limit 1
  ) s on true`;

async function compare(tx: Transaction): Promise<void> {
  await tx.db.execute(template`analyze file_rows; analyze deck_rows`);
  await tx.db.execute(
    template.raw(`
    create temporary table file_changes on commit drop as
    select case when not f.blocked and not d.blocked and ${costsMore('f', 'd')} then 'dearer'
        when not f.blocked and not d.blocked and ${costsMore('d', 'f')} then 'cheaper' else 'other' end as kind,
      f.prefix, f.name, d.rate as before, f.rate as after,
      not f.blocked and not d.blocked and ${costsMore('f', 'd')} as dearer
    from file_rows f join deck_rows d on d.prefix = f.prefix
    where ${tuple('f')} is distinct from ${tuple('d')}
    union all
    select 'new', f.prefix, f.name, null, f.rate,
      coalesce(not f.blocked and not s.blocked and ${costsMore('f', 's')}, false)
    from file_rows f ${shorter('deck_rows', 'f')}
    where not exists (select from deck_rows d where d.prefix = f.prefix)
    union all
    select 'gone', d.prefix, d.name, d.rate, null,
      coalesce(not s.blocked and not d.blocked and ${costsMore('s', 'd')}, false)
    from deck_rows d ${shorter('file_rows', 'd')}
    where not exists (select from file_rows f where f.prefix = d.prefix)`),
  );
}
