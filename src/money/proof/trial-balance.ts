import type { Sql } from 'postgres';
import { FINAL } from './customer-rules.ts';
import type { Rule } from './rule.ts';

/** The balance of one account of the books, in pounds; debit or credit is zero. */
export interface AccountBalance {
  account: string;
  debit: string;
  credit: string;
}

/** Where all credit comes from, in pounds. */
export interface Equation {
  credit: string;
  /** Coins and adjustments. */
  deposits: string;
  /** Charges minus refunds, without resellers' margins. */
  consumption: string;
  /** The debts of customers, minus what resellers have earned and not been paid. */
  owed: string;
}

/**
 * Every account of the books as rows `kind, place, account, amount`; a debit is above zero. Customers' credit and
 * debts are read from their accounts, deposits from transactions, sales from messages and calls, and resellers'
 * earnings from what was handed over. So the sum is zero only if all of these agree.
 */
const BALANCES = `
  with moved as materialized (
    select account, sum(amount) as amount from postings where account not in ('credit', 'owed') group by account
  ),
  earned as materialized (
    select t.type, sum(o.earned) as amount
    from margins m join transactions t on t.id = m.transaction_id
    join (${FINAL}) o on o.transaction_id = m.transaction_id
    group by t.type
  ),
  sold as (
    select 'messages' as service, 'sms_charge' as type,
      coalesce(sum(actual_cost), 0) as charged,
      (select coalesce(sum(cost), 0) from sms_recipients where status in ('queued', 'sending', 'unknown')) as open
    from sms_messages
    union all
    select 'calls', 'voice_charge', coalesce(sum(actual_cost), 0), coalesce(sum(set_aside), 0) from voice_calls
    union all
    select 'numbers', 'did_purchase',
      (select coalesce(-sum(amount), 0) from moved where account = 'numbers'),
      (select coalesce(sum(monthly_price), 0) from did_numbers where status = 'provisioning')
    union all
    select account, case account when 'sip packages' then 'voice_package' end, -amount, null from moved where account in ('sip packages', 'reseller packages', 'other')
  )
  select 'deposit' as kind, 1 as place, account, amount from moved
  where account like 'coins %' or account in ('adjustments', 'transfers')
  union all
  select 'owed', 2, 'owed by customers', coalesce(sum(owed), 0) from users
  union all
  select 'credit', 3, 'credit of customers', -coalesce(sum(credits), 0) from users
  union all
  select 'owed', 4, 'owed to resellers', (select coalesce(sum(amount), 0) from moved where account = 'margins')
    - (select coalesce(sum(amount), 0) from earned)
  union all
  select 'consumption', 5, service || ' under way', -open from sold where open is not null
  union all
  select 'consumption', 6, 'revenue from ' || service,
    -(charged - coalesce(open, 0) - coalesce((select amount from earned e where e.type = sold.type), 0)) from sold`;

/** The books balance, although each side is computed from different tables. */
export const BOOK_RULES: readonly Rule[] = [
  {
    rule: 'every movement of money has its other side',
    broken: `
      select transaction_id::text as subject, '0.00' as expected, sum(amount)::text as found
      from postings group by transaction_id having sum(amount) <> 0`,
  },
  {
    rule: 'total credit is what came in less what was used, and what is owed',
    broken: `
      select 'trial balance' as subject,
        sum(amount) filter (where kind <> 'credit')::numeric(16, 2)::text as expected,
        (-sum(amount) filter (where kind = 'credit'))::numeric(16, 2)::text as found
      from (${BALANCES}) balances having sum(amount) <> 0`,
  },
];

/** Sums every account of the books, over the whole database. */
export async function readTrialBalance(
  sql: Sql,
): Promise<{ accounts: AccountBalance[]; total: AccountBalance; equation: Equation }> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx.unsafe(`set local statement_timeout = 0`);
    const accounts = await tx.unsafe<AccountBalance[]>(`
      select account, greatest(amount, 0)::numeric(16, 2)::text as debit,
        greatest(-amount, 0)::numeric(16, 2)::text as credit
      from (${BALANCES}) balances where amount <> 0 order by place, account`);
    const [sums] = await tx.unsafe<(AccountBalance & Omit<Equation, 'credit'> & { credit_sum: string })[]>(`
      select 'total' as account, coalesce(sum(amount) filter (where amount > 0), 0)::numeric(16, 2)::text as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0)::numeric(16, 2)::text as credit,
        ${sumOf('deposit')} as deposits, ${sumOf('consumption', '-')} as consumption,
        ${sumOf('owed')} as owed, ${sumOf('credit', '-')} as credit_sum
      from (${BALANCES}) balances`);
    if (!sums) throw new Error('a sum returned no row');
    const { account, debit, credit, credit_sum: total, ...equation } = sums;
    return { accounts, total: { account, debit, credit }, equation: { credit: total, ...equation } };
  });
}

const sumOf = (kind: string, sign = ''): string =>
  `coalesce(${sign}sum(amount) filter (where kind = '${kind}'), 0)::numeric(16, 2)::text`;
