import { type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Sender } from '../../callers/credentials.ts';
import { callerColumns, type CallerParameters, type CallerRow, callerSql } from '../../callers/caller.ts';
import { admitRow } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { listTransactions as endpoint, type Transaction } from './contract.ts';
import {
  type ListedTransaction,
  presentListed,
  settledCallColumns,
  transactionColumns,
} from './present-transaction.ts';

interface Query {
  limit: number;
  before?: string | undefined;
  calls: 'all' | 'settled';
  status: 'all' | 'pending';
}

/** The caller, on each row of the page; an empty page has one row with only the caller. */
interface Row extends Omit<ListedTransaction, 'id'>, CallerRow {
  found: boolean;
  id: string | null;
}

type Listed = Row & ListedTransaction;

/** Greater than every id: a page without `before` starts here, so that it uses the index too. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The columns to read, and their rows. */
type Selection = Record<'columns' | 'from' | 'where', SQL>;

const NOTHING = template``;
const ALL: Selection = { columns: transactionColumns, from: NOTHING, where: NOTHING };

/** Calls by their cost: the charge minus the refund, if it is known and not zero. */
const SETTLED_CALLS: Selection = {
  columns: settledCallColumns,
  from: template`
    left join voice_calls call on t.type = 'voice_charge' and call.transaction_id = t.id
    left join lateral (
      select sum(r.amount) as amount, sum(r.balance_change) as balance_change from transactions r
      where call.id is not null and r.refunds_transaction_id = t.id
    ) back on true`,
  where: template`
    and (t.type <> 'voice_charge' or (call.ended_at is not null and t.amount > coalesce(back.amount, 0)))
    and not (t.type = 'refund' and exists (
      select from transactions held where held.id = t.refunds_transaction_id and held.type = 'voice_charge'))`,
};

/** Caller, permission and page in one round trip. One row more than requested shows whether another page exists. */
const findPage = (kind: Sender['kind'], { columns, from, where }: Selection) =>
  prepared<CallerParameters & { userId: string; limit: number; before: string }, Row>(
    (p) => template`
      with caller as (
        select ${callerColumns},
          exists (select 1 from users where id = ${p.userId}::uuid) as found
        from ${callerSql(p, kind)} c
      )
      select * from caller left join lateral (
        select ${columns} from transactions t ${from}
        where caller.caller_status = 'active'
          and (caller.caller_role = 'admin' or caller.caller_id = ${p.userId}::uuid)
          and t.user_id = ${p.userId}::uuid and t.id < ${p.before}::uuid ${where}
        order by t.id desc limit ${p.limit}::int + 1
      ) page on true
      order by page.id desc`,
  );

const pagesOf = (selection: Selection) => ({
  session: findPage('session', selection),
  key: findPage('key', selection),
  account: findPage('account', selection),
});
const pages = {
  all: pagesOf(ALL),
  settled: pagesOf(SETTLED_CALLS),
  // No call is among them.
  pending: pagesOf({ ...ALL, where: template` and t.status = 'pending'` }),
};

/**
 * A user's transactions, newest first, for the user and administrators. It checks the caller itself.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found
 */
export async function listTransactions(
  { deps, credential }: { deps: Deps; credential: Sender },
  { userId, query: { limit, before = AFTER_ALL, calls, status } }: { userId: string; query: Query },
): Promise<Page<Transaction>> {
  const now = deps.clock.now();
  const page = pages[status === 'pending' ? status : calls][credential.kind];
  const rows = await page(deps.sql, { ...credential, now, userId, limit, before });
  const { found } = admitRow(deps, { credential, endpoint, ownerId: userId }, rows[0]);
  if (!found) throw notFound('User');
  const listed = rows.filter((each): each is Listed => each.id !== null);
  return Page.json(listed.map(presentListed), limit);
}
