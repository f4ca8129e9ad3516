import { and, eq, gt, lte, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { didNumbers, users } from '../../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { transact, type Transaction } from '../../../platform/events/transact.ts';
import { eachAlone } from '../../../platform/kit/each-alone.ts';
import { Problem } from '../../../platform/kit/errors.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { announceExpiring, expiringForMail } from '../announce.ts';
import { type NumberPrices, priceFor, readNumberPrices } from '../price.ts';
import { lapsedBefore } from './expiry.ts';
import { payMonth } from './renew.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/** Automatic renewal is a day before the expiry, so that there is never a gap. */
const RENEWED_AHEAD_MS = DAY_MS;

/**
 * Renews numbers with automatic renewal. Several processes may do this at the same time: the expiry is checked again
 * under the row's lock, and a renewed number is no longer due. If the balance is too low, the owner is told once, the
 * number stays theirs in its grace period, and it is renewed as soon as the balance is enough.
 */
export async function autoRenewNumbers(deps: Deps): Promise<void> {
  const items = await findDue(deps);
  const due = { log: deps.log, what: 'a number could not be renewed', items, idOf: (id: string) => id };
  await eachAlone(due, (id) => transact(deps, (tx) => renewIfDue({ tx, deps }, id)));
}

const isDue = (now: Date) =>
  and(
    eq(didNumbers.status, 'active'),
    eq(didNumbers.autoRenew, true),
    lte(didNumbers.expiresAt, new Date(now.getTime() + RENEWED_AHEAD_MS)),
    gt(didNumbers.expiresAt, lapsedBefore(now)),
  );

interface Due {
  id: string;
  userId: string;
  countryCode: string;
  /** Renewal was already refused for this expiry, because the balance was too low. */
  refused: boolean;
}

/** Due numbers, without those whose owner's balance is still too low. */
async function findDue({ db, clock }: Deps): Promise<string[]> {
  const now = clock.now();
  const due = await db
    .select({
      id: didNumbers.id,
      userId: didNumbers.userId,
      countryCode: didNumbers.countryCode,
      refused: template<boolean>`coalesce(${didNumbers.refusedExpiry} = ${didNumbers.expiresAt}, false)`,
    })
    .from(didNumbers)
    .innerJoin(users, eq(users.id, didNumbers.userId))
    .where(and(isDue(now), eq(users.status, 'active')))
    .orderBy(didNumbers.expiresAt, didNumbers.id);
  const prices = await readNumberPrices(db, now);
  const worthIt: string[] = [];
  for (const each of due) {
    if (!each.refused || (await hasCreditFor(db, each, { now, prices }))) worthIt.push(each.id);
  }
  return worthIt;
}

/** Uses the present price: credit may have come in, or a reseller may have lowered the price. */
async function hasCreditFor(
  db: Queryable,
  { userId, countryCode }: Due,
  { now, prices }: { now: Date; prices: NumberPrices },
): Promise<boolean> {
  const owner = await readTariff(db, userId);
  return owner.credits >= priceFor(prices.of(countryCode), owner, now);
}

async function renewIfDue({ tx, deps }: { tx: Transaction; deps: Deps }, id: string): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(didNumbers)
    .where(and(eq(didNumbers.id, id), isDue(tx.now)))
    .for('update', { skipLocked: true });
  if (!row?.purchasedAt || !deps.carriers.sells(row.provider)) return;
  const owner = await readTariff(tx.db, row.userId);
  try {
    const prices = await readNumberPrices(tx.db, tx.now);
    await payMonth(tx, { ...{ actorId: null, owner, prices }, row: { ...row, purchasedAt: row.purchasedAt } });
  } catch (error) {
    if (!(error instanceof Problem) || error.reason !== 'insufficient_credits') throw error;
    if (row.refusedExpiry?.getTime() === row.expiresAt.getTime()) return;
    await tx.db.update(didNumbers).set({ refusedExpiry: row.expiresAt }).where(eq(didNumbers.id, id));
    announceExpiring(tx, row, 'insufficient_credits');
    const numbers = [expiringForMail(row, 'insufficient_credits')];
    await writeMail(tx, row.userId, { kind: 'numbers_expiring', numbers });
  }
}
