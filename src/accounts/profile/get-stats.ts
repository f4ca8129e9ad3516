import { sql as template } from 'drizzle-orm';
import { prepared } from '../../../db/prepared.ts';
import type { Deps } from '../../services/deps.ts';
import { RawJson } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { monthlySpendSql } from '../../money/ledger/spending.ts';
import { firstDayOfMonth } from '../../platform/kit/utc-month.ts';
import { getStats as endpoint } from './contract.ts';
import type { Sender } from '../../callers/credentials.ts';
import { DEFAULT_KEY } from '../../callers/present-user.ts';
import { callerColumns, type CallerParameters, type CallerRow, callerSql } from '../../callers/caller.ts';
import { admitRow } from '../../callers/guards.ts';

interface Parameters extends CallerParameters {
  [name: string]: string | Date | boolean;
  userId: string;
  month: string;
}

interface Row extends CallerRow {
  shown: string | null;
}

/** Each counter reads sums of days, or one index of the user's own rows. An account's first money came before its charges. */
const findStats = (kind: Sender['kind']) =>
  prepared<Parameters, Row>(
    (p) => template`
      select ${callerColumns},
        (select json_build_object(
          'smsSent', (select coalesce(sum(handed_over), 0) from message_days where user_id = u.id),
          'voiceMinutes', (select coalesce(sum(billed_minutes), 0) from voice_calls where user_id = u.id),
          'didNumbers', (select count(*) from did_numbers
            where user_id = u.id and status = 'active' and expires_at > ${p.now}::timestamptz),
          'monthlySpend', ${monthlySpendSql(template`${p.month}`)},
          'credits', u.credits::text,
          'onHold', (select coalesce(sum(set_aside), 0)::numeric(12, 2)::text from voice_calls
            where user_id = u.id and ended_at is null),
          'onTrial', u.on_trial,
          'firstSteps', json_build_object(
            'addressConfirmed', u.email_confirmed_at is not null,
            'messageSent', exists (select from message_days where user_id = u.id and handed_over > 0),
            'creditAdded', (select true from transactions where user_id = u.id and balance_change > 0
              and type in ('credit_purchase', 'credit_transfer', 'adjustment')
              and not exists (select from trial_grants g
                where g.user_id = u.id and g.transaction_id = transactions.id) order by id limit 1) is not null,
            'keyMade', exists (select from api_keys where user_id = u.id
              and revoked_at is null and name <> ${template.raw(`'${DEFAULT_KEY}'`)})))::text
        from users u
        where u.id = ${p.userId}::uuid and (c.role = 'admin' or c.id = u.id)) as shown
      from ${callerSql(p, kind)} c`,
  );

const queries = { session: findStats('session'), key: findStats('key'), account: findStats('account') };

/**
 * The counters of the overview, for the account itself and administrators. It checks the caller itself.
 * @throws not_signed_in, account_suspended, forbidden, second_factor_needed, not_found
 */
export async function getStats(
  { deps, credential }: { deps: Deps; credential: Sender },
  userId: string,
): Promise<RawJson> {
  const now = deps.clock.now();
  const [row] = await queries[credential.kind](deps.sql, { ...credential, now, userId, month: firstDayOfMonth(now) });
  const { shown } = admitRow(deps, { credential, endpoint, ownerId: userId }, row);
  if (shown === null) throw notFound('User');
  return new RawJson(shown);
}
