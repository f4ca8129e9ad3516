import { makeAdmin, signUp, startTestApp, type TestActor, type TestApp } from '../kit/index.ts';
import { MachineClock, machineTime } from '../kit/clock.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { check, quoteFor, submitPaid, submitQuoted } from './kit/evidence.ts';
import { confirmAll, type LocalChain } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';

/** On a busy machine a chain takes its time. */
const STARTS_WITHIN_MS = 60_000;

/** £100 in each coin at the rates the tests run with; half of it. */
const COINS = [
  {
    coin: 'BTC',
    start: startBitcoin,
    due: '0.0018',

    half: '0.0009',
    tokens: false,
    fails: false,
  },
  { coin: 'ETH', start: startEther, due: '1.6', half: '0.8', tokens: true, fails: true },
  {
    coin: 'USDT_ERC20',
    start: startErc20,
    due: '127',

    half: '63.5',
    tokens: true,
    fails: true,
  },
  { coin: 'USDT_TRC20', start: startTron, due: '127', half: '63.5', tokens: true, fails: true },
  { coin: 'SOL', start: startSolana, due: '26', half: '13', tokens: false, fails: true },
] as const;

describe.each(COINS)('a payment in $coin', ({ coin, start, due, half, ...chains }) => {
  let chain: LocalChain;
  let app: TestApp;
  let admin: TestActor;
  let customer: TestActor;
  beforeAll(async () => {
    chain = await start();
    // Nothing looks but who is told to, so that each step is seen.
    app = await startTestApp({ env: chain.env, background: false, clock: new MachineClock() });
    admin = await makeAdmin(app);
    customer = await signUp(app);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await app.stop();
    await chain.stop();
  });

  /** The chain's evidence about a payment of £100 with as many confirmations as wanted. */
  const evidenceOf = async (hash: string) => {
    await confirmAll(chain);
    return check(admin, await submitPaid(customer, coin, hash));
  };

  test('matches once it is confirmed as often as is wanted', async () => {
    const quote = await quoteFor(customer, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    const payment = await submitQuoted(customer, quote, hash);
    const first = await check(admin, payment);
    expect(first).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['too_few_confirmations'],
      confirmations: 0,
      confirmationsWanted: chain.confirmationsWanted,
      foundAt: expect.any(String),
    });
    for (let block = 1; block < chain.confirmationsWanted; block++) {
      await chain.confirm();
      expect(await check(admin, payment)).toMatchObject({
        verdict: 'inconclusive',
        reasons: ['too_few_confirmations'],
        confirmations: block,
        arrivedValue: '100.00',
        foundAt: first.foundAt,
      });
    }
    await chain.confirm();
    const last = await check(admin, payment);
    expect(last).toMatchObject({
      verdict: 'matches',
      reasons: [],
      confirmations: chain.confirmationsWanted,
      transactionHash: hash,
      arrivedValue: '100.00',
      usedBefore: null,
      fault: null,
      source: '127.0.0.1',
      foundAt: first.foundAt,
    });
    expect(Number(last.arrived)).toBe(Number(quote.cryptoAmount));
    expect(last.due).toBe(last.arrived ?? '');
    expect(Math.abs(Date.parse(last.blockTime ?? '') - machineTime().getTime())).toBeLessThan(24 * 3_600_000);
  });

  test('differs where less arrived, and says what that is worth', async () => {
    const evidence = await evidenceOf(await chain.pay(half));
    expect(evidence).toMatchObject({
      verdict: 'differs',
      reasons: ['too_little', 'not_quoted'],
      arrivedValue: '50.00',
    });
    expect(Number(evidence.arrived)).toBe(Number(half));
  });

  test('differs where it went to another address', async () => {
    expect(await evidenceOf(await chain.pay(due, 'somebody'))).toMatchObject({
      verdict: 'differs',
      reasons: ['wrong_address', 'not_quoted'],
      arrivedValue: '0.00',
      arrived: '0.00',
    });
  });

  test('says nothing of whose it is where nobody was asked for it', async () => {
    const hash = await chain.pay(due);
    const earlier = await submitPaid(await signUp(app), coin, hash);
    expect((await admin.as('/api/admin/reject-payment', { json: { transactionId: earlier.id } })).status).toBe(200);
    expect(await evidenceOf(hash)).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['not_quoted'],
      arrivedValue: '100.00',
      usedBefore: { transactionId: earlier.id, status: 'failed' },
    });
  });

  test('cannot be told while it is not found, and is found later', async () => {
    const quote = await quoteFor(customer, coin);
    const payment = await submitQuoted(customer, quote, chain.unknownHash());
    expect(await check(admin, payment)).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['not_found'],
      foundAt: null,
      arrived: null,
    });
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll(chain);
    expect(await check(admin, payment, hash)).toMatchObject({ verdict: 'matches', transactionHash: hash });
    // The administrator's own hash changes nothing about the customer's.
    expect((await check(admin, payment)).reasons).toEqual(['not_found']);
  });

  if (chains.tokens) {
    test('differs where it is in another token', async () => {
      expect(await evidenceOf(await chain.payInAnother(due))).toMatchObject({
        verdict: 'differs',
        reasons: ['wrong_token', 'not_quoted'],
        arrivedValue: '0.00',
      });
    });
  }

  if (chains.fails) {
    test('differs where it failed', async () => {
      expect(await evidenceOf(await chain.payAndFail(due))).toMatchObject({
        verdict: 'differs',
        reasons: ['failed_on_chain', 'not_quoted'],
        arrivedValue: '0.00',
      });
    });
  }
});
