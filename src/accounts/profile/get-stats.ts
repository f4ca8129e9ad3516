import { sql as template } from 'drizzle-orm';
import { DEFAULT_KEY } from '../../callers/present-user.ts';
import { monthlySpendSql } from '../../money/ledger/spending.ts';
import { getStats as endpoint } from './contract.ts';
import { accountReader } from './read-account.ts';

/**
 * The counters of the overview. Each reads sums of days, or one index of the user's own rows. An account's first money came
 * before its charges.
 */
export const getStats = accountReader(
  endpoint,
  (now) => template`json_build_object(
    'smsSent', (select coalesce(sum(handed_over), 0) from days_of_messages(u.id)),
    'voiceMinutes', (select coalesce(sum(billed_minutes), 0) from voice_calls where user_id = u.id),
    'didNumbers', (select count(*) from did_numbers
      where user_id = u.id and status = 'active' and expires_at > ${now}::timestamptz),
    'monthlySpend', ${monthlySpendSql(template`to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM-01')`)},
    'credits', u.credits::text,
    'onHold', (select coalesce(sum(set_aside), 0)::numeric(12, 2)::text from voice_calls
      where user_id = u.id and ended_at is null),
    'onTrial', u.on_trial,
    'firstSteps', json_build_object(
      'addressConfirmed', u.email_confirmed_at is not null,
      'messageSent', exists (select from days_of_messages(u.id) where handed_over > 0)
        or exists (select from test_messages where user_id = u.id),
      'creditAdded', (select true from transactions where user_id = u.id and balance_change > 0
        and type in ('credit_purchase', 'credit_transfer', 'adjustment')
        and not exists (select from trial_grants g
          where g.user_id = u.id and g.transaction_id = transactions.id) order by id limit 1) is not null,
      'keyMade', exists (select from api_keys where user_id = u.id
        and revoked_at is null and name <> ${template.raw(`'${DEFAULT_KEY}'`)})))::text
    from users u`,
);
