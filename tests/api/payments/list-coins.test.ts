import { expect, test } from 'bun:test';
import { listCoins } from '../../../src/money/payments/contract.ts';
import { signUp, startTestApp } from '../../kit/index.ts';

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test('GET /api/coins lists the coins with their rates, marked where the address is a demonstration', async () => {
  const app = await startTestApp({ env: { WALLET_BTC: OURS, RATE_USDT: '1.30', MIN_TOPUP_GBP: '20' } });
  const person = await signUp(app);
  const response = await person.as('/api/coins');
  const coins = listCoins.response?.parse(await response.json()) ?? [];
  expect(coins.map(({ id, rate, demo }) => [id, rate, demo])).toEqual([
    ['BTC', '0.000018', false],
    ['USDT_TRC20', '1.30', true],
    ['USDT_ERC20', '1.30', true],
    ['ETH', '0.016', true],
    ['SOL', '0.26', true],
  ]);
  expect(coins[0]).toMatchObject({
    name: 'Bitcoin',
    network: 'Bitcoin',
    walletAddress: OURS,
    minimum: '20.00',
    decimals: 8,
  });
  expect((await app.fetch('/api/coins')).status).toBe(401);
  await app.stop();
});

test('on a database of one’s own, a coin without a wallet is not offered', async () => {
  const fresh = await startTestApp();
  const { databaseUrl } = fresh;
  const env = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'x'.repeat(32),
    WALLET_SOL: 'So11111111111111111111111111111111111111112',
  };
  const app = await startTestApp({ databaseUrl, env });
  const person = await signUp(app);
  expect(await (await person.as('/api/coins')).json()).toMatchObject([{ id: 'SOL', demo: false }]);
  await app.stop();
  await fresh.stop();
});
