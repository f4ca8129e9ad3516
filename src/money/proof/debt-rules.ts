import type { Rule } from './rule.ts';

/** The rules for accounts' debts. */
export const DEBT_RULES: readonly Rule[] = [
  {
    rule: 'what an account owes is the sum of its debt entries',
    over: 'users',
    broken: `
      select u.id::text as subject, coalesce(d.total, 0.00)::text as expected, u.owed::text as found
      from each_user u
      left join (select user_id, sum(amount) as total from debt_entries group by user_id) d on d.user_id = u.id
      where u.owed <> coalesce(d.total, 0)`,
  },
  {
    rule: 'who owes has no credit',
    over: 'users',
    broken: `
      select id::text as subject, '0.00' as expected, credits::text as found
      from each_user where owed > 0 and credits > 0`,
  },
  {
    rule: 'each debt entry leaves the debt it says',
    over: 'users',
    broken: `
      select id::text as subject, running::text as expected, owed_after::text as found
      from (select id, owed_after, sum(amount) over (partition by user_id order by id) as running
            from debt_entries where user_id in (select id from each_user)) entries
      where running <> owed_after`,
  },
  {
    rule: 'a debt is what was not there of a reversal or a margin, and is paid by what it says',
    over: 'debts',
    broken: `
      select t.id::text as subject, t.user_id::text as expected, d.user_id::text as found
      from each_debt d join transactions t on t.id = d.transaction_id
      where d.user_id <> t.user_id or case
        when t.type = 'debt_payment' then d.amount <> t.balance_change
        else t.type not in ('payment_reversal', 'reseller_margin') or d.amount <= 0
          or d.amount <> t.amount + t.balance_change
      end`,
  },
  {
    rule: 'what was taken back of a payment is what was decided, and no more than arrived',
    over: 'transactions',
    broken: `
      select t.id::text as subject, null as expected, t.amount::text as found
      from each_transaction t
      where t.type = 'payment_reversal' and not exists (
        select from payment_reversals r where r.reversal_transaction_id = t.id)`,
  },
  {
    rule: 'what was taken back of a payment is what was decided, and no more than arrived',
    over: 'reversals',
    broken: `
      select r.reversal_transaction_id::text as subject, r.amount::text as expected, t.amount::text as found
      from each_reversal r
      left join transactions t on t.id = r.reversal_transaction_id and t.type = 'payment_reversal'
      left join transactions p on p.id = r.transaction_id
      left join lateral (select sum(amount) as total from payment_reversals a
        where a.transaction_id = r.transaction_id and a.reversal_transaction_id is not null) taken on true
      where r.reversal_transaction_id is not null and (t.amount is distinct from r.amount
        or t.user_id is distinct from p.user_id or p.status <> 'verified'
        or taken.total > coalesce(p.received_amount, p.amount))`,
  },
];
