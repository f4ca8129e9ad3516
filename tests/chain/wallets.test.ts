import { COIN_IDS } from '../../db/enums.ts';
import { findDue } from '../../src/money/wallets/addresses.ts';
import { lookAtWallet } from '../../src/money/wallets/look-at-wallet.ts';
import { watchWallets } from '../../src/money/wallets/watch.ts';
import { rejectAs, submitAs, verifyAs } from '../api/payments/payments.ts';
import { forFile, balanceOf, expectProblem, openEvents, signUp, type TestActor, type TestApp } from '../kit/index.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { check, quoteFor, readEvidence, submitPaid, submitQuoted } from './kit/evidence.ts';
import { confirmAll } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';
import { attachAs, dismissAs, lookNow, onlyPayment, paymentsOf, startWatching, unclaimed } from './kit/wallets.ts';

let app: TestApp;
let second: TestApp;
let admin: TestActor;
const [ether, tron, solana] = await Promise.all([startEther(), startTron(), startSolana()]);
const [bitcoin, { node }] = [await startBitcoin(), ether];
const token = await startErc20(node);
const chains = { BTC: bitcoin, ETH: ether, USDT_ERC20: token, USDT_TRC20: tron, SOL: solana };
const watching = await forFile(startWatching(Object.values(chains)));
({ app, second, admin } = watching);

test.each(COIN_IDS)('a payment in %s is found, followed and verified with nothing pasted', async (coin) => {
  const chain = chains[coin];
  const customer = await signUp(app);
  const [hers, theirs] = [
    await openEvents(app, { cookie: customer.cookie }),
    await openEvents(app, { cookie: admin.cookie }),
  ];
  const quote = await quoteFor(customer, coin);
  const hash = await chain.pay(quote.cryptoAmount);
  // One block, so that it is not final yet; the others are final at once.
  if (chain.confirmationsWanted > 1) await chain.confirm();
  await lookNow(app);

  const payment = await onlyPayment(customer);
  expect(payment).toMatchObject({
    status: 'pending',
    type: 'credit_purchase',
    amount: '100.00',
    quoteId: quote.id,
    transactionHash: hash,
    cryptoAmount: quote.cryptoAmount,
    walletAddress: quote.walletAddress,
  });
  for (const stream of [hers, theirs]) {
    const { data } = await stream.next('payment-submitted');
    expect(data).toMatchObject({ id: payment.id, transactionHash: hash, user: { id: customer.id } });
    expect((await stream.next('payment-evidence')).data).toMatchObject({ transactionId: payment.id });
    await stream.close();
  }
  const timeline = await customer.as(`/api/users/${customer.id}/transactions/${payment.id}/timeline`);
  expect(await timeline.json()).toMatchObject({ steps: [{ step: 'found', state: 'done' }, {}, {}, {}] });
  const used = await customer.as(`/api/users/${customer.id}/quotes/${quote.id}`);
  expect(await used.json()).toMatchObject({ status: 'used', transactionId: payment.id });
  expect(await unclaimed(admin)).toEqual([]);
  expect(await balanceOf(customer)).toBe('0.00');
  const audited = await app.deps.sql`
    select actor_id from audit_log where action = ${'payment.found'} and subject_user_id = ${customer.id}`;
  expect([...audited]).toEqual([{ actor_id: null }]);

  await confirmAll(chain);
  await lookNow(app);
  await lookNow(second);
  expect(await onlyPayment(customer)).toEqual(payment);
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({
    verdict: 'matches',
    reasons: [],
    confirmations: expect.any(Number),
    arrivedValue: '100.00',
    senders: [expect.stringMatching(/^\w{26,64}$/)],
  });
  expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
  await lookNow(app);
  expect(await paymentsOf(customer)).toHaveLength(1);
});

test('one transaction that pays two customers, seen by two processes that do not know each other', async () => {
  const customers = [await signUp(app), await signUp(app)];
  const [one, two] = await Promise.all(customers.map((customer) => quoteFor(customer, 'BTC')));
  if (!one || !two) throw new Error('there are no quotes');
  await lookNow(app);
  const hash = await bitcoin.payAll([one.cryptoAmount, two.cryptoAmount]);
  await app.deps.sql`update wallet_positions set next_look_at = '2000-01-01'`;
  const due = (await findDue(app.deps)).filter(({ cryptocurrency }) => cryptocurrency === 'BTC');
  const { sql } = app.deps;
  // Cut off between the two, neither is stored: what is known of a transaction is not looked up again.
  await sql`alter table wallet_transfers add constraint cut check (output_index is distinct from 1) not valid`;
  await Promise.all(due.map((row) => lookAtWallet(app.deps, row).catch(() => null)));
  await sql`alter table wallet_transfers drop constraint cut`;
  for (const customer of customers) expect(await paymentsOf(customer)).toEqual([]);
  // The lock would let only one of them look.
  await Promise.all([app, second].flatMap(({ deps }) => due.map((row) => lookAtWallet(deps, row))));
  const payments = await Promise.all(customers.map(onlyPayment));
  expect(payments.map(({ transactionHash, outputIndex }) => ({ transactionHash, outputIndex }))).toEqual([
    { transactionHash: hash, outputIndex: 0 },
    { transactionHash: hash, outputIndex: 1 },
  ]);
  await confirmAll(bitcoin);
  for (const [place, payment] of payments.entries()) {
    expect(await check(admin, payment)).toMatchObject({ verdict: 'matches', outputIndex: place });
  }
});

test('while one process looks, no other does', async () => {
  await app.deps.sql`update wallet_positions set next_look_at = '2000-01-01'`;
  const due = async () => (await findDue(app.deps)).length;
  const before = await due();
  await app.deps.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('watch wallets', 0))`;
    await watchWallets(second.deps);
    expect(await due()).toBe(before);
  });
  await watchWallets(second.deps);
  expect(await due()).toBe(0);
});

test('a customer who pastes the hash at the same moment has the same payment', async () => {
  const chain = chains.USDT_TRC20;
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async (_, place) => {
      const customer = await signUp(app);
      const quote = await quoteFor(customer, 'USDT_TRC20');
      const hash = await chain.pay(quote.cryptoAmount);
      return { customer, quote, hash, place };
    }),
  );
  const [pasted] = await Promise.all([
    Promise.all(
      outcomes.map(({ customer, quote, hash, place }) =>
        place % 2 ? submitPaid(customer, 'USDT_TRC20', hash) : submitQuoted(customer, quote, hash),
      ),
    ),
    lookNow(app),
    lookNow(second),
  ]);
  for (const [place, { customer, quote, hash }] of outcomes.entries()) {
    const payment = await onlyPayment(customer);
    expect(pasted[place]?.id).toBe(payment.id);
    // Once more, after it was found.
    if (payment.quoteId === quote.id) {
      expect(await submitQuoted(customer, quote, hash)).toMatchObject({ id: payment.id });
    }
  }
  expect(await unclaimed(admin)).toEqual([]);
});

test('a block that goes away takes the evidence back, and the next one brings it again', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'BTC');
  const hash = await bitcoin.pay(quote.cryptoAmount);
  await confirmAll(bitcoin);
  await lookNow(app);
  const payment = await onlyPayment(customer);
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({ verdict: 'matches' });
  await using told = await openEvents(app, { cookie: customer.cookie });
  await bitcoin.reorganise(2);
  await lookNow(app);
  expect((await told.next('payment-evidence')).data).toMatchObject({ foundAt: null, confirmations: 0 });
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['not_found'],
    foundAt: null,
  });
  expect(await onlyPayment(customer)).toMatchObject({ id: payment.id, status: 'pending', transactionHash: hash });

  // Its wallet sends the same again with a higher fee: another hash, and still the same payment.
  const again = await bitcoin.pay(quote.cryptoAmount);
  await confirmAll(bitcoin);
  await lookNow(app);
  expect(await onlyPayment(customer)).toMatchObject({ id: payment.id, transactionHash: again });
  expect(await check(admin, payment)).toMatchObject({ verdict: 'matches', transactionHash: again });
});

test('on Ethereum, blocks that were replaced are read again', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'ETH');
  await node.mine(1);
  await lookNow(app);
  const before = await node.call('evm_snapshot');
  const lost = await chains.ETH.pay(quote.cryptoAmount);
  await node.mine(2);
  await lookNow(app);
  const payment = await onlyPayment(customer);
  expect(payment.transactionHash).toBe(lost);
  await node.call('evm_revert', before);
  // The chain has as many blocks as before, and the payment is in one that was looked at already.
  await chains.ETH.pay(quote.cryptoAmount, 'somebody');
  const hash = await chains.ETH.pay(quote.cryptoAmount);
  await node.mine(2);
  await lookNow(app);
  const moved = await onlyPayment(customer);
  expect(moved).toMatchObject({ id: payment.id, transactionHash: hash });
  await node.mine(12);
  expect(await check(admin, moved)).toMatchObject({ verdict: 'matches' });
});

test('a transfer that no quote asks for is unclaimed until an administrator attaches or dismisses it', async () => {
  const chain = chains.SOL;
  const [customer, other] = [await signUp(app), await signUp(app)];
  const [quote] = [await quoteFor(customer, 'SOL'), await quoteFor(other, 'SOL', '900.00')];
  await using told = await openEvents(app, { cookie: admin.cookie });
  const [less, dust, foreign] = [await chain.pay('25.9'), await chain.pay('0.000001'), await chain.pay('3')];
  await chain.confirm();
  await lookNow(app);
  await told.next('transfers-changed');
  const listed = await unclaimed(admin);
  expect(listed.map(({ transactionHash }) => transactionHash).toSorted()).toEqual([less, foreign].toSorted());
  expect(listed.map(({ transactionHash }) => transactionHash)).not.toContain(dust);
  const transfer = listed.find(({ transactionHash }) => transactionHash === less);
  expect(transfer).toMatchObject({ cryptocurrency: 'SOL', confirmations: 1 });
  expect(transfer?.nearest[0]).toMatchObject({ quoteId: quote.id, user: { id: customer.id } });
  const id = transfer?.id ?? '';

  await expectProblem(await attachAs(admin, id, quote.id, ' '), 'validation_failed');
  const btc = await quoteFor(customer, 'BTC');
  await expectProblem(await attachAs(admin, id, btc.id, 'Wrong coin'), 'validation_failed');
  expect((await attachAs(admin, id, quote.id, 'Their exchange took its fee')).status).toBe(200);
  await expectProblem(await dismissAs(admin, id, 'Nobody wrote'), 'already_processed');
  const payment = await onlyPayment(customer);
  expect(payment).toMatchObject({ status: 'pending', quoteId: quote.id, transactionHash: less });
  expect(await check(admin, payment)).toMatchObject({ verdict: 'differs', reasons: ['too_little'] });
  const pasted = { type: 'credit_purchase', quoteId: quote.id, transactionHash: less };
  expect(await (await submitAs(customer, pasted)).json()).toMatchObject({ id: payment.id });
  const [row] = await app.deps.sql`
    select detail ->> 'reason' as reason from audit_log where action = 'payment.attached'`;
  expect(row?.reason).toBe('Their exchange took its fee');
  const left = listed.find(({ transactionHash }) => transactionHash === foreign);
  expect((await dismissAs(admin, left?.id ?? '', 'Our own deposit')).status).toBe(204);
  await lookNow(app);
  expect(await unclaimed(admin)).toEqual([]);
  await expectProblem(await attachAs(admin, left?.id ?? '', quote.id, 'After all'), 'already_processed');

  // Once the payment is rejected, what arrived belongs to nobody again.
  expect((await rejectAs(admin, payment.id)).status).toBe(200);
  expect(await unclaimed(admin)).toMatchObject([{ id, nearest: [{ quoteId: quote.id }, expect.anything()] }]);
  expect((await attachAs(admin, id, quote.id, 'It was theirs after all')).status).toBe(200);
  expect(await unclaimed(admin)).toEqual([]);
});
