import { z } from 'zod';
import { price, ratio } from './decimals.ts';
import type { AskExchange, Exchange } from './port.ts';

const ticker = z.object({ symbol: z.string(), price });

const last = async (ask: AskExchange, symbol: string): Promise<string> =>
  (await ask(`/api/v3/ticker/price?symbol=${symbol}`, ticker)).price;

/** Binance, `GET /api/v3/ticker/price`. If it has no pair in pounds, bitcoin's two pairs give the price of USDT. */
export const binance: Exchange = {
  address: 'https://api.binance.com',
  priceOf: async (ask, coin) => {
    if (coin === 'BTC' || coin === 'ETH') return last(ask, `${coin}GBP`);
    const [pounds, tethers] = [await last(ask, 'BTCGBP'), await last(ask, 'BTCUSDT')];
    return coin === 'USDT' ? ratio(pounds, tethers) : ratio(pounds, tethers, await last(ask, 'SOLUSDT'));
  },
};
