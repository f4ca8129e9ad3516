import { COINS } from '../../../src/money/payments/catalogue.ts';
import { hashFault, hashFromLink, normalizeHash } from '../../../src/shared/hashes.ts';
import { HASHES, HEX, SIGNATURE } from '../../kit/hashes.ts';

describe('normalizeHash', () => {
  test.each(COINS)('takes the form of $id, trimmed', ({ id }) => {
    expect(normalizeHash(id, HASHES[id])).toBe(HASHES[id]);
    expect(normalizeHash(id, `\n ${HASHES[id]}\t`)).toBe(HASHES[id]);
  });

  test.each(COINS)('refuses what is no hash of $id', ({ id }) => {
    const hash = HASHES[id];
    for (const wrong of ['', hash.slice(0, -4), `${hash}0`, `${hash} ${hash}`, `${hash.slice(0, -1)}g!`]) {
      expect(normalizeHash(id, wrong)).toBeNull();
    }
    expect(hashFault(id).text.length).toBeGreaterThan(0);
  });

  test('writes hexadecimal in lower case, so that letter case makes no second payment', () => {
    expect(normalizeHash('BTC', HEX.toUpperCase())).toBe(HEX);
    expect(normalizeHash('ETH', `0X${HEX.toUpperCase()}`)).toBe(`0x${HEX}`);
  });

  test('keeps base58 as it is: case matters', () => {
    expect(normalizeHash('SOL', SIGNATURE)).toBe(SIGNATURE);
    expect(normalizeHash('SOL', SIGNATURE.toLowerCase())).toBeNull();
  });

  test('0x is stripped for TRON, added for Ethereum, wrong for Bitcoin', () => {
    expect(normalizeHash('USDT_TRC20', `0x${HEX}`)).toBe(HEX);
    expect(normalizeHash('ETH', HEX)).toBe(`0x${HEX}`);
    expect(normalizeHash('USDT_ERC20', HEX)).toBe(`0x${HEX}`);
    expect(normalizeHash('BTC', `0x${HEX}`)).toBeNull();
  });

  test('a signature of Solana is exactly 64 bytes', () => {
    expect(normalizeHash('SOL', '1'.repeat(64))).toBe('1'.repeat(64));
    expect(normalizeHash('SOL', '1'.repeat(63))).toBeNull();
    expect(normalizeHash('SOL', '1'.repeat(65))).toBeNull();
    expect(normalizeHash('SOL', 'z'.repeat(88))).toBeNull();
    expect(normalizeHash('SOL', 'z'.repeat(100_000))).toBeNull();
  });
});

describe('hashFromLink', () => {
  test.each(COINS)('finds the hash in the explorer link of $id', (coin) => {
    expect(hashFromLink(coin.explorer(HASHES[coin.id]))).toBe(HASHES[coin.id]);
  });

  test.each([
    [`  ${HEX}\n`, HEX],
    [`https://explorer.solana.com/tx/${SIGNATURE}?cluster=mainnet`, SIGNATURE],
    [`https://www.blockchain.com/btc/tx/${HEX}/`, HEX],
    [`https://etherscan.io/tx/0x${HEX}#eventlog`, `0x${HEX}`],
    ['https://example.com/nothing', 'https://example.com/nothing'],
    ['not a hash', 'not a hash'],
  ])('%p', (typed, hash) => {
    expect(hashFromLink(typed)).toBe(hash);
  });
});
