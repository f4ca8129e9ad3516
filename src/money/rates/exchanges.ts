import { z } from 'zod';
import { ChainFault } from '../chain/port.ts';
import { price, ratio } from './decimals.ts';
import type { AskExchange, Exchange, RateId, SourceName } from './port.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

const ticker = z.object({ price });

const last = async (ask: AskExchange, symbol: string): Promise<string> =>
  (await ask(`/api/v3/ticker/price?symbol=${symbol}`, ticker)).price;

/** Binance, `GET /api/v3/ticker/price`. If it has no pair in pounds, bitcoin's two pairs give the price of USDT. */
const binance: Exchange = {
  address: 'https://api.binance.com',
  priceOf: async (ask, coin) => {
    if (coin === 'BTC' || coin === 'ETH') return last(ask, `${coin}GBP`);
    const [pounds, tethers] = [await last(ask, 'BTCGBP'), await last(ask, 'BTCUSDT')];
    return coin === 'USDT' ? ratio(pounds, tethers) : ratio(pounds, tethers, await last(ask, 'SOLUSDT'));
  },
};

/** Coinbase Exchange, `GET /products/{product}/ticker`. */
const coinbase: Exchange = {
  address: 'https://api.exchange.coinbase.com',
  priceOf: async (ask, coin) => (await ask(`/products/${coin}-GBP/ticker`, ticker)).price,
};

const IDS: Record<RateId, string> = { BTC: 'bitcoin', ETH: 'ethereum', SOL: 'solana', USDT: 'tether' };

/** It answers with its last price, however old that is. */
const OLDEST_MS = 5 * MINUTE_MS;

const answer = z.record(z.string(), z.object({ gbp: price, last_updated_at: z.number().int() }));

/** CoinGecko, `GET /api/v3/simple/price`. */
const coingecko: Exchange = {
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

/** Kraken's own codes: bitcoin is XBT, and answers name older pairs with an X and a Z in front (XXBTZGBP). */
const PAIRS: Record<RateId, string> = { BTC: 'XBTGBP', ETH: 'ETHGBP', SOL: 'SOLGBP', USDT: 'USDTGBP' };

/** `c` is the last trade: its price and its volume. */
const trades = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.object({ c: z.tuple([price], z.unknown()) })).optional(),
});

/** Kraken, `GET /0/public/Ticker`. */
const kraken: Exchange = {
  address: 'https://api.kraken.com',
  priceOf: async (ask, coin) => {
    const { error, result } = await ask(`/0/public/Ticker?pair=${PAIRS[coin]}`, trades);
    const [only, ...more] = Object.values(result ?? {});
    if (error.length > 0 || !only || more.length > 0) throw new ChainFault('answered with no price');
    return only.c[0];
  },
};

export const EXCHANGES: Record<SourceName, Exchange> = { kraken, coinbase, coingecko, binance };
