import { eq, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { brands } from '../../../db/schema/index.ts';
import { needsTwo } from '../../callers/approvals/needs-two.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireNotClosed } from '../../callers/closing/is-closed.ts';
import { notifyReseller } from '../../callers/notify-reseller.ts';
import { transferCredit } from '../../money/ledger/transfer.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney } from '../../platform/kit/money.ts';
import { wording } from '../../platform/kit/wordings.ts';
import type { Deps } from '../../services/deps.ts';
import type * as contract from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';

/**
 * Moves credit from a reseller's balance to a customer's, or back; neither balance falls below zero.
 * A suspended customer's credit can be taken back too.
 * @param agreed whether two administrators agree
 * @throws approval_needed, not_found, not_allowed_now (no running package, or more than is left of what was given),
 *   insufficient_credits, validation_failed
 */
export async function transfer(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  {
    resellerId,
    customerId,
    body: { amount, direction },
    agreed = false,
  }: {
    body: BodyOf<typeof contract.transferCredit>;
    resellerId: string;
    customerId: string;
    agreed?: boolean;
  },
): Promise<ResponseOf<typeof contract.transferCredit>> {
  const reseller = await requireReseller(tx, resellerId);
  const customer = await requireCustomer(tx.db, resellerId, customerId);
  const toCustomer = direction === 'to_customer';
  const ours = {
    userId: resellerId,
    wording: wording(toCustomer ? 'creditTo' : 'creditBack', {
      name: customer.fullName,
      email: customer.email,
    }),
  };
  const theirs = {
    userId: customerId,
    wording: wording(toCustomer ? 'creditFrom' : 'creditTaken', { name: await nameOf(tx, reseller) }),
  };
  const money = parseMoney(amount);
  if (toCustomer) await requireNotClosed(tx.db, customerId);
  if (!agreed && actor.id !== resellerId) {
    const wanted = { userId: resellerId, customerId, customer: customer.email, amount, direction };
    if (await needsTwo({ tx, config: deps.config }, actor, money))
      requireApproval({ deps, actor }, { kind: 'transfer', ...wanted });
  }
  const { given, received } = toCustomer
    ? await transferCredit(tx, { giver: ours, receiver: theirs, amount: money })
    : await transferCredit(tx, {
        giver: theirs,
        receiver: ours,
        amount: money,
        check: () => requireLeft(tx, customerId, money),
      });
  await audit(tx, actor, 'credit.transferred', {
    subject: customer.email,
    userId: customerId,
    detail: { amount: formatMoney(money), direction, resellerId, ...(agreed ? { byTwo: true } : {}) },
  });
  notifyReseller(tx, resellerId, customerId);
  const [own, other] = toCustomer ? [given, received] : [received, given];
  return {
    transactionId: own.id,
    counterpartTransactionId: other.id,
    credits: formatMoney(own.balanceAfter ?? money),
    customerCredits: formatMoney(other.balanceAfter ?? money),
  };
}

/**
 * A reseller can take back only what the reseller gave and is still there. Both accounts are locked by then, so of two
 * requests at the same time the second one sees what the first one took.
 */
async function requireLeft(tx: Transaction, customerId: string, money: Money): Promise<void> {
  const left = await leftOfGifts(tx.db, customerId);
  if (money <= left) return;
  throw new Problem('not_allowed_now', sentence('takeBack', { amount: `£${formatMoney(left)}` }));
}

/** The name by which a customer knows a reseller: the brand, otherwise the company; the personal name stays private. */
async function nameOf(tx: Transaction, { id, company }: { id: string; company: string | null }) {
  const [brand] = await tx.db.select({ name: brands.name }).from(brands).where(eq(brands.userId, id));
  return brand?.name ?? (company || 'your reseller');
}

/**
 * The rest of the credit that a customer got from the reseller: all else is the customer's own.
 *
 * Spending is taken from the gifts first, and spending before a gift does not count against it. So the gifts are a sum
 * that every charge lowers, never below zero; a charge counts without what was refunded of it. What the customer has
 * bought since the last gift is never part of them: it stays even where the balance has paid a reversal.
 */
async function leftOfGifts(db: Queryable, customerId: string): Promise<Money> {
  const customer = template`${customerId}::uuid`;
  const [row] = await db.execute<{ left: string }>(template`
    with back as (
      select refunds_transaction_id as id, sum(balance_change) as amount from transactions
      where user_id = ${customer} and type = 'refund' group by 1
    ),
    moved as (
      select e.seq, t.id, t.type, e.amount + coalesce(back.amount, 0) as amount
      from ledger_entries e join transactions t on t.id = e.transaction_id left join back on back.id = t.id
      where e.user_id = ${customer} and t.type <> 'refund'
    ),
    summed as (
      select sum(amount) over (order by seq) as total from moved
      where type = 'credit_transfer' or (amount < 0 and type <> 'payment_reversal')
    ),
    gifts as (
      select coalesce((select sum(amount) from moved
        where type = 'credit_transfer' or (amount < 0 and type <> 'payment_reversal')), 0)
        - least(0, (select min(total) from summed)) as amount
    ),
    bought as (
      select coalesce(sum(m.amount - coalesce(reversed.amount, 0)), 0) as amount
      from moved m
      left join lateral (select sum(r.amount) as amount from payment_reversals r
        where r.transaction_id = m.id and r.reversal_transaction_id is not null) reversed on true
      where m.amount > 0 and m.type <> 'credit_transfer'
        and m.seq > (select max(seq) from moved where type = 'credit_transfer' and amount > 0)
    )
    select greatest(0, least(gifts.amount, u.credits - bought.amount))::numeric(12, 2)::text as left
    from users u, gifts, bought where u.id = ${customer}`);
  return parseMoney(row?.left ?? '0');
}
