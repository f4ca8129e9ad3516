import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
import { RawJson } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { getUser as endpoint } from './contract.ts';
import type { Sender } from '../../callers/credentials.ts';
import { callerColumns, type CallerParameters, type CallerRow, callerSql } from '../../callers/caller.ts';
import { admitRow } from '../../callers/guards.ts';
import { currentKeySql, userJsonSql } from '../../callers/present-user.ts';

interface Row extends CallerRow {
  shown: string | null;
}

/** Caller, permission and account in one round trip; PostgreSQL makes the JSON. */
const findUser = (kind: Sender['kind']) =>
  prepared<CallerParameters & { userId: string }, Row>(
    (p) => template`
      select ${callerColumns},
        (select ${userJsonSql} from users u ${currentKeySql}
          where u.id = ${p.userId}::uuid and (c.role = 'admin' or c.id = u.id)) as shown
      from ${callerSql(p, kind)} c`,
  );

const queries = { session: findUser('session'), key: findUser('key'), account: findUser('account') };

/**
 * Reads an account, for itself and administrators. It checks the caller itself.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found
 */
export async function getUser(
  { deps, credential }: { deps: Deps; credential: Sender },
  userId: string,
): Promise<RawJson> {
  const [row] = await queries[credential.kind](deps.sql, { ...credential, now: deps.clock.now(), userId });
  const { shown } = admitRow(deps, { credential, endpoint, ownerId: userId }, row);
  if (shown === null) throw notFound('User');
  return new RawJson(shown);
}
