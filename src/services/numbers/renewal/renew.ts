import { and, eq, gt } from 'drizzle-orm';
import { type ActingWith, audit } from '../../../callers/audit.ts';
import type { Deps } from '../../deps.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, notFound, sentence } from '../../../platform/kit/errors.ts';
import { addMonths } from '../../../platform/kit/months.ts';
import { formatMoney, negate } from '../../../platform/kit/money.ts';
import { earnWholeMargin } from '../../../money/margins/margins.ts';
import { post } from '../../../money/ledger/post.ts';
import type { TariffUser } from '../../../money/pricing/tariff.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import { announceStatus } from '../announce.ts';
import { MAX_MONTHS_AHEAD } from '../catalogue.ts';
import type { DidNumber } from '../contract.ts';
import { expiryOf, lapsedBefore } from './expiry.ts';
import { type NumberRow, presentNumber } from '../present-number.ts';
import { type NumberPrices, quoteFor, readNumberPrices, requireShown } from '../price.ts';
import { wording } from '../../../platform/kit/wordings.ts';

/**
 * Pays a number for one more month, also in its grace period. The month is added to the expiry, so that a late renewal
 * wins no days.
 * @param shown the price that the owner was shown, in pounds
 * @throws not_found, simulated_only, not_allowed_now (paid too far ahead), price_changed, insufficient_credits
 */
export async function renew(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'carriers'>>,
  { userId, numberId, shown }: { userId: string; numberId: string; shown?: string | null | undefined },
): Promise<DidNumber> {
  const owner = await readTariff(tx.db, userId);
  const row = await lockOwnNumber(tx, userId, numberId);
  deps.carriers.requireSelling([row.provider]);
  if (expiryOf(row.purchasedAt, row.monthsPaid + 1) > addMonths(tx.now, MAX_MONTHS_AHEAD)) {
    throw new Problem('not_allowed_now', sentence('paidAhead', { count: MAX_MONTHS_AHEAD }));
  }
  const prices = await readNumberPrices(tx.db, tx.now);
  const paid = await payMonth(tx, { ...{ actorId: actor.id, row, owner, prices }, shown });
  return presentNumber(paid, { owner, prices, now: tx.now });
}

/** A number that is bought, set up and still belongs to its owner. */
export type OwnedNumber = NumberRow & { purchasedAt: Date };

/** The owner's number, locked for a change of its expiry. @throws not_found */
export async function lockOwnNumber(tx: Transaction, userId: string, numberId: string): Promise<OwnedNumber> {
  const [row] = await tx.db
    .select()
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.id, numberId),
        eq(didNumbers.userId, userId),
        eq(didNumbers.status, 'active'),
        gt(didNumbers.expiresAt, lapsedBefore(tx.now)),
      ),
    )
    .for('update');
  if (!row?.purchasedAt) throw notFound('Number');
  return { ...row, purchasedAt: row.purchasedAt };
}

interface Month {
  actorId: string | null;
  row: OwnedNumber;
  owner: TariffUser;
  prices: NumberPrices;
  shown?: string | null | undefined;
}

/**
 * Charges a month of a locked number and extends its expiry.
 * @param actorId the person who asked for it; null for automatic renewal
 * @throws price_changed, insufficient_credits
 */
export async function payMonth(tx: Transaction, { actorId, row, owner, prices, shown }: Month): Promise<NumberRow> {
  const country = prices.of(row.countryCode);
  const { amount: price, margin } = quoteFor(country, owner, tx.now);
  requireShown(price, shown);
  const monthsPaid = row.monthsPaid + 1;
  const charge = await post(
    tx,
    {
      userId: row.userId,
      type: 'did_purchase',
      amount: price,
      wording: wording('numberMonth', { number: row.number, country: country.countryCode, count: monthsPaid }),
      soldNumber: row.number,
      soldOf: row.provider,
      status: 'completed',
    },
    { change: negate(price), reason: 'did_purchase', margin },
  );
  await earnWholeMargin(tx, charge.id);
  const [renewed] = await tx.db
    .update(didNumbers)
    .set({ monthsPaid, monthlyPrice: price, expiresAt: expiryOf(row.purchasedAt, monthsPaid) })
    .where(eq(didNumbers.id, row.id))
    .returning();
  if (!renewed) throw new Error('a locked number is gone');
  await audit(tx, actorId, 'number.renewed', {
    subject: row.number,
    userId: row.userId,
    detail: { numberId: row.id, amount: formatMoney(price), until: renewed.expiresAt.toISOString() },
  });
  announceStatus(tx, renewed);
  return renewed;
}
