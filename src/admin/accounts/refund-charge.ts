import { and, eq, sql as template } from 'drizzle-orm';
import { smsMessages, transactions } from '../../../db/schema/index.ts';
import type { ActingWith } from '../../callers/audit.ts';
import { needsTwo } from '../../callers/approvals/needs-two.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf, ResponseOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { formatMoney, magnitude, type Money, parseMoney, subtract, ZERO } from '../../platform/kit/money.ts';
import type { Deps } from '../../services/deps.ts';
import { adjustBalance } from '../adjust-balance.ts';
import type { refundCharge as endpoint } from './contract.ts';

const REFUNDABLE: ReadonlySet<string> = new Set([
  ...['sms_charge', 'voice_charge', 'did_purchase', 'voice_package', 'reseller_package'],
]);

interface Refund {
  userId: string;
  transactionId: string;
  body: BodyOf<typeof endpoint>;
  /** Two administrators agree. */
  agreed?: boolean;
}

/**
 * Gives back a charge, or a part of it, as a goodwill credit that names it: never more than the charge less what came back
 * already. The charge is locked, so that two refunds are counted one after the other. Who supports customers does it up to
 * a sum in a day.
 * @throws not_found, not_allowed_now (no charge, still under way, given back, above the sum), approval_needed
 */
export async function refundCharge(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { userId, transactionId, body, agreed = false }: Refund,
): Promise<ResponseOf<typeof endpoint>> {
  const [charge] = await tx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, transactionId), eq(transactions.userId, userId)))
    .for('update');
  if (!charge) throw notFound('Transaction');
  const paid = charge.balanceChange < ZERO ? magnitude(charge.balanceChange) : ZERO;
  if (!REFUNDABLE.has(charge.type) || paid === ZERO) throw new Problem('not_allowed_now', sentence('refundNoCharge'));
  if (await isUnderWay(tx, transactionId)) throw new Problem('not_allowed_now', sentence('refundUnderWay'));
  const left = subtract(paid, await givenBack(tx, userId, transactionId));
  const amount = body.amount ? parseMoney(body.amount) : left;
  if (amount > left || amount <= ZERO)
    throw new Problem('not_allowed_now', sentence('refundLeft', { amount: `£${formatMoney(left)}` }));
  const { supportRefundGbp: most } = deps.config;
  if (actor.duty === 'support' && (await needsTwo({ tx, config: { approvalAboveGbp: most } }, actor, amount)))
    throw new Problem('not_allowed_now', sentence('refundAbove', { amount: `£${most}` }));
  const adjustment = { amount: formatMoney(amount), reason: body.reason, kind: 'goodwill' as const };
  return adjustBalance({ tx, deps, actor }, { userId, body: adjustment, refunds: transactionId, agreed });
}

/** The refunds of a charge: by itself, and by hand. */
async function givenBack(tx: Transaction, userId: string, charge: string): Promise<Money> {
  const [row] = await tx.db.execute<{ sum: string }>(template`
    select ((select coalesce(sum(amount), 0) from transactions where refunds_transaction_id = ${charge}::uuid)
      + (select coalesce(sum((detail ->> 'amount')::numeric), 0) from audit_log
        where subject_user_id = ${userId}::uuid and action = 'balance.adjusted'
          and detail ->> 'refunds' = ${charge}))::numeric(14, 2)::text as sum`);
  return parseMoney(row?.sum ?? '0');
}

/** Something of the charge may still come back by itself: a message that is not sent yet, a call that runs. */
async function isUnderWay(tx: Transaction, charge: string): Promise<boolean> {
  const [row] = await tx.db.execute<{ runs: boolean }>(template`
    select exists (select from ${smsMessages} m where m.transaction_id = ${charge}::uuid
        and (m.queued_count > 0 or m.unknown_count > 0))
      or exists (select from voice_calls c where c.transaction_id = ${charge}::uuid and c.ended_at is null)
      or exists (select from did_numbers n where n.transaction_id = ${charge}::uuid and n.status = 'provisioning') as runs`);
  return row?.runs ?? false;
}
