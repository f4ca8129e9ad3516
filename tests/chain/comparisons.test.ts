import { COIN_IDS } from '../../db/enums.ts';
import { compareOutside } from '../../src/admin/comparisons/compare-wallets.ts';
import { type Comparison, getComparisons } from '../../src/admin/comparisons/contract.ts';
import { listAlarms } from '../../src/admin/alarms/contract.ts';
import { watchAlarms } from '../../src/admin/alarms/watch-alarms.ts';
import type { CoinId } from '../../src/money/payments/catalogue.ts';
import { metricSources } from '../../src/metric-sources.ts';
import { verifyAs } from '../api/payments/payments.ts';
import { expectProblem, forFile, readAnswer, signUp } from '../kit/index.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { quoteFor } from './kit/evidence.ts';
import { confirmAll } from './kit/local-chain.ts';
import { startSolana } from './kit/solana.ts';
import { startTron } from './kit/tron.ts';
import { dismissAs, lookNow, onlyPayment, startWatching, unclaimed } from './kit/wallets.ts';

const [ether, tron, solana] = await Promise.all([startEther(), startTron(), startSolana()]);
const [bitcoin, { node }] = [await startBitcoin(), ether];
const token = await startErc20(node);
const chains = { BTC: bitcoin, ETH: ether, USDT_ERC20: token, USDT_TRC20: tron, SOL: solana };
const { app, admin } = await forFile(startWatching(Object.values(chains)));
const { sql } = app.deps;
const read = () => readAnswer(admin.as('/api/admin/comparisons'), getComparisons);

async function compared(coin: CoinId): Promise<Comparison> {
  const row = (await read()).rows.find(({ unit }) => unit === coin);
  if (!row) throw new Error(`${coin} was not compared`);
  return row;
}

/** Blocks that are deep enough to be compared, and a day after the last reading that was settled. */
async function compareLater(coin: CoinId, looking = true): Promise<Comparison> {
  await confirmAll(chains[coin]);
  if (coin === 'ETH' || coin === 'USDT_ERC20') await node.mine(64);
  if (looking) await lookNow(app);
  await sql`update comparisons set read_at = read_at - interval '1 day'
    where differs_since is null or accepted_at is not null`;
  await compareOutside(app.deps);
  return compared(coin);
}

const accept = (id: string, reason = 'Sold at the exchange') =>
  admin.as(`/api/admin/comparisons/${id}/accept`, { json: { reason } });

const reverse = (id: string) =>
  admin.as(`/api/admin/payments/${id}/reversals`, { json: { reason: 'It never arrived' } });

async function alarmsNow(): Promise<string[]> {
  await watchAlarms(app.deps, metricSources(app.deps));
  const raised = await readAnswer(admin.as('/api/admin/alarms'), listAlarms);
  return raised.flatMap(({ alarm, subject }) => (alarm === 'outside' ? [subject] : []));
}

test.each(COIN_IDS)(
  '%s: payments, sweeps and what nobody booked',
  async (coin) => {
    const chain = chains[coin];
    expect(await compareLater(coin)).toMatchObject({ state: 'agrees', difference: '0.00', block: expect.any(Number) });
    const customer = await signUp(app);
    const quote = await quoteFor(customer, coin);
    const hash = await chain.pay(quote.cryptoAmount);
    const stray = await chain.pay('7');
    await confirmAll(chain);
    await lookNow(app);
    const payment = await onlyPayment(customer);
    expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
    const strayed = (await unclaimed(admin)).find(({ transactionHash }) => transactionHash === stray);
    const paid = await compareLater(coin);
    const same = (text: string | undefined) => Number(text);
    expect(paid).toMatchObject({ state: 'agrees', difference: '0.00' });
    expect(same(paid.parts['verified'])).toBe(Number(quote.cryptoAmount));
    expect(same(paid.parts['unclaimed'])).toBe(7);
    expect(same(paid.parts['movedOut'])).toBe(0);

    expect((await dismissAs(admin, strayed?.id ?? '', 'Our own deposit')).status).toBe(204);
    expect((await reverse(payment.id)).status).toBe(201);
    // The operator sends most of it away, and somebody pays on the same day.
    await chain.spend('5');
    await chain.pay('2');
    const swept = await compareLater(coin);
    expect(swept).toMatchObject({ state: 'agrees', difference: '0.00' });
    expect(same(swept.parts['dismissed'])).toBe(7);
    expect(same(swept.parts['unclaimed'])).toBe(2);
    expect(same(swept.parts['reversed'])).toBe(Number(quote.cryptoAmount));
    // Bitcoin's fee is sent as well.
    expect(Math.abs(same(swept.parts['movedOut']) - 5)).toBeLessThan(0.001);

    // Nobody saw it arrive, while the operator sent something away: only ether hides it behind that.
    if (coin !== 'ETH') await chain.spend('1');
    await chain.pay('3');
    const seenOnce = await compareLater(coin, false);
    expect(seenOnce).toMatchObject({ state: 'checking', difference: '3.00' });
    expect((await read()).sound).toBe(true);
    const again = await compareLater(coin, false);
    expect(again).toMatchObject({ id: seenOnce.id, state: 'differs', difference: '3.00' });
    expect((await read()).sound).toBe(false);
    expect(await alarmsNow()).toEqual([`wallet ${coin} ${again.subject}`]);
    // Once the watcher has it, the books know it.
    expect(await compareLater(coin)).toMatchObject({ state: 'agrees', difference: '0.00' });
    expect(await alarmsNow()).toEqual([]);
  },
  60_000,
);

test('blocks that went away take a balance with them, until an administrator knows the cause', async () => {
  const before = await compareLater('BTC');
  await bitcoin.pay('4');
  expect(await compareLater('BTC')).toMatchObject({ state: 'agrees' });
  await bitcoin.reorganise(3);
  await sql`update wallet_transfers set watched = false`;
  await compareLater('BTC', false);
  const gone = await compareLater('BTC', false);
  expect(gone).toMatchObject({ state: 'differs', difference: '-4.00', said: before.said });
  await expectProblem(await accept(gone.id, ' '), 'validation_failed');
  await expectProblem(await accept(Bun.randomUUIDv7()), 'not_found');
  expect((await accept(gone.id)).status).toBe(204);
  await expectProblem(await accept(gone.id), 'already_processed');
  expect(await compared('BTC')).toMatchObject({ state: 'accepted', reason: 'Sold at the exchange' });
  const [left] = await sql`select subject from audit_log where action = 'books.accepted'`;
  expect(left?.subject).toBe(`BTC ${gone.subject}`);
  expect(await compareLater('BTC', false)).toMatchObject({ state: 'agrees', difference: '0.00' });
});

test('dust is counted and raises no alarm', async () => {
  await compareLater('SOL');
  await solana.pay('0.001');
  expect(await compareLater('SOL')).toMatchObject({ state: 'agrees', parts: { dust: '0.001' } });
  expect(await compareLater('SOL')).toMatchObject({ state: 'agrees', parts: { dust: '0.00' } });
});

test('a payment that was verified and never was on its chain is named, and goes once it is taken back', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'USDT_TRC20');
  const submitted = await customer.as(`/api/users/${customer.id}/transactions`, {
    json: { type: 'credit_purchase', quoteId: quote.id, transactionHash: tron.unknownHash() },
  });
  expect(submitted.status).toBe(201);
  const payment = await onlyPayment(customer);
  const despite = { reason: 'The node was away' };
  expect((await verifyAs(admin, payment.id, payment.transactionHash ?? '', despite)).status).toBe(200);
  await sql`update transactions set verified_despite = null where id = ${payment.id}`;
  await lookNow(app);
  const missing = { transactionId: payment.id, email: customer.email, amount: '100.00', lost: null };
  expect(await read()).toMatchObject({ sound: false, payments: [missing] });
  expect(await alarmsNow()).toEqual([`payment ${payment.id}`]);
  expect((await reverse(payment.id)).status).toBe(201);
  expect(await read()).toMatchObject({ sound: true, payments: [] });
});
