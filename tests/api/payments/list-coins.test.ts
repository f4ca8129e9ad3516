import { checkReadiness } from '../../../src/admin/go-live/check-readiness.ts';
import { readConfig } from '../../../src/config.ts';
import { listCoins } from '../../../src/money/payments/contract.ts';
import { readAnswer, signUp, startTestApp } from '../../kit/index.ts';

const DEMO = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test('GET /api/coins lists the coins with their rates, marked where the address is a demonstration', async () => {
  await using app = await startTestApp({ env: { WALLET_BTC: OURS, RATE_USDT: '1.30', MIN_TOPUP_GBP: '20' } });
  const person = await signUp(app);
  const coins = await readAnswer(person.as('/api/coins'), listCoins);
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
});

test('on a database of one’s own, a coin without a wallet is not offered', async () => {
  await using fresh = await startTestApp();
  const { databaseUrl } = fresh;
  const env = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'x'.repeat(32),
    WALLET_SOL: 'So11111111111111111111111111111111111111112',
    // Nobody's: the genesis block's.
    WALLET_BTC: DEMO,
  };
  const app = await startTestApp({ databaseUrl, env });
  const person = await signUp(app);
  expect(await (await person.as('/api/coins')).json()).toMatchObject([{ id: 'SOL', demo: false }]);
  const wallets = (await checkReadiness(app.deps)).find(({ id }) => id === 'wallets');
  expect(wallets).toMatchObject({ state: 'missing', names: ['BTC'], settings: ['WALLET_BTC'] });
  await app.stop();
  expect(readConfig({ ...env, SELL_SIMULATED: 'on' }).wallets.BTC).toEqual({ address: DEMO, demo: true });
});
