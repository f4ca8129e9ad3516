import type { Sql } from 'postgres';

/** A place where the books do not add up. */
export interface Discrepancy {
  rule: string;
  subject: string;
  expected: string | null;
  found: string | null;
}

/**
 * Checks the whole database against the rules of money. An empty list means that every pound is
 * accounted for. Reads one consistent snapshot, so it may run beside traffic.
 */
export async function checkLedger(sql: Sql): Promise<Discrepancy[]> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    // A check of everything may take longer than one request is allowed to.
    await tx`set local statement_timeout = 0`;
    return [
      ...(await tx<Discrepancy[]>`
        select 'credits equal the sum of ledger entries' as rule, u.id::text as subject,
          coalesce(sum(e.amount), 0)::text as expected, u.credits::text as found
        from users u left join ledger_entries e on e.user_id = u.id
        group by u.id having u.credits <> coalesce(sum(e.amount), 0)`),
      ...(await tx<Discrepancy[]>`
        select 'no balance is below zero' as rule, id::text as subject, '>= 0' as expected,
          credits::text as found from users where credits < 0`),
      ...(await tx<Discrepancy[]>`
        select 'each entry leaves the balance it says' as rule, id::text as subject,
          running::text as expected, balance_after::text as found
        from (select id, balance_after, sum(amount) over (partition by user_id order by seq) as running
              from ledger_entries) entries
        where running <> balance_after`),
      ...(await tx<Discrepancy[]>`
        select 'a transaction''s change is its ledger entry' as rule, t.id::text as subject,
          coalesce(e.amount, 0)::text as expected, t.balance_change::text as found
        from transactions t left join ledger_entries e on e.transaction_id = t.id
        where t.balance_change <> coalesce(e.amount, 0)
          or (e.id is not null and (t.balance_after is distinct from e.balance_after or t.user_id <> e.user_id))`),
      ...(await tx<Discrepancy[]>`
        select 'pending and failed transactions move nothing' as rule, id::text as subject,
          '0.00' as expected, balance_change::text as found
        from transactions where status in ('pending', 'failed') and balance_change <> 0`),
      ...(await tx<Discrepancy[]>`
        select 'refunds do not exceed their charge' as rule, c.id::text as subject,
          c.amount::text as expected, sum(r.amount)::text as found
        from transactions r join transactions c on c.id = r.refunds_transaction_id
        group by c.id having sum(r.amount) > c.amount`),
      ...(await tx<Discrepancy[]>`
        select 'a message costs what was charged for it' as rule, m.id::text as subject,
          (-t.balance_change)::text as expected, m.cost::text as found
        from sms_messages m join transactions t on t.id = m.transaction_id
        where m.cost <> -t.balance_change`),
      ...(await tx<Discrepancy[]>`
        select 'a message''s actual cost is its charge less its refunds' as rule, m.id::text as subject,
          (m.cost - coalesce(sum(r.amount), 0))::text as expected, m.actual_cost::text as found
        from sms_messages m left join transactions r on r.refunds_transaction_id = m.transaction_id
        group by m.id having m.actual_cost <> m.cost - coalesce(sum(r.amount), 0)`),
      ...(await tx<Discrepancy[]>`
        select 'recipients'' costs add up to their message''s' as rule, m.id::text as subject,
          m.actual_cost::text as expected, sum(r.cost)::text as found
        from sms_messages m join sms_recipients r on r.message_id = m.id
        group by m.id having m.actual_cost <> sum(r.cost)`),
      ...(await tx<Discrepancy[]>`
        select 'every charge for a message has its message' as rule, t.id::text as subject,
          'a message' as expected, null as found
        from transactions t left join sms_messages m on m.transaction_id = t.id
        where t.type = 'sms_charge' and m.id is null`),
    ];
  });
}
