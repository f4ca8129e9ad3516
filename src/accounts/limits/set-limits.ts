import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { formatMoney, type Money, parseMoney } from '../../platform/kit/money.ts';
import type * as contract from './contract.ts';
import type { Limits } from './contract.ts';
import { getLimits } from './get-limits.ts';
import { limitsChangedEvent } from './events.ts';

/**
 * Sets an account's spend limits, all of them at once. They hold from the next charge on: the charge reads
 * them where it takes its money. Whoever is signed in may raise them as well; a key may not, because a
 * stolen key is what they are for.
 * @throws not_found
 */
export async function setLimits(
  { tx, deps, actor }: { tx: Transaction; deps: Pick<Deps, 'config'>; actor: Actor },
  {
    userId,
    body: { dailyLimit, countryLimit, countries },
  }: { userId: string; body: BodyOf<typeof contract.setLimits> },
): Promise<Limits> {
  const [before] = await tx.db.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!before) throw notFound('User');
  const countryLimits = Object.fromEntries(
    Object.entries(countries).map(([code, limit]) => [code, limit === null ? null : pounds(money(limit))]),
  );
  await tx.db
    .update(users)
    .set({
      dailyLimit: money(dailyLimit),
      countryLimit: money(countryLimit),
      countryLimits,
      updatedAt: tx.now,
    })
    .where(eq(users.id, userId));
  await audit(tx, {
    actorId: actor.id,
    action: 'limits.changed',
    subject: before.email,
    subjectUserId: userId,
    detail: {
      dailyLimit: { from: pounds(before.dailyLimit), to: pounds(money(dailyLimit)) },
      countryLimit: { from: pounds(before.countryLimit), to: pounds(money(countryLimit)) },
      countries: { from: before.countryLimits, to: countryLimits },
    },
  });
  const after = await getLimits(tx.db, deps, userId, tx.now);
  tx.publish(limitsChangedEvent, userId, { userId, liftedUntil: after.liftedUntil });
  return after;
}

const money = (limit: string | null): Money | null => (limit === null ? null : parseMoney(limit));
const pounds = (amount: Money | null): string | null => (amount === null ? null : formatMoney(amount));
