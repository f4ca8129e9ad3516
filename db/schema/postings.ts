import { sql } from 'drizzle-orm';
import { pgView, text, uuid } from 'drizzle-orm/pg-core';
import { money, time } from '../columns.ts';

/**
 * Both sides of every movement of money, a debit above zero and a credit below: those of one transaction come
 * to nothing. A balance's side is its ledger entry and a debt's its debt entry, as they were written; the
 * other side follows from the transaction's own row, which says what was paid in, bought or given back.
 *
 * Accounts: `credit` (what customers own), `owed` (what they owe), `coins <coin>` (what came in), the services
 * (`messages`, `calls`, `numbers`, `sip packages`, `reseller packages`, `other`: charged less given back),
 * `margins` (paid to resellers), `adjustments` and `transfers`.
 */
export const postings = pgView('postings', {
  transactionId: uuid(),
  userId: uuid(),
  account: text(),
  amount: money({ precision: 12, scale: 2 }),
  createdAt: time(),
}).as(sql`
  select e.transaction_id, e.user_id, 'credit' as account, -e.amount as amount, e.created_at from ledger_entries e
  union all
  select d.transaction_id, d.user_id, 'owed', d.amount, d.created_at from debt_entries d
  union all
  select t.id, t.user_id, case t.type
      when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
      when 'voice_package' then 'sip packages' when 'reseller_package' then 'reseller packages' else 'other' end,
    -t.amount, coalesce(t.settled_at, t.created_at)
  from transactions t
  where t.status in ('verified', 'completed') and t.type in ('sms_charge', 'voice_charge', 'did_purchase',
    'voice_package', 'reseller_package', 'other')
  union all
  select t.id, t.user_id, case c.type
      when 'sms_charge' then 'messages' when 'voice_charge' then 'calls' when 'did_purchase' then 'numbers'
      else 'other' end,
    t.amount, t.created_at
  from transactions t left join transactions c on c.id = t.refunds_transaction_id
  where t.type = 'refund' and t.status = 'completed'
  union all
  select t.id, t.user_id, 'coins ' || coalesce(t.cryptocurrency, o.cryptocurrency, 'unknown'), case t.type
      when 'credit_purchase' then coalesce(t.received_amount, t.amount) else t.amount end,
    coalesce(t.settled_at, t.created_at)
  from transactions t left join transactions o on o.id = t.settles_transaction_id
  where t.type = 'credit_purchase' and t.status in ('verified', 'completed')
    or t.type in ('voice_package', 'reseller_package') and t.status = 'verified'
  union all
  select t.id, t.user_id, 'coins ' || coalesce(p.cryptocurrency, 'unknown'), -t.amount, t.created_at
  from transactions t
  left join payment_reversals r on r.reversal_transaction_id = t.id
  left join transactions p on p.id = r.transaction_id
  where t.type = 'payment_reversal' and t.status = 'completed'
  union all
  select t.id, t.user_id, case t.type
      when 'adjustment' then 'adjustments' when 'credit_transfer' then 'transfers' else 'margins' end,
    case when t.balance_change < 0 or d.amount > 0 then -t.amount else t.amount end, t.created_at
  from transactions t left join debt_entries d on d.transaction_id = t.id
  where t.type in ('adjustment', 'credit_transfer', 'reseller_margin') and t.status = 'completed'`);
