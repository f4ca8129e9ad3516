import type { Rule } from './rule.ts';

/** The price of an ended call's seconds that no package paid for; the twin of `callCost`. */
const costSql = (rate: string, fee: string) => `
  case when paid.seconds <= 0 then 0 else ceil((${fee} * 60 + ${rate} * (first_interval
    + ceil(greatest(0, paid.seconds - first_interval)::numeric / next_interval) * next_interval)) * 100 / 60) / 100 end`;
/** The seconds of a call that credit paid for. */
const PAID = `cross join lateral (
  select coalesce(billed_seconds, billed_minutes * 60) - package_minutes * 60 as seconds) paid`;

/** The rules of money for calls. What is set aside belongs to running calls. */
export const VOICE_RULES: readonly Rule[] = [
  {
    rule: 'a call has its charge set aside while it is under way, and nothing after that',
    over: 'calls',
    broken: `
      select id::text as subject, expected::text, set_aside::text as found
      from (select id, set_aside, case when ended_at is null then cost else 0 end as expected
            from each_call) calls
      where set_aside <> expected`,
  },
  {
    rule: 'a call costs what was charged for it',
    over: 'calls',
    broken: `
      select c.id::text as subject, coalesce(-t.balance_change, 0)::text as expected, c.cost::text as found
      from each_call c left join transactions t on t.id = c.transaction_id
      where c.cost <> coalesce(-t.balance_change, 0)`,
  },
  {
    rule: `a call's actual cost is its charge less its refunds`,
    over: 'calls',
    broken: `
      select c.id::text as subject, (c.cost - coalesce(sum(r.amount), 0))::text as expected,
        c.actual_cost::text as found
      from each_call c left join transactions r on r.refunds_transaction_id = c.transaction_id
      group by c.id, c.cost, c.actual_cost having c.actual_cost <> c.cost - coalesce(sum(r.amount), 0)`,
  },
  {
    rule: 'an ended call came to its price for all that no package paid for',
    over: 'calls',
    broken: `
      select id::text as subject, (${costSql('rate', 'fee')})::numeric(8, 4)::text as expected,
        actual_cost::text as found
      from each_call ${PAID}
      where ended_at is not null and actual_cost <> ${costSql('rate', 'fee')}`,
  },
  {
    rule: `an ended call of a reseller's customer came to the reseller's price for the reseller`,
    over: 'calls',
    broken: `
      select id::text as subject, (${costSql('supplier_rate', 'supplier_fee')})::numeric(8, 4)::text as expected,
        supplier_cost::text as found
      from each_call ${PAID}
      where ended_at is not null and supplier_rate is not null
        and supplier_cost is distinct from ${costSql('supplier_rate', 'supplier_fee')}`,
  },
  {
    // Where more was set aside amid a call, the charge before was given back as a whole.
    rule: 'every charge for a call has its call',
    over: 'transactions',
    broken: `
      select t.id::text as subject, 'a call' as expected, null as found
      from each_transaction t left join voice_calls c on c.transaction_id = t.id
      where t.type = 'voice_charge' and c.id is null and t.amount <> (
        select coalesce(sum(r.amount), 0) from transactions r where r.refunds_transaction_id = t.id)`,
  },
  {
    rule: 'only calls under way have package minutes set aside',
    over: 'minutes',
    broken: `
      select m.id::text as subject, 'a call under way' as expected, c.status as found
      from each_minutes m left join voice_calls c on c.id = m.call_id
      where m.used is null and (c.id is null or c.ended_at is not null)`,
  },
  {
    rule: 'the package minutes of an ended call are those it used',
    over: 'calls',
    broken: `
      select c.id::text as subject, coalesce(sum(m.used), 0)::text as expected,
        c.package_minutes::text as found
      from each_call c left join package_minutes m on m.call_id = c.id
      where c.ended_at is not null
      group by c.id, c.package_minutes having c.package_minutes <> coalesce(sum(m.used), 0)`,
  },
];
