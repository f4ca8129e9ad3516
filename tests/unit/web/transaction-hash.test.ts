import { describe, expect, test } from 'bun:test';
import { COINS, type CoinId } from '../../../src/payments/catalogue.ts';
import { hashFromInput, isHashOf } from '../../../web/features/billing/transaction-hash.ts';

const HEX = 'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d';
const SIGNATURE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
const HASHES: Record<CoinId, string> = {
  BTC: HEX,
  USDT_TRC20: HEX,
  USDT_ERC20: `0x${HEX}`,
  ETH: `0x${HEX}`,
  SOL: SIGNATURE,
};

describe('hashFromInput', () => {
  test.each(COINS)('finds the hash in the explorer link of $id', (coin) => {
    expect(hashFromInput(coin.explorer(HASHES[coin.id]))).toBe(HASHES[coin.id]);
  });

  test.each([
    [`  ${HEX}\n`, HEX],
    [`https://explorer.solana.com/tx/${SIGNATURE}?cluster=mainnet`, SIGNATURE],
    [`https://www.blockchain.com/btc/tx/${HEX}/`, HEX],
    [`https://etherscan.io/tx/0x${HEX}#eventlog`, `0x${HEX}`],
    ['https://example.com/nothing', 'https://example.com/nothing'],
    ['not a hash', 'not a hash'],
  ])('%p', (typed, hash) => {
    expect(hashFromInput(typed)).toBe(hash);
  });
});

describe('isHashOf', () => {
  test.each(COINS)('knows the form of $id', (coin) => {
    expect(isHashOf(coin.id, HASHES[coin.id])).toBe(true);
    expect(isHashOf(coin.id, HASHES[coin.id].slice(4))).toBe(false);
    expect(isHashOf(coin.id, '')).toBe(false);
  });

  test('tells the chains apart', () => {
    expect(isHashOf('ETH', HEX)).toBe(false);
    expect(isHashOf('BTC', `0x${HEX}`)).toBe(false);
    expect(isHashOf('SOL', HEX)).toBe(false);
    expect(isHashOf('BTC', SIGNATURE)).toBe(false);
  });

  test('takes hex in either letter case, and the 0x that some TRON tools write', () => {
    expect(isHashOf('BTC', HEX.toUpperCase())).toBe(true);
    expect(isHashOf('USDT_TRC20', `0x${HEX}`)).toBe(true);
  });
});
