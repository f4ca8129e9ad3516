import type { Queryable } from '../../../db/client.ts';
import type { PriceSource } from '../../../db/enums.ts';
import { coinRates } from '../../../db/schema/index.ts';
import { readSettings, type SetValues } from '../../platform/settings/read-settings.ts';
import type { Config } from '../config.ts';
import { rateAt } from './decimals.ts';
import type { RateId } from './port.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** A rate that was not confirmed for this long does not count. */
const STALE_MS = 5 * MINUTE_MS;
/** After a jump a rate must be steady for this long. */
const STEADY_MS = 5 * MINUTE_MS;

export interface CurrentRate {
  /** Coin per pound, a decimal string. */
  rate: string;
  sources: PriceSource[];
  /** New quotes are paused, because the rate is too old, has jumped, or is not believed. */
  paused: boolean;
}

/** The surcharge on the exchanges' prices that holds now, in per cent: what administrators have set comes first. */
export async function readSpread(
  db: Queryable,
  { spreadPercent }: Pick<Config['rateSettings'], 'spreadPercent'>,
  now: Date,
  set?: SetValues,
): Promise<string> {
  return (set ?? (await readSettings(db, now, 'rate_spread'))).of('rate_spread') ?? spreadPercent;
}

/**
 * The present rate of each coin; a coin without any known price has none.
 * @param set what administrators have set, where that was read already
 */
export async function currentRates(
  db: Queryable,
  { rateSettings, rates }: Pick<Config, 'rateSettings' | 'rates'>,
  now: Date,
  set?: SetValues,
): Promise<Partial<Record<RateId, CurrentRate>>> {
  const fixed = (rate: string): CurrentRate => ({ rate, sources: [{ source: 'fixed', price: null }], paused: false });
  if (rateSettings.sources.length === 0) {
    const { BTC, USDT, ETH, SOL } = rates;
    return { BTC: fixed(BTC), USDT: fixed(USDT), ETH: fixed(ETH), SOL: fixed(SOL) };
  }
  const rows = await db.select().from(coinRates);
  const spread = await readSpread(db, rateSettings, now, set);
  const age = (time: Date | null) => (time === null ? Infinity : now.getTime() - time.getTime());
  return Object.fromEntries(
    rows.map(({ id, price, sources, checkedAt, jumpedAt, doubt }) => [
      id,
      // Not the stored rate: the spread may have changed since the exchanges were asked.
      {
        rate: rateAt(price, spread),
        sources,
        paused: doubt !== null || age(checkedAt) > STALE_MS || age(jumpedAt) < STEADY_MS,
      },
    ]),
  );
}
