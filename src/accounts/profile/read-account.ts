import { type Placeholder, type SQL, sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import { callerColumns, type CallerParameters, type CallerRow, callerSql } from '../../callers/caller.ts';
import type { Sender } from '../../callers/credentials.ts';
import { admitRow, type Guarded } from '../../callers/guards.ts';
import { RawJson } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';

/**
 * Reads something about an account, for itself and administrators: caller, permission and account in one round trip.
 * PostgreSQL makes the JSON. What it returns checks the caller itself.
 * @param shown columns and tables, over `users u`
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found
 */
export function accountReader(endpoint: Guarded, shown: (now: Placeholder) => SQL) {
  const find = (kind: Sender['kind']) =>
    prepared<CallerParameters & { userId: string }, CallerRow & { shown: string | null }>(
      (p) => template`
        select ${callerColumns},
          (select ${shown(p.now)} where u.id = ${p.userId}::uuid and (c.role = 'admin' or c.id = u.id)) as shown
        from ${callerSql(p, kind)} c`,
    );
  const queries = { session: find('session'), key: find('key'), account: find('account') };
  return async ({ deps, credential }: { deps: Deps; credential: Sender }, userId: string): Promise<RawJson> => {
    const [row] = await queries[credential.kind](deps.sql, { ...credential, now: deps.clock.now(), userId });
    const { shown: text } = admitRow(deps, { credential, endpoint, ownerId: userId }, row);
    if (text === null) throw notFound('User');
    return new RawJson(text);
  };
}
