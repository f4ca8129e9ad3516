import { ConfigError, readConfig } from '../../src/config.ts';
import { listCoins } from '../../src/money/payments/list-coins.ts';
import { startTestApp } from '../kit/app.ts';

const TOKEN = '0x52908400098527886E0F7030069857D2E4169EE7';
const configOf = (env: Record<string, string>) => readConfig({ SESSION_SECRET: 'x'.repeat(32), ...env });

describe('the settings of the chains', () => {
  test('are none, and the catalogue’s, unless set', () => {
    const { endpoints, coins } = configOf({ CHAIN_BTC_URL: '' }).chains;
    expect(endpoints).toEqual({ bitcoin: [], ethereum: [], solana: [], tron: [] });
    expect(coins.BTC).toEqual({ confirmations: 2, contract: null });
    expect(coins.ETH).toEqual({ confirmations: 12, contract: null });
    expect(coins.SOL).toEqual({ confirmations: null, contract: null });
    expect(coins.USDT_TRC20).toEqual({ confirmations: null, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
  });

  test('name several endpoints, in the order in which they are asked', () => {
    const { endpoints } = configOf({ CHAIN_ETH_URL: 'https://a.example/v3/key, http://b.example:8545' }).chains;
    expect(endpoints.ethereum).toEqual(['https://a.example/v3/key', 'http://b.example:8545']);
  });

  test('say what customers are told as well', async () => {
    await using app = await startTestApp({
      background: false,
      env: { USDT_ERC20_CONTRACT: TOKEN, CONFIRMATIONS_ETH: '3', CONFIRMATIONS_BTC: '6' },
    });
    const coins = await listCoins({ ...app.deps, now: app.clock.now() });
    const offered = (id: string) => coins.find((coin) => coin.id === id);
    expect(offered('USDT_ERC20')).toMatchObject({ contract: TOKEN, confirmations: 3 });
    expect(offered('ETH')).toMatchObject({ contract: null, confirmations: 3 });
    expect(offered('BTC')).toMatchObject({ confirmations: 6 });
  });

  test.each([
    ['CHAIN_BTC_URL', 'ftp://node.example'],
    ['CHAIN_SOL_URL', 'https://a.example,'],
    ['CHAIN_TRON_URL', Array.from({ length: 4 }, (_, index) => `https://n${index}.example`).join(',')],
    ['CONFIRMATIONS_BTC', '0'],
    ['CONFIRMATIONS_ETH', '2.5'],
    ['USDT_ERC20_CONTRACT', 'USDT'],
    ['USDT_TRC20_CONTRACT', TOKEN],
  ])('%s=%s stops the program, which says so', (name, value) => {
    expect(() => configOf({ [name]: value })).toThrow(ConfigError);
    expect(() => configOf({ [name]: value })).toThrow(name);
  });
});
