import { and, count, eq, gt, ne, sql as template } from 'drizzle-orm';
import type { Acting } from '../../../callers/audit.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import { MAX_HOLDS } from '../catalogue.ts';
import { claimNumber } from '../claim.ts';
import type { Hold } from '../contract.ts';
import type { OfferedNumber } from '../offered.ts';
import { presentHold } from './held.ts';
import { priceFor, readNumberPrices } from '../price.ts';

/**
 * Keeps a free number for the caller for `HOLD_MINUTES`. Holding it again changes nothing: the first deadline stays,
 * so that nobody can block a number by holding it again and again.
 * @throws not_allowed_now (too many holds), number_taken
 */
export async function hold({ tx, actor }: Acting, offered: OfferedNumber): Promise<Hold> {
  await requireRoom(tx, actor.id, offered.number);
  const user = await readTariff(tx.db, actor.id);
  const prices = await readNumberPrices(tx.db, tx.now);
  const price = priceFor(prices.of(offered.country.countryCode), user, tx.now);
  return presentHold(await claimNumber(tx, { userId: actor.id, offered, monthlyPrice: price }), tx.now);
}

/** One customer's requests are counted one after the other, so that two simultaneous ones cannot pass the limit. */
async function requireRoom(tx: Transaction, userId: string, number: string): Promise<void> {
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended(${`holds ${userId}`}, 0))`);
  const [others] = await tx.db
    .select({ held: count() })
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.userId, userId),
        eq(didNumbers.status, 'reserved'),
        gt(didNumbers.expiresAt, tx.now),
        ne(didNumbers.number, number),
      ),
    );
  if (others && others.held >= MAX_HOLDS) {
    throw new Problem('not_allowed_now', sentence('holdsFull', { count: MAX_HOLDS }));
  }
}
