import { readConfig } from '../../../src/config.ts';
import { automaticAtSharedAddress } from '../../../src/money/automatic/most-automatic.ts';
import { walletLines } from '../../../src/money/addresses/wallet-lines.ts';
import { keySettings } from '../../chain/kit/keys.ts';
import { stepsBetween, unknownSettings } from '../../../src/platform/kit/unknown-settings.ts';

/** Whoever starts the program with a wrong address would have customers pay somebody else, or nobody. */

const start = (env: Record<string, string>) => readConfig({ SESSION_SECRET: 'x'.repeat(32), ...env });

/** Addresses that their chains' documents print. */
const BASE58 = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const SCRIPT = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SEGWIT_SCRIPT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const TAPROOT = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const TEST_BASE58 = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
const TEST_SEGWIT = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SOLANA = 'So11111111111111111111111111111111111111112';

describe('an address of a wallet', () => {
  test.each([
    ['WALLET_BTC', BASE58],
    ['WALLET_BTC', SCRIPT],
    ['WALLET_BTC', SEGWIT],
    ['WALLET_BTC', SEGWIT.toUpperCase()],
    ['WALLET_BTC', SEGWIT_SCRIPT],
    ['WALLET_BTC', TAPROOT],
    ['WALLET_BTC', TEST_BASE58],
    ['WALLET_BTC', TEST_SEGWIT],
    ['WALLET_ETH', ETHER],
    ['WALLET_USDT_ERC20', ETHER],
    ['WALLET_USDT_TRC20', TRON],
    ['WALLET_SOL', SOLANA],
    ['USDT_ERC20_CONTRACT', ETHER],
    ['USDT_TRC20_CONTRACT', TRON],
  ])('%s=%s is taken', (name, address) => {
    expect(() => start({ [name]: address })).not.toThrow();
  });

  test.each([
    ['WALLET_BTC', 'notanaddress'],
    ['WALLET_BTC', BASE58.replace('1Boa', '1Bob')],
    ['WALLET_BTC', SEGWIT.replace('t4', 't5')],
    ['WALLET_BTC', SEGWIT.replace('bc1q', 'bc1Q')],
    ['WALLET_BTC', TAPROOT.replace('bc1p', 'bc1q')],
    ['WALLET_BTC', TRON],
    ['WALLET_ETH', ETHER.toLowerCase()],
    ['WALLET_ETH', ETHER.replace('5a', '5A')],
    ['WALLET_ETH', ETHER.slice(0, -1)],
    ['WALLET_USDT_ERC20', TRON],
    ['WALLET_USDT_TRC20', ETHER],
    ['WALLET_USDT_TRC20', BASE58],
    ['WALLET_USDT_TRC20', TRON.replace('TR7', 'TR8')],
    ['WALLET_SOL', BASE58],
    ['WALLET_SOL', SEGWIT],
    ['WALLET_SOL', SOLANA.slice(0, -1)],
    ['USDT_ERC20_CONTRACT', ETHER.toLowerCase()],
    ['USDT_TRC20_CONTRACT', ETHER],
  ])('%s=%s stops the start', (name, address) => {
    expect(() => start({ [name]: address })).toThrow(`${name}: This is no address of `);
  });

  test('is printed at the start by its first and last characters, with its network', () => {
    const lines = (env: Record<string, string>) =>
      walletLines(start({ DATABASE_URL: 'postgres://localhost/x', ...env }));
    expect(lines({ WALLET_BTC: SEGWIT, WALLET_ETH: ETHER })).toEqual([
      '  WALLET_BTC: bc1qw5…v8f3t4 (main network)',
      '  WALLET_ETH: 0x5aAe…1BeAed',
    ]);
    expect(lines({ WALLET_BTC: TEST_BASE58 })).toEqual(['  WALLET_BTC: mipcBb…1ZJRfn (test network)']);
    // A demonstration's own addresses are nobody's.
    expect(walletLines(start({}))).toEqual([]);
  });
});

describe('a variable that is no setting', () => {
  test.each([
    ['WALET_ETH', 'WALLET_ETH'],
    ['WALLET_EHT', 'WALLET_ETH'],
    ['SENDER_NAME', 'SENDER_NAMES'],
    ['AUTO_VERIFY_ABOVE_GBP', 'AUTO_VERIFY_BELOW_GBP'],
    ['APROVAL_ABOVE_GPB', 'APPROVAL_ABOVE_GBP'],
    ['TWILIO_ACOUNT_SID', 'TWILIO_ACCOUNT_SID'],
    ['WALLET_DOGE', 'WALLET_SOL'],
  ])('%s stops the start, which names %s', (name, nearest) => {
    expect(() => start({ [name]: 'x' })).toThrow(`${name}: there is no such setting. The nearest is ${nearest}`);
  });

  test.each(['HOME', 'PATH', 'POSTGRES_PASSWORD', 'NODE_ENV', 'SIP_STATE_DIR', 'XDG_DATA_DIRS'])(
    '%s of somebody else is none of ours',
    (name) => {
      expect(() => start({ [name]: 'x' })).not.toThrow();
    },
  );

  test('that is empty is not set', () => {
    expect(() => start({ WALET_ETH: '' })).not.toThrow();
  });

  test('is near where one letter of a short name, or two of a long one, are wrong', () => {
    const found = (name: string, known: string) => unknownSettings([known], { [name]: 'x' }).length;
    expect(found('AB_CDEFXX', 'AB_CDEFGH')).toBe(0);
    expect(found('AB_CDEFGX', 'AB_CDEFGH')).toBe(1);
    expect(found('AB_CDEFGXX', 'AB_CDEFGHI')).toBe(1);
    expect(found('AB_CDEFXXX', 'AB_CDEFGHI')).toBe(0);
    expect(['', 'ab', 'abc', 'axc', 'acb', 'xyz'].map((text) => stepsBetween(text, 'abc'))).toEqual([3, 1, 0, 1, 1, 3]);
  });
});

describe('where verification without a person meets an address that all share', () => {
  const coins = (env: Record<string, string>) =>
    automaticAtSharedAddress(start({ DATABASE_URL: 'postgres://localhost/x', ...env })).map(({ id }) => id);
  const both = { WALLET_BTC: SEGWIT, WALLET_SOL: SOLANA };

  test('the start says so of each such coin', () => {
    expect(coins({ ...both, AUTO_VERIFY_BELOW_GBP: '50' })).toEqual(['BTC', 'SOL']);
    expect(coins({ ...both, AUTO_VERIFY_BELOW_GBP: '50', XPUB_BTC: keySettings().XPUB_BTC })).toEqual(['SOL']);
    expect(coins(both)).toEqual([]);
    // A demonstration's addresses are nobody's.
    expect(automaticAtSharedAddress(start({ AUTO_VERIFY_BELOW_GBP: '50' }))).toEqual([]);
  });
});
