import { z } from 'zod';
import { ChainFault } from '../chain/port.ts';
import { price } from './decimals.ts';
import type { Exchange, RateId } from './port.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

const IDS: Record<RateId, string> = { BTC: 'bitcoin', ETH: 'ethereum', SOL: 'solana', USDT: 'tether' };

/** It answers with its last price, however old that is. */
const OLDEST_MS = 5 * MINUTE_MS;

const answer = z.record(z.string(), z.object({ gbp: price, last_updated_at: z.number().int() }));

/** CoinGecko, `GET /api/v3/simple/price`. */
export const coingecko: Exchange = {
  address: 'https://api.coingecko.com',
  priceOf: async (ask, coin, now) => {
    const query = `ids=${IDS[coin]}&vs_currencies=gbp&include_last_updated_at=true`;
    const found = (await ask(`/api/v3/simple/price?${query}`, answer))[IDS[coin]];
    if (!found) throw new ChainFault('answered with no price');
    if (now.getTime() - found.last_updated_at * 1000 > OLDEST_MS) {
      throw new ChainFault('answered with an old price');
    }
    return found.gbp;
  },
};
