import type { Rule } from './rule.ts';

/** The earnings of each margin, in pounds: its share of the final or settled recipients. */
export const FINAL = `
  select m.transaction_id, coalesce(sum(r.margin) filter (where (r.status in ('delivered', 'failed') or r.earned_unheard_at is not null)), 0) as earned
  from sms_messages m join sms_recipients r on r.message_id = m.id
  where m.transaction_id in (select transaction_id from margins)
  group by 1
  union all
  select transaction_id, case when ended_at is null then 0 else actual_cost - coalesce(supplier_cost, actual_cost) end
  from voice_calls
  where transaction_id is not null
  union all
  select t.id, case when exists (select from did_numbers n where n.transaction_id = t.id and n.status = 'provisioning')
    or exists (select from transactions r where r.refunds_transaction_id = t.id) then 0 else m.amount end
  from transactions t join margins m on m.transaction_id = t.id where t.type in ('did_purchase', 'voice_package')`;

/** The rules between a reseller and the reseller's customers. */
export const CUSTOMER_RULES: readonly Rule[] = [
  {
    rule: 'the two sides of a credit transfer name each other and cancel out',
    over: 'transactions',
    broken: `
      select t.id::text as subject, (-t.balance_change)::text as expected, c.balance_change::text as found
      from each_transaction t
      left join transactions c on c.id = t.counterpart_transaction_id
        and c.counterpart_transaction_id = t.id and c.type = 'credit_transfer' and c.user_id <> t.user_id
      where t.type = 'credit_transfer' and c.balance_change is distinct from -t.balance_change`,
  },
  {
    rule: `credit passes between a reseller and a customer of theirs`,
    over: 'transactions',
    broken: `
      select t.id::text as subject, a.reseller_id::text as expected, c.user_id::text as found
      from each_transaction t
      join users a on a.id = t.user_id
      join transactions c on c.id = t.counterpart_transaction_id
      join users b on b.id = c.user_id
      where t.type = 'credit_transfer'
        and a.reseller_id is distinct from b.id and b.reseller_id is distinct from a.id`,
  },
  {
    rule: `a margin is of its own customer's charge, and that customer's reseller's`,
    over: 'margins',
    broken: `
      select m.transaction_id::text as subject, u.reseller_id::text as expected, m.reseller_id::text as found
      from each_margin m join transactions t on t.id = m.transaction_id join users u on u.id = t.user_id
      where m.customer_id <> t.user_id or m.reseller_id is distinct from u.reseller_id
        or t.balance_change >= 0 and not (t.type = 'voice_package' and t.status = 'verified') or t.type = 'refund'`,
  },
  {
    rule: 'a margin is at most its charge',
    over: 'margins',
    broken: `
      select t.id::text as subject, t.amount::text as expected, m.amount::text as found
      from each_margin m join transactions t on t.id = m.transaction_id
      where m.amount > t.amount or m.amount <= 0`,
  },
  {
    rule: 'a margin is earned by what is final or settled, and by nothing else',
    over: 'margins',
    broken: `
      select m.transaction_id::text as subject, o.earned::text as expected,
        coalesce(e.earned, 0.00)::text as found
      from each_margin m
      join (${FINAL}) o on o.transaction_id = m.transaction_id
      left join (select transaction_id, sum(amount) as earned from margin_earnings group by 1) e
        on e.transaction_id = m.transaction_id
      where coalesce(e.earned, 0) <> o.earned`,
  },
  {
    rule: `an earning is its margin's reseller's`,
    over: 'earnings',
    broken: `
      select e.id::text as subject, concat_ws(' ', m.reseller_id, m.customer_id) as expected,
        concat_ws(' ', e.reseller_id, e.customer_id) as found
      from each_earning e join margins m on m.transaction_id = e.transaction_id
      where (e.reseller_id, e.customer_id) <> (m.reseller_id, m.customer_id)`,
  },
  {
    rule: `credited margins add up to their reseller's transaction`,
    over: 'transactions',
    broken: `
      select t.id::text as subject, (t.balance_change - coalesce(d.amount, 0))::text as expected,
        m.total::text as found
      from each_transaction t left join debt_entries d on d.transaction_id = t.id
      left join lateral (select sum(amount) as total from margin_earnings e
        where e.credited_by = t.id and e.reseller_id = t.user_id) m on true
      where t.type = 'reseller_margin' and t.balance_change - coalesce(d.amount, 0) is distinct from m.total`,
  },
  {
    rule: `credited margins add up to their reseller's transaction`,
    over: 'earnings',
    broken: `
      select e.credited_by::text as subject, null as expected, e.amount::text as found
      from each_earning e
      where e.credited_by is not null and not exists (select from transactions t
        where t.id = e.credited_by and t.user_id = e.reseller_id and t.type = 'reseller_margin')`,
  },
  {
    // An account without customers that never had totals has earned nothing.
    rule: 'totals of margins are what they count, month by month',
    over: 'users',
    broken: `
      select concat_ws(' ', reseller_id, customer_id, month) as subject, c.amount::text as expected,
        t.amount::text as found
      from (select * from margin_totals where amount <> 0 and reseller_id in (select id from each_user)) t
      full join (
        select reseller_id, coalesce(customer_id, reseller_id) as customer_id, month, sum(amount) as amount
        from (select *, date_trunc('month', created_at at time zone 'UTC')::date as month
          from margin_earnings where credited_by in (
            select p.id from each_user s join transactions p on p.user_id = s.id and p.type = 'reseller_margin'
            where exists (select from users c where c.reseller_id = s.id)
              or exists (select from margin_totals m where m.reseller_id = s.id))) e
        group by grouping sets ((reseller_id, customer_id, month), (reseller_id, month))
        having sum(amount) <> 0
      ) c using (reseller_id, customer_id, month)
      where t.amount is distinct from c.amount`,
  },
];
