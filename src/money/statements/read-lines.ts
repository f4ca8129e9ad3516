import { sql as template, type SQL } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { prepared } from '../../../db/prepared.ts';
import type { Wording } from '../../platform/kit/faults.ts';
import { saidOf, wording as wordingFor, wordsOf } from '../../platform/kit/wordings.ts';
import type { QuotedRate } from '../rates/contract.ts';
import type { StatementLine } from './contract.ts';

interface Row {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  type: StatementLine['type'];
  description: string;
  wording: Wording | null;
  /** The amount due, where another one arrived. */
  due: string | null;
  amount: string;
  balance_after: string;
  seq: string;
  cryptocurrency: QuotedRate['cryptocurrency'] | null;
  crypto_amount: string | null;
  rate: string | null;
  sources: QuotedRate['sources'] | null;
}

/** Ledger entries by number: above `after`, up to `upto`. */
export interface Range {
  userId: string;
  after: number;
  upto: number;
  type: string | undefined;
}

const readRows = (order: SQL) =>
  prepared<{ userId: string; after: number; upto: number; type: string; limit: number }, Row>(
    (p) => template`
      select t.id, (extract(epoch from e.created_at) * 1000)::float8 as at, t.type,
        t.description, t.wording, case when t.received_amount is not null then t.amount::text end as due,
        e.amount::text as amount, e.balance_after::text as balance_after, e.seq,
        q.cryptocurrency, q.crypto_amount::text as crypto_amount, q.rate, q.rate_sources as sources
      from ledger_entries e join transactions t on t.id = e.transaction_id left join quotes q on q.id = t.quote_id
      where e.user_id = ${p.userId}::uuid and e.seq > ${p.after}::bigint and e.seq <= ${p.upto}::bigint
        and (${p.type}::text = '' or t.type = ${p.type}::text)
      order by e.seq ${order} limit ${p.limit}::integer`,
  );

const newestFirst = readRows(template`desc`);
const oldestFirst = readRows(template`asc`);

/** The newest lines of a range, newest first. */
export async function readNewest(sql: Sql, range: Range, limit: number): Promise<StatementLine[]> {
  const rows = await newestFirst(sql, { ...range, type: range.type ?? '', limit });
  return rows.map(presentLine);
}

const LINES_AT_ONCE = 1000;

/** All lines of a range, oldest first, read a thousand at a time while they are taken. */
export async function* readOldestFirst(sql: Sql, range: Range): AsyncGenerator<StatementLine[]> {
  let { after } = range;
  for (;;) {
    const rows = await oldestFirst(sql, { ...range, after, type: range.type ?? '', limit: LINES_AT_ONCE });
    if (rows.length > 0) yield rows.map(presentLine);
    if (rows.length < LINES_AT_ONCE) return;
    after = Number(rows.at(-1)?.seq);
  }
}

function presentLine(row: Row): StatementLine {
  const wording = row.due === null ? row.wording : wordingFor('due', { what: saidOf(row), amount: `£${row.due}` });
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    type: row.type,
    description: wordsOf(wording, row.description),
    wording,
    amount: row.amount,
    balanceAfter: row.balance_after,
    quoted: quotedOf(row),
  };
}

const quotedOf = ({ cryptocurrency, crypto_amount, rate, sources }: Row): QuotedRate | null =>
  cryptocurrency === null || crypto_amount === null || rate === null
    ? null
    : { cryptocurrency, cryptoAmount: crypto_amount, rate, sources: sources ?? [] };
