import { and, eq, isNotNull, sql as template } from 'drizzle-orm';
import { brands, transactions } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import { tellReseller } from '../../callers/tell-reseller.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney, ZERO } from '../../platform/kit/money.ts';
import { transferCredit } from '../../money/ledger/transfer.ts';
import type * as contract from './contract.ts';
import { requireCustomer, requireReseller } from './own-customer.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import { wording } from '../../platform/kit/wordings.ts';

/**
 * Moves credit from a reseller's balance to a customer's, or back; neither balance falls below zero.
 * A suspended customer's credit can be taken back too.
 * @throws not_found, not_allowed_now (no running package, or more than was given), insufficient_credits,
 *   validation_failed
 */
export async function transfer(
  { tx, actor }: { tx: Transaction; actor: Actor },
  {
    resellerId,
    customerId,
    body: { amount, direction },
  }: { body: BodyOf<typeof contract.transferCredit> } & { resellerId: string; customerId: string },
): Promise<ResponseOf<typeof contract.transferCredit>> {
  const reseller = await requireReseller(tx, resellerId);
  const customer = await requireCustomer(tx.db, resellerId, customerId);
  const toCustomer = direction === 'to_customer';
  const ours = {
    userId: resellerId,
    description: wording(toCustomer ? 'creditTo' : 'creditBack', {
      name: customer.fullName,
      email: customer.email,
    }),
  };
  const theirs = {
    userId: customerId,
    description: wording(toCustomer ? 'creditFrom' : 'creditTaken', { name: await nameOf(tx, reseller) }),
  };
  const money = parseMoney(amount);
  if (!toCustomer) await requireGiven(tx, customerId, money);
  const { given, received } = toCustomer
    ? await transferCredit(tx, { giver: ours, receiver: theirs, amount: money })
    : await transferCredit(tx, { giver: theirs, receiver: ours, amount: money });
  await audit(tx, {
    actorId: actor.id,
    action: 'credit.transferred',
    subject: customer.email,
    subjectUserId: customerId,
    detail: { amount: formatMoney(money), direction, resellerId },
  });
  tellReseller(tx, resellerId, customerId);
  const [own, other] = toCustomer ? [given, received] : [received, given];
  return {
    transactionId: own.id,
    counterpartTransactionId: other.id,
    credits: formatMoney(own.balanceAfter ?? money),
    customerCredits: formatMoney(other.balanceAfter ?? money),
  };
}

/**
 * Credit that a customer bought from us belongs to the customer: a reseller can take back only what the reseller
 * gave.
 */
async function requireGiven(tx: Transaction, customerId: string, money: Money): Promise<void> {
  // If two requests take back credit at the same time, the second one counts what the first one took.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`given ${customerId}`}, 0))`);
  const [row] = await tx.db
    .select({ given: template<string>`coalesce(sum(${transactions.balanceChange}), 0)::text` })
    .from(transactions)
    .where(and(eq(transactions.userId, customerId), isNotNull(transactions.counterpartTransactionId)));
  const given = parseMoney(row?.given ?? '0');
  if (money <= given) return;
  throw new Problem(
    'not_allowed_now',
    sentence('takeBack', { amount: `£${formatMoney(given > ZERO ? given : ZERO)}` }),
  );
}

/**
 * The name by which a customer knows a reseller: the brand, otherwise the company; the personal name stays
 * private.
 */
async function nameOf(tx: Transaction, { id, company }: { id: string; company: string | null }) {
  const [brand] = await tx.db.select({ name: brands.name }).from(brands).where(eq(brands.userId, id));
  return brand?.name ?? (company || 'your reseller');
}
