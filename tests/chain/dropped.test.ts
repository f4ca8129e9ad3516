import { verifyAs } from '../api/payments/payments.ts';
import { openEvents, balanceOf, MachineClock, makeAdmin, signUp, startTestApp, type TestApp } from '../kit/index.ts';
import { quoteFor, readEvidence } from './kit/evidence.ts';
import type { LocalChain } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';
import { lookNow, paymentsOf } from './kit/wallets.ts';

/**
 * Chains that say "final" may drop what is not final yet. What Bitcoin and Ethereum drop with a block is in
 * `wallets.test.ts`.
 */

describe.each([
  ['USDT_TRC20', startTron],
  ['SOL', startSolana],
] as const)('a payment in %s that its chain drops', (coin, start) => {
  let chain: LocalChain & { drop(hash: string): void };
  let app: TestApp;
  beforeAll(async () => {
    chain = await start();
    app = await startTestApp({ env: chain.env, background: false, clock: new MachineClock() });
    await lookNow(app);
  });
  afterAll(async () => {
    await app.stop();
    await chain.stop();
  });

  test('takes its evidence back, and is the same payment when it comes again', async () => {
    const admin = await makeAdmin(app);
    const customer = await signUp(app);
    const quote = await quoteFor(customer, coin);
    const lost = await chain.pay(quote.cryptoAmount);
    await lookNow(app);
    const [payment] = await paymentsOf(customer);
    if (!payment) throw new Error('there is no payment');
    expect(payment).toMatchObject({ transactionHash: lost, status: 'pending' });
    const seen = await readEvidence(admin, payment);
    expect(seen.evidence).toMatchObject({ foundAt: expect.any(String), reasons: ['too_few_confirmations'] });

    await using told = await openEvents(app, { cookie: customer.cookie });
    chain.drop(lost);
    await lookNow(app);
    expect((await told.next('payment-evidence')).data).toMatchObject({ foundAt: null, confirmations: 0 });
    const gone = await readEvidence(admin, payment);
    expect(gone.evidence).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['not_found'],
      senders: [],
      foundAt: null,
    });
    expect(await balanceOf(customer)).toBe('0.00');

    const again = await chain.pay(quote.cryptoAmount);
    await chain.confirm();
    await lookNow(app);
    const [moved, ...more] = await paymentsOf(customer);
    expect(more).toEqual([]);
    expect(moved).toMatchObject({ id: payment.id, transactionHash: again });
    expect((await readEvidence(admin, payment)).evidence).toMatchObject({ verdict: 'matches' });
    expect((await verifyAs(admin, payment.id, again)).status).toBe(200);
    expect(await balanceOf(customer)).toBe('100.00');
  });
});
