import { compareOutside } from '../../src/admin/comparisons/compare-wallets.ts';
import { getComparisons } from '../../src/admin/comparisons/contract.ts';
import { COIN_OUTPUT } from '../../src/money/payments/catalogue.ts';
import { verifyAs } from '../api/payments/payments.ts';
import { balanceOf, forFile, readAnswer, signUp, type TestActor, type TestApp } from '../kit/index.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { startErc20, startEther } from './kit/ethereum.ts';
import { check, quoteFor, readEvidence, submitQuoted } from './kit/evidence.ts';
import { keySettings } from './kit/keys.ts';
import { confirmAll } from './kit/local-chain.ts';
import { attachAs, lookNow, onlyPayment, paymentsOf, startWatching, unclaimed } from './kit/wallets.ts';

const OWN = ['BTC', 'ETH', 'USDT_ERC20'] as const;
let app: TestApp;
let second: TestApp;
let admin: TestActor;
const ether = await startEther();
const bitcoin = await startBitcoin();
const chains = { BTC: bitcoin, ETH: ether, USDT_ERC20: await startErc20(ether.node) };
const watching = await forFile(startWatching(Object.values(chains), keySettings()));
({ app, second, admin } = watching);

test.each(OWN)('in %s: found at its own address, and no thief’s', async (coin) => {
  const chain = chains[coin];
  const [payer, thief] = [await signUp(app), await signUp(app)];
  const [quote, thiefs] = [await quoteFor(payer, coin), await quoteFor(thief, coin)];
  expect(quote.ownAddress).toBe(true);
  // Both are asked for the same: only the address differs.
  expect(thiefs).toMatchObject({ cryptoAmount: quote.cryptoAmount });
  expect(thiefs.walletAddress).not.toBe(quote.walletAddress);
  const hash = await chain.pay(quote.cryptoAmount, quote.walletAddress);
  const stolen = await submitQuoted(thief, thiefs, hash);
  await confirmAll(chain);
  await lookNow(app);
  await lookNow(second);
  const payment = await onlyPayment(payer);
  expect(payment).toMatchObject({ quoteId: quote.id, transactionHash: hash, walletAddress: quote.walletAddress });
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({ verdict: 'matches', reasons: [] });
  expect(await check(admin, stolen)).toMatchObject({ verdict: 'differs', reasons: ['wrong_address'] });
  expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
  expect([await balanceOf(payer), await balanceOf(thief)]).toEqual(['100.00', '0.00']);
  expect(await unclaimed(admin)).toEqual([]);
});

test.each(OWN)('in %s: another amount is its customer’s all the same, and differs', async (coin) => {
  const chain = chains[coin];
  const customer = await signUp(app);
  const quote = await quoteFor(customer, coin);
  const less = String(Number(quote.cryptoAmount) / 2);
  const hash = await chain.pay(less, quote.walletAddress);
  await confirmAll(chain);
  await lookNow(app);
  const payment = await onlyPayment(customer);
  expect(payment).toMatchObject({ quoteId: quote.id, transactionHash: hash });
  expect((await readEvidence(admin, payment)).evidence).toMatchObject({
    verdict: 'differs',
    reasons: ['too_little'],
    arrivedValue: '50.00',
  });
  // A later payment belongs to no quote any more.
  const rest = await chain.pay(less, quote.walletAddress);
  await confirmAll(chain);
  await lookNow(app);
  const [left, ...more] = await unclaimed(admin);
  expect(more).toEqual([]);
  expect(left).toMatchObject({ transactionHash: rest, address: quote.walletAddress });
  await app.deps.sql`update wallet_transfers set dismissed_at = now(), dismissed_by = ${admin.id}
    where transaction_hash = ${rest}`;
});

test('one transaction that pays the addresses of two customers is the payment of each', async () => {
  const customers = [await signUp(app), await signUp(app)];
  const quotes = await Promise.all(customers.map((customer) => quoteFor(customer, 'BTC')));
  const hash = await bitcoin.payAll(
    quotes.map(({ cryptoAmount }) => cryptoAmount),
    quotes.map(({ walletAddress }) => walletAddress),
  );
  await bitcoin.confirm();
  await lookNow(app);
  const payments = await Promise.all(customers.map(onlyPayment));
  expect(payments.map(({ transactionHash, outputIndex }) => [transactionHash, outputIndex])).toEqual([
    [hash, 0],
    [hash, 1],
  ]);
});

test.each([
  ['what is due', 2, 'matches', '100.00'],
  ['less', 4, 'differs', '50.00'],
] as const)('several outputs of one transaction count together: %s', async (_, parts, verdict, value) => {
  const customer = await signUp(app);
  const { cryptoAmount, walletAddress } = await quoteFor(customer, 'BTC');
  const part = (Number(cryptoAmount) / parts).toFixed(8);
  const hash = await bitcoin.payAll([part, part], [walletAddress, walletAddress]);
  await confirmAll(bitcoin);
  await lookNow(app);
  await lookNow(second);
  const payment = await onlyPayment(customer);
  expect(payment).toMatchObject({ transactionHash: hash, outputIndex: 0 });
  expect(await check(admin, payment)).toMatchObject({ verdict, arrivedValue: value });
  expect((await unclaimed(admin)).filter(({ transactionHash }) => transactionHash === hash)).toEqual([]);
});

test('we find a payment made while nobody looked, however long ago its block is', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'BTC');
  const hash = await bitcoin.pay(quote.cryptoAmount, quote.walletAddress);
  for (let block = 0; block < 12; block++) await bitcoin.confirm();
  await lookNow(app);
  expect(await onlyPayment(customer)).toMatchObject({ transactionHash: hash });
});

test('a payment at the address of all is attached only to those who were asked to pay there', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'ETH');
  const hash = await chains.ETH.pay(quote.cryptoAmount);
  await confirmAll(chains.ETH);
  await lookNow(app);
  const [transfer] = await unclaimed(admin);
  expect(transfer).toMatchObject({ transactionHash: hash, nearest: [] });
  expect((await attachAs(admin, transfer?.id ?? '', quote.id, 'Paid to the other address')).status).toBe(422);
  expect(await paymentsOf(customer)).toEqual([]);
});

test('one transaction with two outputs to one customer and one to another is the payment of each', async () => {
  const customers = [await signUp(app), await signUp(app)];
  const [two, one] = await Promise.all(customers.map((customer) => quoteFor(customer, 'BTC')));
  if (!two || !one) throw new Error('no quotes');
  const half = (Number(two.cryptoAmount) / 2).toFixed(8);
  const hash = await bitcoin.payAll(
    [half, half, one.cryptoAmount],
    [two.walletAddress, two.walletAddress, one.walletAddress],
  );
  await confirmAll(bitcoin);
  await lookNow(app);
  const payments = await Promise.all(customers.map(onlyPayment));
  expect(payments.map(({ outputIndex }) => outputIndex)).toEqual([0, 2]);
  for (const [place, payment] of payments.entries()) {
    expect(await check(admin, payment)).toMatchObject({ verdict: 'matches', arrivedValue: '100.00' });
    expect((await verifyAs(admin, payment.id, hash)).status).toBe(200);
    expect(await balanceOf(customers[place] ?? expect.unreachable())).toBe('100.00');
  }
});

test('USDT at the address of a quote in ether is seen, and an administrator may attach it', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'ETH');
  const hash = await chains.USDT_ERC20.pay('127.000000', quote.walletAddress);
  await confirmAll(chains.USDT_ERC20);
  await lookNow(app);
  const transfer = (await unclaimed(admin)).find(({ transactionHash }) => transactionHash === hash);
  expect(transfer).toMatchObject({
    cryptocurrency: 'USDT_ERC20',
    address: quote.walletAddress,
    nearest: [{ quoteId: quote.id, cryptocurrency: 'ETH', user: { id: customer.id } }],
  });
  expect((await attachAs(admin, transfer?.id ?? '', quote.id, 'They sent the other coin')).status).toBe(200);
  const payment = await onlyPayment(customer);
  expect(await check(admin, payment)).toMatchObject({ verdict: 'differs', reasons: ['wrong_token'] });
  const more = { amountReceived: '99.00', reason: 'USDT arrived at the address' };
  expect((await verifyAs(admin, payment.id, hash, more)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('99.00');
});

test('the second part of a payment is attached to its quote, and no third one', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'BTC');
  const half = (Number(quote.cryptoAmount) / 2).toFixed(8);
  const payHalf = async () => {
    const hash = await bitcoin.pay(half, quote.walletAddress);
    await confirmAll(bitcoin);
    await lookNow(app);
    return hash;
  };
  const attachHalf = async (hash: string) => {
    const transfer = (await unclaimed(admin)).find(({ transactionHash }) => transactionHash === hash);
    return attachAs(admin, transfer?.id ?? '', quote.id, 'The second part');
  };
  const first = await payHalf();
  const payment = await onlyPayment(customer);
  const received = { cryptoAmountReceived: half };
  expect((await verifyAs(admin, payment.id, first, received)).status).toBe(200);
  const second = await payHalf();
  expect((await attachHalf(second)).status).toBe(200);
  const [rest] = await paymentsOf(customer);
  expect(rest).toMatchObject({ status: 'pending', amount: '50.00', transactionHash: second });
  expect(await check(admin, rest ?? payment)).toMatchObject({ verdict: 'matches', reasons: [] });
  expect((await verifyAs(admin, rest?.id ?? '', second)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
  expect((await attachHalf(await payHalf())).status).toBe(409);
});

test('ether has a number of its own, so that a token of the same transaction has another', async () => {
  const customer = await signUp(app);
  const quote = await quoteFor(customer, 'ETH');
  await chains.ETH.pay(quote.cryptoAmount, quote.walletAddress);
  await confirmAll(chains.ETH);
  await lookNow(app);
  expect(await onlyPayment(customer)).toMatchObject({ outputIndex: COIN_OUTPUT });
});

test.each(OWN)('in %s: a customer’s address is compared from its beginning', async (coin) => {
  const chain = chains[coin];
  const { sql } = app.deps;
  const customer = await signUp(app);
  const quote = await quoteFor(customer, coin);
  const compare = async () => {
    await confirmAll(chain);
    await ether.node.mine(coin === 'BTC' ? 0 : 64);
    await sql`update comparisons set read_at = read_at - interval '1 day' where differs_since is null`;
    await compareOutside(app.deps);
    const { rows, ownAddresses } = await readAnswer(admin.as('/api/admin/comparisons'), getComparisons);
    return {
      row: rows.find(({ subject, unit }) => subject === quote.walletAddress && unit === coin),
      together: ownAddresses.find(({ unit }) => unit === coin),
    };
  };
  await chain.pay(quote.cryptoAmount, quote.walletAddress);
  await confirmAll(chain);
  await lookNow(app);
  const { row, together } = await compare();
  expect(row).toBeUndefined();
  expect(Number(together?.said)).toBeGreaterThanOrEqual(Number(quote.cryptoAmount));
  // Coins that come when nobody looks are nobody's.
  await chain.pay('3', quote.walletAddress);
  await compare();
  const strayed = (await compare()).row;
  expect(strayed).toMatchObject({ state: 'differs', difference: '3.00' });
  // Weeks later, when nobody watches the address any more, its money is still ours.
  await admin.as(`/api/admin/comparisons/${strayed?.id}/accept`, { json: { reason: 'Known' } });
  await sql`update wallet_positions set in_use_at = in_use_at - interval '20 days' where is_own_address`;
  await sql`update quotes set created_at = created_at - interval '20 days' where own_address`;
  await chain.pay('2', quote.walletAddress);
  await sql`update comparisons set read_at = read_at - interval '2 days'`;
  await compare();
  expect((await compare()).row).toMatchObject({ state: 'differs', difference: '2.00' });
});
