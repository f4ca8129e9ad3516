import type { Queryable } from '../../../db/client.ts';
import type { PriceSource } from '../../../db/enums.ts';
import { coinRates } from '../../../db/schema/index.ts';
import type { Config } from '../config.ts';
import type { RateId } from './port.ts';

/** A rate that was not confirmed for this long does not count. */
const STALE_MS = 5 * 60_000;
/** After a jump a rate must be steady for this long. */
const STEADY_MS = 5 * 60_000;

export interface CurrentRate {
  /** Coin per pound, a decimal string. */
  rate: string;
  sources: PriceSource[];
  /** Whether new quotes are paused, because the rate is too old or has jumped. */
  paused: boolean;
}

/** The present rate of each coin; a coin without any known price has none. */
export async function currentRates(
  db: Queryable,
  { rateSettings, rates }: Pick<Config, 'rateSettings' | 'rates'>,
  now: Date,
): Promise<Partial<Record<RateId, CurrentRate>>> {
  const fixed = (rate: string): CurrentRate => ({
    rate,
    sources: [{ source: 'fixed', price: null }],
    paused: false,
  });
  if (rateSettings.sources.length === 0) {
    const { BTC, USDT, ETH, SOL } = rates;
    return { BTC: fixed(BTC), USDT: fixed(USDT), ETH: fixed(ETH), SOL: fixed(SOL) };
  }
  const rows = await db.select().from(coinRates);
  const age = (time: Date | null) => (time === null ? Infinity : now.getTime() - time.getTime());
  return Object.fromEntries(
    rows.map(({ id, rate, sources, checkedAt, jumpedAt }) => [
      id,
      { rate, sources, paused: age(checkedAt) > STALE_MS || age(jumpedAt) < STEADY_MS },
    ]),
  );
}
