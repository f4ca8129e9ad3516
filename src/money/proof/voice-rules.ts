import type { Rule } from './rule.ts';

/** The exact cost of an ended call's seconds that no package paid for; the twin of `callCost`. */
const costSql = (rate: string, fee: string) => `
  case when paid.seconds <= 0 then 0 else ceil((${fee} * 60 + ${rate} * (first_interval
    + ceil(greatest(0, paid.seconds - first_interval)::numeric / next_interval) * next_interval)) * 10000 / 60) / 10000 end`;
/** The seconds of a call that credit paid for. */
const PAID = `cross join lateral (
  select coalesce(billed_seconds, billed_minutes * 60) - package_minutes * 60 as seconds) paid`;

/** Calls from before exact costs were kept have none: each was rounded up to a penny. */
const penniesOfSql = (cost: string) => `(ceil((${cost}) * 100) / 100)`;

/**
 * An account's calls were charged what they came to, and what is less than a penny stands with the account; at the price
 * of its reseller too.
 * @param accounts a table of accounts with their `id`
 */
const remainderRule = (accounts: string) => ({
  rule: 'calls were charged what they came to, but for what is less than a penny',
  broken: `
    select u.id::text as subject, u.id as user_id, concat_ws(' ', calls.rest, calls.of_supplier) as expected,
      concat_ws(' ', u.call_remainder, u.supplier_remainder) as found
    from ${accounts} a join users u on u.id = a.id
    cross join lateral (
      select coalesce(sum(exact_cost - actual_cost), 0)::numeric(12, 4) as rest,
        coalesce(sum(${costSql('supplier_rate', 'supplier_fee')} - supplier_cost)
          filter (where supplier_rate is not null), 0)::numeric(12, 4) as of_supplier
      from voice_calls ${PAID} where user_id = u.id and exact_cost is not null
    ) calls
    where (u.call_remainder, u.supplier_remainder) <> (calls.rest, calls.of_supplier)`,
});

/** The rules for calls of a range of accounts. They use `accounts`. */
export const ACCOUNT_CALL_RULES: readonly Rule[] = [remainderRule('accounts')];

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
      select id::text as subject, came.cost::numeric(8, 4)::text as expected,
        concat_ws(' ', exact_cost, actual_cost) as found
      from each_call ${PAID} cross join lateral (select ${costSql('rate', 'fee')} as cost) came
      where ended_at is not null and (coalesce(exact_cost, came.cost) <> came.cost or actual_cost > ${penniesOfSql('came.cost')}
        or actual_cost < case when exact_cost is null then ${penniesOfSql('came.cost')} else trunc(came.cost, 2) end)`,
  },
  {
    rule: `an ended call of a reseller's customer came to the reseller's price for the reseller`,
    over: 'calls',
    broken: `
      select id::text as subject, ${penniesOfSql('came.cost')}::numeric(8, 4)::text as expected,
        supplier_cost::text as found
      from each_call ${PAID} cross join lateral (select ${costSql('supplier_rate', 'supplier_fee')} as cost) came
      where ended_at is not null and supplier_rate is not null and (supplier_cost is null
        or exact_cost is null and supplier_cost <> ${penniesOfSql('came.cost')}
        or exact_cost is not null and (supplier_cost < least(trunc(came.cost, 2), actual_cost)
          or supplier_cost > least(trunc(came.cost, 2) + 0.02, actual_cost)))`,
  },
  { ...remainderRule('each_user'), over: 'users' },
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
