import type { Rule } from './rule.ts';

/** The rules for payments with an amount other than the one due, and for payments that two administrators verified. */
export const PAYMENT_RULES: readonly Rule[] = [
  {
    rule: `what arrived in a coin is counted at its payment's own rate, rounded down`,
    over: 'transactions',
    broken: `
      select id::text as subject, received_crypto_amount as expected, received_amount::text as found
      from each_transaction
      where received_crypto_amount is not null and (crypto_amount is null
        or received_amount * crypto_amount::numeric > received_crypto_amount::numeric * amount
        or (received_amount + 0.01) * crypto_amount::numeric <= received_crypto_amount::numeric * amount)`,
  },
  {
    rule: 'an order that was paid in a coin got its price, and what arrived beyond it was credited',
    over: 'transactions',
    broken: `
      select o.id::text as subject, (coalesce(o.received_amount, o.amount) - o.amount)::text as expected,
        s.credited::text as found
      from each_transaction o
      left join lateral (select sum(amount) as credited from transactions c
        where c.settles_transaction_id = o.id and c.type = 'credit_purchase' and c.status = 'completed') s on true
      where o.type in ('reseller_package', 'voice_package') and o.status = 'verified'
        and coalesce(o.received_amount, o.amount) - o.amount <> coalesce(s.credited, 0)`,
  },
  {
    rule: 'an order that was paid in a coin got its price, and what arrived beyond it was credited',
    over: 'transactions',
    broken: `
      select s.settles_transaction_id::text as subject, null as expected, s.amount::text as found
      from each_transaction s
      where s.type = 'credit_purchase' and s.status = 'completed' and s.settles_transaction_id is not null
        and not exists (select from transactions o where o.id = s.settles_transaction_id
          and o.type in ('reseller_package', 'voice_package') and o.status = 'verified')`,
  },
  {
    rule: 'two administrators agreed to the same of a payment that was approved',
    over: 'approvals',
    broken: `
      select t.id::text as subject, concat_ws(' ', a.wanted ->> 'transactionHash', a.wanted ->> 'receivedAmount') as expected,
        concat_ws(' ', t.transaction_hash, t.received_amount) as found
      from each_approval a join transactions t on t.id = case a.kind when 'payment' then a.subject::uuid end
      where t.status = 'verified' and a.agreed and (t.settled_by = a.requested_by
        or (t.cryptocurrency, t.transaction_hash) <> (a.wanted ->> 'cryptocurrency', a.wanted ->> 'transactionHash')
        or t.received_amount is distinct from (a.wanted ->> 'receivedAmount')::numeric
        or t.received_crypto_amount is distinct from a.wanted ->> 'receivedCryptoAmount')`,
  },
];
