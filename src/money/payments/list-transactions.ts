import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Credential } from '../../callers/credentials.ts';
import { admitRow, callerColumns, type CallerRow, callerSql } from '../../callers/guards.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { listTransactions as endpoint, type Transaction } from './contract.ts';
import { type ListedTransaction, presentListed, transactionColumns } from './present-transaction.ts';

interface Query {
  limit: number;
  before?: string | undefined;
}

/** The caller, beside each transaction of the page; a row without one where the page is empty. */
interface Row extends Omit<ListedTransaction, 'id'>, CallerRow {
  found: boolean;
  id: string | null;
}

type Listed = Row & ListedTransaction;

/** Greater than every id: a page without `before` starts here, and the index is used all the same. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Caller, right and page in one round trip. One row more than asked for tells whether there is another page. */
const findPage = (kind: Credential['kind']) =>
  prepared<{ tokenHash: string; now: Date; userId: string; limit: number; before: string }, Row>(
    (p) => template`
      with caller as (
        select ${callerColumns},
          exists (select 1 from users where id = ${p.userId}::uuid) as found
        from ${callerSql(kind, template`${p.tokenHash}`, template`${p.now}`)} c
      )
      select * from caller left join lateral (
        select ${transactionColumns} from transactions t
        where caller.caller_status = 'active'
          and (caller.caller_role = 'admin' or caller.caller_id = ${p.userId}::uuid)
          and t.user_id = ${p.userId}::uuid and t.id < ${p.before}::uuid
        order by t.id desc limit ${p.limit}::int + 1
      ) page on true
      order by page.id desc`,
  );

const pages = { session: findPage('session'), key: findPage('key') };

/**
 * A user's transactions, newest first, for the user and administrators. Checks the caller itself.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found
 */
export async function listTransactions(
  { deps, credential }: { deps: Deps; credential: Credential },
  { userId, query: { limit, before = AFTER_ALL } }: { userId: string; query: Query },
): Promise<Page<Transaction>> {
  const now = deps.clock.now();
  const { tokenHash } = credential;
  const rows = await pages[credential.kind](deps.sql, { tokenHash, now, userId, limit, before });
  const { found } = admitRow(deps, credential, endpoint, rows[0], userId);
  if (!found) throw notFound('User');
  const listed = rows.filter((each): each is Listed => each.id !== null);
  return Page.json(listed.map(presentListed), limit);
}
