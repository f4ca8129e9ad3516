import { fromUnits, parseMoney } from '../../platform/kit/money.ts';
import { type Price, type TariffUser, trunkPrice } from '../../money/pricing/tariff.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

const UNITS_PER_PENNY = 100n;

/**
 * The extra price of a higher plan for the rest of a package's year: the difference of the prices, in
 * proportion to the days that are left (a started day counts), rounded up to the penny; of that an
 * account pays what it pays of the plan's price.
 */
export function upgradePrice(
  running: { price: string; purchasedAt: Date; expiresAt: Date },
  targetPrice: string,
  { owner, now }: { owner: TariffUser; now: Date },
): Price {
  const days = BigInt(daysBetween(running.purchasedAt, running.expiresAt));
  const left = BigInt(Math.max(0, daysBetween(now, running.expiresAt)));
  const difference = parseMoney(targetPrice) - parseMoney(running.price);
  const divisor = days * UNITS_PER_PENNY;
  const pennies = (difference * (left < days ? left : days) + divisor - 1n) / divisor;
  return trunkPrice(owner, now, fromUnits(pennies * UNITS_PER_PENNY));
}

const daysBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / DAY_MS);
