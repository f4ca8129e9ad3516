import { z } from 'zod';
import { ChainFault } from '../chain/port.ts';
import { price } from './decimals.ts';
import type { Exchange, RateId } from './port.ts';

/** Kraken's own codes: bitcoin is XBT, and answers name older pairs with an X and a Z in front (XXBTZGBP). */
const PAIRS: Record<RateId, string> = { BTC: 'XBTGBP', ETH: 'ETHGBP', SOL: 'SOLGBP', USDT: 'USDTGBP' };

/** `c` is the last trade: its price and its volume. */
const ticker = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.tuple([price], z.unknown()) })).optional(),
});

/** Kraken, `GET /0/public/Ticker`. */
export const kraken: Exchange = {
  address: 'https://api.kraken.com',
  priceOf: async (ask, coin) => {
    const { error, result } = await ask(`/0/public/Ticker?pair=${PAIRS[coin]}`, ticker);
    const [only, ...more] = Object.values(result ?? {});
    if (error.length > 0 || !only || more.length > 0) throw new ChainFault('answered with no price');
    return only.c[0];
  },
};
