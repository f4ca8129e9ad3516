import type { CoinId } from '../../src/money/payments/catalogue.ts';

export const HEX = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d';
export const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
/** A hash of each chain, in its normal form. */
export const HASHES: Record<CoinId, string> = {
  BTC: HEX,
  USDT_TRC20: HEX,
  USDT_ERC20: `0x${HEX}`,
  ETH: `0x${HEX}`,
  SOL: SIGNATURE,
};
