import { z } from 'zod';
import { price } from './decimals.ts';
import type { Exchange } from './port.ts';

const ticker = z.object({ price });

/** Coinbase Exchange, `GET /products/{product}/ticker`. */
export const coinbase: Exchange = {
  address: 'https://api.exchange.coinbase.com',
  priceOf: async (ask, coin) => (await ask(`/products/${coin}-GBP/ticker`, ticker)).price,
};
