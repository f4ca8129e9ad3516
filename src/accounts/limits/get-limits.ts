import type { Queryable } from '../../../db/client.ts';
import { formatMoney, ZERO } from '../../platform/kit/money.ts';
import { isLiftedAt, nextDay, spentOn, startOfDay } from '../../money/allowances/spend-limits.ts';
import { limitsChangedEvent } from '../../money/allowances/events.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { closedToCalls } from '../../money/allowances/closed-destinations.ts';
import type { Deps } from '../../services/deps.ts';
import type { Limits } from './contract.ts';
import { requireUser } from '../../callers/require-user.ts';

/** An account's spend limits and what it has spent on this UTC day. @throws not_found */
export async function getLimits(
  db: Queryable,
  { config }: Pick<Deps, 'config'>,
  { userId, now }: { userId: string; now: Date },
): Promise<Limits> {
  const user = await requireUser({ db }, userId);
  const { dailyLimit, resellerDailyLimit, countryLimit, countryLimits, limitReachedAt, limitLiftedUntil } = user;
  const spent = spentOn(user, now);
  const byCountry = [...spent.byCountry].filter(([, amount]) => amount > ZERO);
  return {
    dailyLimit: dailyLimit === null ? null : formatMoney(dailyLimit),
    resellerLimit: resellerDailyLimit === null ? null : formatMoney(resellerDailyLimit),
    countryLimit: countryLimit === null ? null : formatMoney(countryLimit),
    countries: countryLimits,
    spentToday: formatMoney(spent.total),
    spentByCountry: Object.fromEntries(byCountry.map(([code, amount]) => [code, formatMoney(amount)])),
    resetsAt: nextDay(now).toISOString(),
    reachedAt: limitReachedAt !== null && limitReachedAt >= startOfDay(now) ? limitReachedAt.toISOString() : null,
    liftedUntil: isLiftedAt(user, now) ? (limitLiftedUntil?.toISOString() ?? null) : null,
    openedDestinations: user.openedDestinations,
    closedCountries: {
      messages: [...config.allowances.closedCountries.messages],
      calls: [...(await closedToCalls(db, config.allowances.closedCountries))],
    },
    stoppedCodes: user.stoppedCodes,
    callsAtOnce: user.callsAtOnce,
  };
}

/** Tells an account of its limits after a change. @returns them */
export async function tellLimits(tx: Transaction, deps: Pick<Deps, 'config'>, userId: string): Promise<Limits> {
  const limits = await getLimits(tx.db, deps, { userId, now: tx.now });
  tx.publish(limitsChangedEvent, userId, { userId, liftedUntil: limits.liftedUntil });
  return limits;
}
