import { type Transaction, transaction } from '../../src/money/payments/contract.ts';
import { getTimeline } from '../../src/money/payments/timeline-contract.ts';
import { getSigning, type Signing, signPayment } from '../../src/money/signatures/contract.ts';
import { openEvents, readAnswer, readAs, balanceOf, makeAdmin, signUp, type TestActor } from '../kit/index.ts';
import { expectProblem, expectSoundBooks, MachineClock, startTestApp, type TestApp } from '../kit/index.ts';
import { rejectAs, submitAs, verifyAs } from '../api/payments/payments.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { check, quoteFor, readEvidence, submitPaid, submitQuoted } from './kit/evidence.ts';
import { confirmAll, type LocalChain } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';
import type { Signed } from './kit/sign.ts';

const pathOf = (who: TestActor, { id }: Transaction) => `/api/users/${who.id}/transactions/${id}`;
const signingOf = (who: TestActor, payment: Transaction) =>
  readAnswer(who.as(`${pathOf(who, payment)}/signatures`), getSigning);
const trySigning = (who: TestActor, payment: Transaction, signed: Signed) =>
  who.as(`${pathOf(who, payment)}/signatures`, { json: signed });

const signAs = (who: TestActor, payment: Transaction, signed: Signed): Promise<Signing> =>
  readAnswer(trySigning(who, payment, signed), signPayment);

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
      await submitAs(thief, { type: 'credit_purchase', amount: '50', cryptocurrency: coin, transactionHash: hash }),
      'duplicate_transaction_hash',
    );
    await confirmAll(chain);

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
    await using told = await openEvents(app, { cookie: thief.cookie });
    expect((await verifyAs(admin, own.id, hash)).status).toBe(200);
    expect((await told.next('payment-rejected')).data).toMatchObject({ transactionId: stolen.id });
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

  test('goes to whoever has signed with the paying address, and not to who signs with another', async () => {
    const [payer, thief] = [await signUp(app), await signUp(app)];
    const hash = await chain.pay('1.25');
    const stolen = await submitPaid(thief, coin, hash);
    const own = await submitPaid(payer, coin, hash);
    const [hers, theirs] = [await signingOf(payer, own), await signingOf(thief, stolen)];
    expect(hers).toMatchObject({ open: true, senders: [], signatures: [] });
    expect(hers.message).toBe(`Topline: I made payment ${own.id} of 100.00 GBP on ${own.createdAt.slice(0, 10)}`);
    // Before the chain has shown who sent it, any address may be the one.
    const wrong = await chain.sign(theirs.message, 'thief');
    expect(await signAs(thief, stolen, wrong)).toMatchObject({ signatures: [{ sent: false }] });
    await confirmAll(chain);
    for (const claim of [stolen, own]) await check(admin, claim);
    expect(await signingOf(thief, stolen)).toMatchObject({ signatures: [{ sent: false }] });

    const refused = async (who: TestActor, claim: Transaction, signed: Signed, path: string) =>
      expect(await expectProblem(await trySigning(who, claim, signed), 'validation_failed')).toMatchObject({
        errors: [{ path }],
      });
    const right = await chain.sign(hers.message);
    const another = await chain.sign(hers.message, 'thief');
    await refused(payer, own, another, 'address');
    await refused(thief, stolen, right, 'signature');
    await refused(thief, stolen, { ...wrong, address: right.address }, 'signature');
    await refused(payer, own, { ...right, signature: another.signature }, 'signature');
    await using told = await openEvents(app, { cookie: admin.cookie });
    const signed = await signAs(payer, own, right);
    expect((await told.next('payment-evidence')).data).toMatchObject({ transactionId: own.id });
    expect(signed).toMatchObject({ signatures: [{ sent: true }] });
    expect(signed.senders).toContain(signed.signatures[0]?.address ?? '');
    // Once more changes nothing.
    expect(await signAs(payer, own, right)).toEqual(signed);
    const audited = await app.deps.sql`
      select detail ->> 'address' as address from audit_log
      where action = ${'payment.signed'} and detail ->> 'transactionId' = ${own.id}`;
    expect([...audited]).toEqual([{ address: signed.signatures[0]?.address }]);

    expect(await readEvidence(admin, own)).toMatchObject({
      signatures: signed.signatures,
      claimants: [{ transactionId: stolen.id, signed: false }],
    });
    expect(await readEvidence(admin, stolen)).toMatchObject({
      signatures: [{ sent: false }],
      claimants: [{ transactionId: own.id, signed: true }],
    });
    const timeline = await readAnswer(payer.as(`${pathOf(payer, own)}/timeline`), getTimeline);
    expect(timeline.steps.map(({ step }) => step)).toContain('signed');
    const unsigned = await readAnswer(thief.as(`${pathOf(thief, stolen)}/timeline`), getTimeline);
    expect(unsigned.steps.map(({ step }) => step)).not.toContain('signed');

    const without = await verifyAs(admin, stolen.id, hash);
    expect(await expectProblem(without, 'validation_failed')).toMatchObject({ errors: [{ path: 'reason' }] });
    expect((await verifyAs(admin, own.id, hash, { reason: 'Signed by who paid' })).status).toBe(200);
    expect(await statusOf(thief, stolen)).toMatchObject({ status: 'failed' });
    expect(await balanceOf(thief)).toBe('0.00');
    await expectProblem(await trySigning(payer, own, right), 'already_processed');
    expect(await signingOf(payer, own)).toMatchObject({ open: false, signatures: [{ sent: true }] });
  });

  test('does not go to somebody whose quote has the amount of an older one', async () => {
    const [payer, thief] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin, '60.00');
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll(chain);
    app.clock.advance(8 * DAY);
    const later = await quoteFor(thief, coin, '60.00');
    await app.deps.sql`update quotes set holds_amount = false where id = ${quote.id}`;
    await app.deps.sql`update quotes set crypto_amount = ${quote.cryptoAmount} where id = ${later.id}`;
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
    await app.deps.sql`update quotes set crypto_amount = ${next.cryptoAmount} where id = ${seen.id}`;
    const stolen = await submitQuoted(thief, seen, hash);
    await confirmAll(chain);
    const { reasons } = await check(admin, stolen);
    expect(reasons).toContain('before_quote');
    expect(await check(admin, own)).toMatchObject({ verdict: 'differs', belongsTo: null });
    app.clock.putBack();
  });

  test('may still be given to them, for a written reason', async () => {
    const [payer, friend] = [await signUp(app), await signUp(app)];
    const quote = await quoteFor(payer, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    await confirmAll(chain);
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
    await confirmAll(chain);
    const stolen = await submitPaid(thief, coin, hash);
    const own = await submitQuoted(payer, quote, hash);
    expect((await rejectAs(admin, stolen.id)).status).toBe(200);
    expect(await check(admin, own)).toMatchObject({
      verdict: 'matches',
      usedBefore: { transactionId: stolen.id, status: 'failed' },
    });
  });
});
