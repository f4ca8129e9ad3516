import { sql as template } from 'drizzle-orm';
import { statement } from '../../db/statement.ts';
import type { Credential } from '../accounts/credentials.ts';
import { callerSql, forbidden, notSignedIn, suspended } from '../accounts/guards.ts';
import type { Deps } from '../deps.ts';
import { Page, RawJson } from '../http/answer.ts';
import { notFound } from '../kit/errors.ts';
import { transactionColumns } from './present.ts';

interface Query {
  limit: number;
  before?: string | undefined;
}

interface Row {
  caller_status: 'active' | 'suspended';
  allowed: boolean;
  found: boolean;
  shown: string;
  /** The id that the next page starts before; null on the last one. */
  next: string | null;
}

/** Greater than every id: a page without `before` starts here, and the index is used all the same. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Caller, right and page in one round trip, the JSON made by PostgreSQL. One row more than asked for is
 * read, to tell whether there is another page.
 */
const findPage = (kind: Credential['kind']) =>
  statement<{ tokenHash: string; now: Date; userId: string; limit: number; before: string }, Row>(
    (p) => template`
      with caller as (
        select status, role = 'admin' or id = ${p.userId}::uuid as allowed
        from ${callerSql(kind, template`${p.tokenHash}`, template`${p.now}`)} c
      ), page as (
        select ${transactionColumns} from transactions t
        where (select allowed and status = 'active' from caller)
          and t.user_id = ${p.userId}::uuid and t.id < ${p.before}::uuid
        order by t.id desc limit ${p.limit}::int + 1
      ), shown as (
        select * from page order by id desc limit ${p.limit}::int
      )
      select status as caller_status, allowed,
        exists (select 1 from users where id = ${p.userId}::uuid) as found,
        (select coalesce(json_agg(shown order by id desc), '[]')::text from shown) as shown,
        case when (select count(*) from page) > ${p.limit}::int
          then (select id from shown order by id limit 1) end as next
      from caller`,
  );

const pages = { session: findPage('session'), key: findPage('key') };

/**
 * A user's transactions, newest first, for the user and administrators. Checks the caller itself.
 * @throws not_signed_in, account_suspended, forbidden, not_found
 */
export async function listTransactions(
  deps: Deps,
  credential: Credential,
  userId: string,
  { limit, before = AFTER_ALL }: Query,
): Promise<Page<never>> {
  const now = deps.clock.now();
  const { tokenHash } = credential;
  const [row] = await pages[credential.kind](deps.sql, { tokenHash, now, userId, limit, before });
  if (!row) throw notSignedIn();
  if (row.caller_status === 'suspended') throw suspended();
  if (!row.allowed) throw forbidden();
  if (!row.found) throw notFound('User');
  return new Page<never>(new RawJson(row.shown), row.next);
}
