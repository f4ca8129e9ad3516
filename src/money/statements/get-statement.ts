import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type BoundParameters, boundsSql } from './bounds.ts';
import type { Statement } from './contract.ts';
import type { Period } from './period.ts';

/** A statement, and the numbers of the ledger between which it lies. */
export interface FoundStatement extends Statement {
  after: number;
  upto: number;
}

interface Row {
  found: boolean;
  after: string;
  upto: string;
  opening: string;
  closing: string;
  total_in: string;
  total_out: string;
  count: string;
}

type Parameters = BoundParameters & { type: string };

/** What was given back in the period, as of a call's hold, is taken off what it had cost. */
const findStatement = prepared<Parameters, Row>(
  (p) => template`
      with bounds as materialized (select * from ${boundsSql(p)} b)
      select exists (select from users where id = ${p.userId}::uuid) as found, after, upto,
        coalesce((select balance_after from ledger_entries where user_id = ${p.userId}::uuid and seq = after),
          0.00) as opening,
        coalesce((select balance_after from ledger_entries where user_id = ${p.userId}::uuid and seq = upto),
          0.00) as closing,
        total_in, total_out, count
      from bounds, lateral (
        select coalesce(sum(amount) filter (where amount > 0), 0.00) as total_in,
          coalesce(-sum(amount) filter (where amount < 0), 0.00) as total_out, coalesce(sum(count), 0) as count
        from (
          select sum(e.amount) as amount, count(*) as count
          from ledger_entries e join transactions t on t.id = e.transaction_id
          where e.user_id = ${p.userId}::uuid and e.seq > after and e.seq <= upto
            and (${p.type}::text = '' or t.type = ${p.type}::text)
          group by coalesce(t.refunds_transaction_id, t.id)
        ) each
      ) totals`,
);

/**
 * The balances and totals of a period, from the ledger.
 * @throws not_found
 */
export async function getStatement(
  deps: Deps,
  { userId, period, type }: { userId: string; period: Period; type: string | undefined },
): Promise<FoundStatement> {
  const { from, to, start, end } = period;
  const [row] = await findStatement(deps.sql, { userId, start, end, type: type ?? '' });
  if (!row?.found) throw notFound('User');
  return {
    from,
    to,
    openingBalance: row.opening,
    closingBalance: row.closing,
    totalIn: row.total_in,
    totalOut: row.total_out,
    count: Number(row.count),
    after: Number(row.after),
    upto: Number(row.upto),
  };
}
