import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { type BoundParameters, boundsSql } from './bounds.ts';
import type { StatementLine } from './contract.ts';
import type { Period } from './period.ts';
import { readNewest } from './read-lines.ts';

interface Bounds {
  found: boolean;
  after: string;
  upto: string;
}

/** The page before ended with the transaction `before`; its entry must be the user's own. */
const findBounds = prepared<BoundParameters & { before: string }, Bounds>(
  (p) => template`
    select exists (select from users where id = ${p.userId}::uuid) as found, after,
      case when ${p.before}::text = '' then upto else least(upto, coalesce((
        select seq - 1 from ledger_entries
        where transaction_id = nullif(${p.before}::text, '')::uuid and user_id = ${p.userId}::uuid), 0)) end as upto
    from ${boundsSql(p)} bounds`,
);

interface Query {
  limit: number;
  before?: string | undefined;
  type?: string | undefined;
}

/** The changes of the balance in a period, newest first. @throws not_found */
export async function listLines(
  deps: Deps,
  {
    userId,
    period: { start, end },
    query: { limit, before = '', type },
  }: { userId: string; period: Period; query: Query },
): Promise<Page<StatementLine>> {
  const [bounds] = await findBounds(deps.sql, { userId, start, end, before });
  if (!bounds?.found) throw notFound('User');
  const range = { userId, type, after: Number(bounds.after), upto: Number(bounds.upto) };
  return Page.json(await readNewest(deps.sql, range, limit + 1), limit);
}
