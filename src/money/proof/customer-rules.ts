import type { Rule } from './rules.ts';

/** What holds between a reseller and their customers. */
export const CUSTOMER_RULES: readonly Rule[] = [
  {
    rule: 'the two sides of a credit transfer name each other and cancel out',
    broken: `
      select t.id::text as subject, (-t.balance_change)::text as expected, c.balance_change::text as found
      from transactions t
      left join transactions c on c.id = t.counterpart_transaction_id
        and c.counterpart_transaction_id = t.id and c.type = 'credit_transfer' and c.user_id <> t.user_id
      where t.type = 'credit_transfer' and c.balance_change is distinct from -t.balance_change`,
  },
  {
    rule: `credit passes between a reseller and a customer of theirs`,
    broken: `
      select t.id::text as subject, a.reseller_id::text as expected, c.user_id::text as found
      from transactions t
      join users a on a.id = t.user_id
      join transactions c on c.id = t.counterpart_transaction_id
      join users b on b.id = c.user_id
      where t.type = 'credit_transfer'
        and a.reseller_id is distinct from b.id and b.reseller_id is distinct from a.id`,
  },
  {
    rule: `a margin is of its own customer's charge or refund, and that customer's reseller's`,
    broken: `
      select m.transaction_id::text as subject, u.reseller_id::text as expected, m.reseller_id::text as found
      from margins m join transactions t on t.id = m.transaction_id join users u on u.id = t.user_id
      where m.customer_id <> t.user_id or m.reseller_id is distinct from u.reseller_id
        or t.balance_change = 0 or (m.amount > 0) <> (t.balance_change < 0)`,
  },
  {
    rule: 'a margin is at most its charge, and what was given back at most the margin',
    broken: `
      select t.id::text as subject, t.amount::text as expected, m.amount::text as found
      from margins m join transactions t on t.id = m.transaction_id
      left join lateral (
        select coalesce(sum(g.amount), 0) as back
        from transactions r join margins g on g.transaction_id = r.id where r.refunds_transaction_id = t.id
      ) given on true
      where abs(m.amount) > t.amount or (t.type <> 'refund' and m.amount + given.back < 0)`,
  },
  {
    rule: `credited margins add up to their reseller's transaction`,
    broken: `
      select coalesce(t.id, m.credited_by)::text as subject, t.balance_change::text as expected,
        m.total::text as found
      from (select * from transactions where type = 'reseller_margin') t
      full join (select credited_by, reseller_id, sum(amount) as total from margins
        where credited_by is not null group by credited_by, reseller_id) m
        on m.credited_by = t.id and m.reseller_id = t.user_id
      where t.balance_change is distinct from m.total`,
  },
];
