import type { Rule } from './rule.ts';
import { ACCOUNT_CALL_RULES } from './voice-rules.ts';

/**
 * The rules of money for a range of ledger entries: the rows that each entry must agree with, found by indexes, so
 * that the length of the history does not matter. They use `moved` (the entries), `charges` (the charges that these
 * are, or refund) and `accounts`. A statement returns the account as `user_id` beside the row that violates the rule.
 *
 * Each entry's balance is the one before plus its amount, and the last entry's balance is the account's credit.
 * Together these two rules prove that the credit is the sum of all entries.
 */
export const MOVEMENT_RULES: readonly Rule[] = [
  {
    rule: 'each entry leaves the balance it says',
    broken: `
      select e.id::text as subject, e.user_id, (coalesce(before.balance_after, 0.00) + e.amount)::text as expected,
        e.balance_after::text as found
      from moved e
      left join lateral (select balance_after from ledger_entries b
        where b.user_id = e.user_id and b.seq < e.seq order by b.seq desc limit 1) before on true
      where coalesce(before.balance_after, 0) + e.amount <> e.balance_after`,
  },
  {
    rule: 'credits equal the sum of ledger entries',
    broken: `
      select u.id::text as subject, u.id as user_id, last.balance_after::text as expected, u.credits::text as found
      from accounts a join users u on u.id = a.id
      cross join lateral (select balance_after from ledger_entries e
        where e.user_id = u.id order by e.seq desc limit 1) last
      where u.credits <> last.balance_after or u.owed > 0 and u.credits > 0`,
  },
  {
    rule: `a transaction's change is its ledger entry`,
    broken: `
      select t.id::text as subject, e.user_id, concat_ws(' ', e.user_id, e.amount, e.balance_after) as expected,
        concat_ws(' ', t.user_id, t.balance_change, t.balance_after) as found
      from moved e left join transactions t on t.id = e.transaction_id
      where t.id is null or t.balance_change <> e.amount or t.balance_after is distinct from e.balance_after
        or t.user_id <> e.user_id or t.status in ('pending', 'failed')`,
  },
  {
    rule: 'every movement of money has its other side',
    broken: `
      select e.transaction_id::text as subject, e.user_id, '0.00' as expected, sides.total::text as found
      from moved e
      cross join lateral (select sum(amount) as total from postings p
        where p.transaction_id = e.transaction_id) sides
      where sides.total <> 0`,
  },
  {
    rule: 'refunds do not exceed their charge',
    broken: `
      select c.id::text as subject, c.user_id, c.amount::text as expected, sum(r.amount)::text as found
      from charges g join transactions c on c.id = g.id join transactions r on r.refunds_transaction_id = c.id
      group by c.id having sum(r.amount) > c.amount or bool_or(r.user_id <> c.user_id)`,
  },
  {
    rule: 'a refund names a charge of the same user',
    broken: `
      select t.id::text as subject, t.user_id, 'a charge' as expected, null as found
      from moved e join transactions t on t.id = e.transaction_id
      where t.type = 'refund' and t.refunds_transaction_id is null`,
  },
  {
    rule: 'a message costs what was charged for it',
    broken: `
      select c.id::text as subject, c.user_id, concat_ws(' ', c.amount, c.amount - given.back) as expected,
        concat_ws(' ', m.cost, m.actual_cost, r.cost) as found
      from charges g join transactions c on c.id = g.id and c.type = 'sms_charge'
      left join sms_messages m on m.transaction_id = c.id
      cross join lateral (select coalesce(sum(amount), 0) as back from transactions r
        where r.refunds_transaction_id = c.id) given
      cross join lateral (select sum(cost) as cost from sms_recipients r where r.message_id = m.id) r
      where m.id is null or m.cost <> c.amount or m.actual_cost <> c.amount - given.back
        or r.cost <> m.actual_cost`,
  },
  {
    rule: 'a call costs what was charged for it',
    broken: `
      select c.id::text as subject, c.user_id, concat_ws(' ', c.amount, c.amount - given.back) as expected,
        concat_ws(' ', v.cost, v.actual_cost, v.set_aside) as found
      from charges g join transactions c on c.id = g.id and c.type = 'voice_charge'
      left join voice_calls v on v.transaction_id = c.id
      cross join lateral (select coalesce(sum(amount), 0) as back from transactions r
        where r.refunds_transaction_id = c.id) given
      where v.id is null and given.back <> c.amount or v.cost <> c.amount or v.actual_cost <> c.amount - given.back
        or v.set_aside <> case when v.ended_at is null then v.cost else 0 end`,
  },
  {
    rule: 'a margin is earned by what is final or settled, and by nothing else',
    broken: `
      select m.transaction_id::text as subject, m.reseller_id as user_id,
        done.earned::text as expected, earned.amount::text as found
      from charges g join margins m on m.transaction_id = g.id join transactions c on c.id = g.id
      cross join lateral (select coalesce(sum(amount), 0.00) as amount from margin_earnings e
        where e.transaction_id = g.id) earned
      cross join lateral (select case c.type
        when 'sms_charge' then (select coalesce(sum(r.margin), 0) from sms_messages s
          join sms_recipients r on r.message_id = s.id
          where s.transaction_id = g.id and (r.status in ('delivered', 'failed') or r.earned_unheard_at is not null))
        when 'voice_charge' then (select coalesce(sum(actual_cost - coalesce(supplier_cost, actual_cost)), 0) from voice_calls v
          where v.transaction_id = g.id and v.ended_at is not null)
        else case when exists (select from transactions r where r.refunds_transaction_id = g.id)
          or exists (select from did_numbers n where n.transaction_id = g.id and n.status = 'provisioning')
          then 0 else m.amount end
        end as earned) done
      where earned.amount <> done.earned`,
  },
  {
    rule: `credited margins add up to their reseller's transaction`,
    broken: `
      select t.id::text as subject, t.user_id, (t.balance_change - coalesce(d.amount, 0))::text as expected,
        credited.total::text as found
      from moved e join transactions t on t.id = e.transaction_id and t.type = 'reseller_margin'
      left join debt_entries d on d.transaction_id = t.id
      cross join lateral (select coalesce(sum(amount), 0.00) as total from margin_earnings m
        where m.credited_by = t.id and m.reseller_id = t.user_id) credited
      where credited.total <> t.balance_change - coalesce(d.amount, 0)`,
  },
  {
    rule: 'the two sides of a credit transfer name each other and cancel out',
    broken: `
      select t.id::text as subject, t.user_id, (-t.balance_change)::text as expected, c.balance_change::text as found
      from moved e join transactions t on t.id = e.transaction_id and t.type = 'credit_transfer'
      left join transactions c on c.id = t.counterpart_transaction_id and c.counterpart_transaction_id = t.id
        and c.type = 'credit_transfer' and c.user_id <> t.user_id
      where c.balance_change is distinct from -t.balance_change`,
  },
];

/**
 * For each transaction, the rules that otherwise compare sums: a transaction that is missing here has no entry either.
 */
export const TRANSACTION_RULES: readonly Rule[] = [
  {
    rule: 'every movement of money has its other side',
    over: 'transactions',
    broken: `
      select t.id::text as subject, t.user_id, '0.00' as expected, sides.total::text as found
      from each_transaction t
      cross join lateral (select sum(amount) as total from postings p where p.transaction_id = t.id) sides
      where sides.total <> 0`,
  },
];

/** The rules of money for a range of accounts, with or without new entries. They use `accounts`. */
export const ACCOUNT_RULES: readonly Rule[] = [
  ...ACCOUNT_CALL_RULES,
  {
    rule: 'credits equal the sum of ledger entries',
    broken: `
      select u.id::text as subject, u.id as user_id, coalesce(last.balance_after, 0.00)::text as expected,
        u.credits::text as found
      from accounts a join users u on u.id = a.id
      left join lateral (select balance_after from ledger_entries e
        where e.user_id = u.id order by e.seq desc limit 1) last on true
      where u.credits <> coalesce(last.balance_after, 0) or u.credits < 0`,
  },
  {
    rule: 'what an account owes is the sum of its debt entries',
    broken: `
      select u.id::text as subject, u.id as user_id, debts.total::text as expected, u.owed::text as found
      from accounts a join users u on u.id = a.id
      cross join lateral (select coalesce(sum(amount), 0.00) as total from debt_entries d
        where d.user_id = u.id) debts
      where u.owed <> debts.total`,
  },
  {
    rule: 'who owes has no credit',
    broken: `
      select u.id::text as subject, u.id as user_id, '0.00' as expected, u.credits::text as found
      from accounts a join users u on u.id = a.id where u.owed > 0 and u.credits > 0`,
  },
  {
    // The trial balance by account: what resellers have earned is on both sides of it.
    rule: 'total credit is what came in less what was used, and what is owed',
    broken: `
      select u.id::text as subject, u.id as user_id,
        (u.owed + moved.amount - messages.cost - calls.cost)::numeric(16, 2)::text as expected,
        u.credits::text as found
      from accounts a join users u on u.id = a.id
      cross join lateral (select coalesce(sum(amount), 0) as amount from postings p
        where p.user_id = u.id and p.account not in ('credit', 'owed', 'messages', 'calls')) moved
      cross join lateral (select coalesce(sum(actual_cost), 0) as cost from sms_messages m
        where m.user_id = u.id) messages
      cross join lateral (select coalesce(sum(actual_cost), 0) as cost from voice_calls v
        where v.user_id = u.id) calls
      where u.credits <> u.owed + moved.amount - messages.cost - calls.cost`,
  },
];
