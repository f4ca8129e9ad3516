import { TOTALS_SQL } from '../../platform/totals/read-totals.ts';
import { CUSTOMER_RULES } from './customer-rules.ts';
import { DEBT_RULES } from './debt-rules.ts';
import { PAYMENT_RULES } from './payment-rules.ts';
import { SPEND_RULES } from './spend-rules.ts';
import { BOOK_RULES } from './trial-balance.ts';
import { VOICE_RULES } from './voice-rules.ts';
import type { Rule } from './rule.ts';

/** Orders grant something other than credit, so verifying one changes no balance. */
const ORDERS = `('reseller_package', 'voice_package')`;

/** The rules that `checkLedger` checks. Each is true at any time, between any two commits. */
export const RULES: readonly Rule[] = [
  {
    rule: 'credits equal the sum of ledger entries',
    over: 'users',
    broken: `
      select u.id::text as subject, coalesce(e.total, 0.00)::text as expected, u.credits::text as found
      from each_user u
      left join (select user_id, sum(amount) as total from ledger_entries group by user_id) e on e.user_id = u.id
      where u.credits <> coalesce(e.total, 0)`,
  },
  {
    rule: 'no balance is below zero',
    over: 'users',
    broken: `
      select id::text as subject, '>= 0.00' as expected, credits::text as found
      from each_user where credits < 0`,
  },
  {
    rule: 'each entry leaves the balance it says',
    over: 'users',
    broken: `
      select id::text as subject, running::text as expected, balance_after::text as found
      from (select id, balance_after, sum(amount) over (partition by user_id order by seq) as running
            from ledger_entries where user_id in (select id from each_user)) entries
      where running <> balance_after`,
  },
  {
    rule: `a transaction's change is its ledger entry`,
    over: 'transactions',
    broken: `
      select t.id::text as subject, coalesce(e.amount, 0.00)::text as expected, t.balance_change::text as found
      from each_transaction t left join ledger_entries e on e.transaction_id = t.id
      where t.balance_change <> coalesce(e.amount, 0)`,
  },
  {
    rule: `a transaction's balance is its ledger entry's`,
    over: 'transactions',
    broken: `
      select t.id::text as subject, e.balance_after::text as expected, t.balance_after::text as found
      from each_transaction t left join ledger_entries e on e.transaction_id = t.id
      where t.balance_after is distinct from e.balance_after`,
  },
  {
    rule: `a transaction's entry is its own user's`,
    over: 'transactions',
    broken: `
      select t.id::text as subject, t.user_id::text as expected, e.user_id::text as found
      from each_transaction t join ledger_entries e on e.transaction_id = t.id
      where t.user_id <> e.user_id`,
  },
  {
    rule: 'pending and failed transactions move nothing',
    over: 'transactions',
    broken: `
      select id::text as subject, '0.00' as expected, balance_change::text as found
      from each_transaction where status in ('pending', 'failed') and balance_change <> 0`,
  },
  {
    rule: 'a settled transaction moves its amount, the way its type says',
    over: 'transactions',
    broken: `
      select id::text as subject, moves::text as expected, moved::text as found
      from (
        select t.id, t.balance_change - case when t.type = 'debt_payment' then 0 else coalesce(d.amount, 0) end as moved,
        case
          when type = 'credit_purchase' then coalesce(received_amount, t.amount)
          when type = 'refund' then t.amount
          when type in ('adjustment', 'credit_transfer', 'reseller_margin', 'other')
            then case when t.balance_change < 0 or d.amount > 0 then -t.amount else t.amount end
          when type in ${ORDERS} and status = 'verified' then 0.00
          else -t.amount
        end as moves
        from each_transaction t left join debt_entries d on d.transaction_id = t.id
        where status in ('verified', 'completed')
      ) settled
      where moved <> moves`,
  },
  {
    // A payment that names no output has all outputs.
    rule: 'an output of a transaction is verified once per chain',
    over: 'transactions',
    broken: `
      select chain || ' ' || transaction_hash as subject,
        greatest(count(distinct output_index), 1)::text as expected, count(*)::text as found
      from transactions
      where status = 'verified' and transaction_hash is not null and not hash_freed and (chain, transaction_hash) in (
        select chain, transaction_hash from each_transaction
        where status = 'verified' and transaction_hash is not null and not hash_freed)
      group by chain, transaction_hash having count(*) > greatest(count(distinct output_index), 1)`,
  },
  {
    rule: 'a refund names a charge of the same user',
    over: 'transactions',
    broken: `
      select r.id::text as subject, r.user_id::text as expected, c.user_id::text as found
      from each_transaction r left join transactions c on c.id = r.refunds_transaction_id
      where r.type = 'refund' and c.user_id is distinct from r.user_id`,
  },
  {
    rule: 'refunds do not exceed their charge',
    over: 'transactions',
    broken: `
      select c.id::text as subject, c.amount::text as expected, sum(r.amount)::text as found
      from each_transaction c join transactions r on c.id = r.refunds_transaction_id
      group by c.id, c.amount having sum(r.amount) > c.amount`,
  },
  {
    rule: 'a message costs what was charged for it',
    over: 'messages',
    broken: `
      select m.id::text as subject, (-t.balance_change)::text as expected, m.cost::text as found
      from each_message m join transactions t on t.id = m.transaction_id
      where m.cost <> -t.balance_change`,
  },
  {
    rule: `a message's actual cost is its charge less its refunds`,
    over: 'messages',
    broken: `
      select m.id::text as subject, (m.cost - coalesce(sum(r.amount), 0))::text as expected,
        m.actual_cost::text as found
      from each_message m left join transactions r on r.refunds_transaction_id = m.transaction_id
      group by m.id, m.cost, m.actual_cost having m.actual_cost <> m.cost - coalesce(sum(r.amount), 0)`,
  },
  {
    rule: `recipients' costs add up to their message's`,
    over: 'messages',
    broken: `
      select m.id::text as subject, m.actual_cost::text as expected, sum(r.cost)::text as found
      from each_message m join sms_recipients r on r.message_id = m.id
      group by m.id, m.actual_cost having m.actual_cost <> sum(r.cost)`,
  },
  {
    rule: 'every charge for a message has its message',
    over: 'transactions',
    broken: `
      select t.id::text as subject, 'a message' as expected, null as found
      from each_transaction t left join sms_messages m on m.transaction_id = t.id
      where t.type = 'sms_charge' and m.id is null`,
  },
  {
    rule: 'an active package has a settled order',
    over: 'packages',
    broken: `
      select v.id::text as subject, 'a settled order' as expected, null as found
      from each_package v
      where v.is_active and not exists (select from transactions t
        where t.voice_package_id = v.id and t.user_id = v.user_id and t.type = 'voice_package'
          and t.status in ('verified', 'completed'))`,
  },
  {
    rule: 'a settled order of a reseller package has its term, and nothing else has',
    over: 'transactions',
    broken: `
      select t.id::text as subject, t.status as expected, null as found
      from each_transaction t
      where t.type = 'reseller_package' and t.status in ('verified', 'completed') and not exists (
        select from reseller_terms r where r.transaction_id = t.id and r.user_id = t.user_id)`,
  },
  {
    rule: 'a settled order of a reseller package has its term, and nothing else has',
    over: 'terms',
    broken: `
      select r.transaction_id::text as subject, null as expected, r.plan as found
      from each_term r
      where not exists (select from transactions t where t.id = r.transaction_id and t.user_id = r.user_id
        and t.type = 'reseller_package' and t.status in ('verified', 'completed'))`,
  },
  {
    rule: `a package's minutes are those of its calls`,
    over: 'packages',
    broken: `
      select v.id::text as subject, coalesce(sum(coalesce(m.used, m.reserved)), 0)::text as expected,
        v.minutes_taken::text as found
      from each_package v
      left join package_minutes m on m.package_id = v.id and m.month = v.minutes_month
      group by v.id, v.minutes_taken having v.minutes_taken <> coalesce(sum(coalesce(m.used, m.reserved)), 0)`,
  },
  {
    rule: 'totals are what they count, month by month',
    broken: `
      select coalesce(t.month, c.month)::text as subject, c.figures as expected, t.figures as found
      from (
        select month, concat_ws(' ', sum(users), sum(revenue)::numeric(16, 2), sum(credits)::numeric(16, 2)) as figures
        from (${TOTALS_SQL}) totals
        group by month having (sum(users), sum(revenue), sum(credits)) <> (0, 0, 0)
      ) t full join (
        select date_trunc('month', at at time zone 'UTC')::date as month,
          concat_ws(' ', sum(users), sum(revenue)::numeric(16, 2), sum(credits)::numeric(16, 2)) as figures
        from (
          select created_at as at, 1 as users, 0.00 as revenue, 0.00 as credits from users
          union all
          select coalesce(settled_at, created_at), 0, coalesce(received_amount, amount), 0.00
            from transactions where status = 'verified'
          union all
          select created_at, 0, -amount, 0.00 from transactions
            where type = 'payment_reversal' and status = 'completed'
          union all
          select created_at, 0, 0.00, amount from ledger_entries
        ) rows
        group by 1 having (sum(users), sum(revenue), sum(credits)) <> (0, 0, 0)
      ) c using (month)
      where t.figures is distinct from c.figures`,
  },
  {
    rule: 'the total of active accounts is their number',
    broken: `
      select 'active accounts' as subject, active::text as expected, counted::text as found
      from (select (select count(*) from users where status = 'active') as active,
        (select coalesce(sum(active_users), 0) from (${TOTALS_SQL}) totals) as counted) both_ways
      where active <> counted`,
  },
  ...BOOK_RULES,
  ...DEBT_RULES,
  ...CUSTOMER_RULES,
  ...PAYMENT_RULES,
  ...VOICE_RULES,
  ...SPEND_RULES,
];
