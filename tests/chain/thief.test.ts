import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Transaction, transaction } from '../../src/money/payments/contract.ts';
import { balanceOf, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { MachineClock } from '../kit/clock.ts';
import { expectProblem } from '../kit/problems.ts';
import { openEvents } from '../kit/sse.ts';
import { rejectAs, submitAs, verifyAs } from '../api/payments/payments.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { check, quoteFor, readEvidence, submitPaid, submitQuoted } from './kit/evidence.ts';
import type { LocalChain } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';
import { readAs } from '../kit/read.ts';

/** Everybody can see a hash on its chain: the first person to paste it does not own the payment. */

const DAY = 24 * 3_600_000;
/** On a busy machine a chain takes its time. */
const STARTS_WITHIN_MS = 60_000;

describe.each([
  ['BTC', startBitcoin],
  ['ETH', startEther],
  ['USDT_ERC20', startErc20],
  ['USDT_TRC20', startTron],
  ['SOL', startSolana],
] as const)('somebody else’s payment in %s', (coin, start) => {
  let chain: LocalChain;
  let app: TestApp;
  let admin: TestActor;
  beforeAll(async () => {
    chain = await start();
    app = await startTestApp({ env: chain.env, background: false, clock: new MachineClock() });
    admin = await makeAdmin(app);
  }, STARTS_WITHIN_MS);
  afterAll(async () => {
    await expectSoundBooks(app);
    await app.stop();
    await chain.stop();
  });
  const confirmAll = async () => {
    for (let block = 0; block < chain.confirmationsWanted; block++) await chain.confirm();
  };
  const statusOf = async (who: TestActor, { id }: Transaction) => {
    const listed = await readAs(who.as(`/api/users/${who.id}/transactions`), transaction.array());
    return listed.find((each) => each.id === id);
  };

  test('does not go to somebody who claims it first, with or without a quote of their own', async () => {
    const [payer, thief, copycat] = [await signUp(app), await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin);
    const thiefs = await quoteFor(thief, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    const [stolen, copied] = [await submitQuoted(thief, thiefs, hash), await submitPaid(copycat, coin, hash)];
    const own = await submitQuoted(payer, quote, hash);
    await expectProblem(
      await submitAs(thief, {
        type: 'credit_purchase',
        amount: '50',
        cryptocurrency: coin,
        transactionHash: hash,
      }),
      'duplicate_transaction_hash',
    );
    await confirmAll();

    const payers = { quoteId: quote.id, user: { id: payer.id }, transactionId: own.id };
    for (const claim of [stolen, copied]) {
      expect(await check(admin, claim)).toMatchObject({
        verdict: 'another_payment',
        reasons: expect.arrayContaining(['anothers_amount']),
        belongsTo: payers,
      });
    }
    expect(await check(admin, own)).toMatchObject({
      verdict: 'matches',
      reasons: [],
      arrivedValue: '100.00',
      belongsTo: null,
      usedBefore: null,
    });
    const { claimants, quoted } = await readEvidence(admin, own);
    expect(quoted).toEqual({ at: quote.createdAt, until: quote.expiresAt });
    expect(claimants).toMatchObject([
      { transactionId: stolen.id, quotedAt: thiefs.createdAt, verdict: 'another_payment' },
      { transactionId: copied.id, quotedAt: null, verdict: 'another_payment' },
    ]);

    const refused = await verifyAs(admin, stolen.id, hash);
    expect(await expectProblem(refused, 'validation_failed')).toMatchObject({ errors: [{ path: 'reason' }] });
    const told = await openEvents(app, { cookie: thief.cookie });
    expect((await verifyAs(admin, own.id, hash)).status).toBe(200);
    expect((await told.next('payment-rejected')).data).toMatchObject({ transactionId: stolen.id });
    await told.close();
    for (const [who, claim] of [
      [thief, stolen],
      [copycat, copied],
    ] as const) {
      expect(await statusOf(who, claim)).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('another payment'),
      });
      expect(await balanceOf(who)).toBe('0.00');
    }
    expect(await balanceOf(payer)).toBe('100.00');
    const late = await quoteFor(thief, coin);
    const again = { type: 'credit_purchase', quoteId: late.id, transactionHash: hash };
    await expectProblem(await submitAs(thief, again), 'duplicate_transaction_hash');
  });

  test('does not go to somebody whose quote has the amount of an older one', async () => {
    const [payer, thief] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin, '60.00');
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll();
    app.clock.advance(8 * DAY);
    const later = await quoteFor(thief, coin, '60.00');
    expect(later.cryptoAmount).toBe(quote.cryptoAmount);
    const stolen = await submitQuoted(thief, later, hash);
    expect(await check(admin, stolen)).toMatchObject({ verdict: 'differs', reasons: ['before_quote'] });
    const own = await submitQuoted(payer, quote, hash);
    expect(await check(admin, own)).toMatchObject({ verdict: 'matches' });
    app.clock.putBack();
  });

  test('does not go to somebody who asks for a quote of exactly that amount after seeing it', async () => {
    const [payer, thief] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin, '70.00');
    const next = await quoteFor(thief, coin, '70.00');
    await app.deps.sql`update quotes set holds_amount = false where id = ${next.id}`;
    await app.deps.sql`update quotes set created_at = created_at - interval '8 days' where id = ${next.id}`;
    // The payer sends something else than was asked, and says so before it is in a block.
    const hash = await chain.pay(next.cryptoAmount);
    const own = await submitQuoted(payer, quote, hash);
    app.clock.advance(1000);
    const seen = await quoteFor(thief, coin, '70.00');
    expect(seen.cryptoAmount).toBe(next.cryptoAmount);
    const stolen = await submitQuoted(thief, seen, hash);
    await confirmAll();
    const { reasons } = await check(admin, stolen);
    expect(reasons).toContain('before_quote');
    expect(await check(admin, own)).toMatchObject({ verdict: 'differs', belongsTo: null });
    app.clock.putBack();
  });

  test('may still be given to them, for a written reason', async () => {
    const [payer, friend] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll();
    const payment = await submitQuoted(friend, await quoteFor(friend, coin), hash);
    expect(await check(admin, payment)).toMatchObject({ verdict: 'another_payment' });
    await expectProblem(await verifyAs(admin, payment.id, hash, { reason: '  ' }), 'validation_failed');
    const reason = 'The payer wrote that it is for this account';
    expect((await verifyAs(admin, payment.id, hash, { reason })).status).toBe(200);
    const [row] = await app.deps.sql`
      select detail ->> 'reason' as reason, t.verified_despite as despite
      from audit_log join transactions t on t.id::text = detail ->> 'transactionId'
      where action = 'payment.verified' and t.id = ${payment.id}`;
    expect(row).toEqual({ reason, despite: expect.arrayContaining(['anothers_amount']) });
  });

  test('that was rejected for one claimant can be verified for the other', async () => {
    const [payer, thief] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll();
    const stolen = await submitPaid(thief, coin, hash);
    const own = await submitQuoted(payer, quote, hash);
    expect((await rejectAs(admin, stolen.id)).status).toBe(200);
    expect(await check(admin, own)).toMatchObject({
      verdict: 'matches',
      usedBefore: { transactionId: stolen.id, status: 'failed' },
    });
  });
});
