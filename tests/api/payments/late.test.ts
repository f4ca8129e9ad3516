import type { Transaction } from '../../../src/money/payments/contract.ts';
import { quoteFor, readEvidence, submitQuoted } from '../../chain/kit/evidence.ts';
import { balanceOf, makeAdmin, signUp, startTestApp, type TestActor, type TestApp } from '../../kit/index.ts';
import { expectSoundBooks } from '../../kit/books.ts';
import { newHash, verifyAs } from './payments.ts';

const MINUTE = 60_000;

/** One database, on which bitcoin costs what it did, and a tenth less or more: more or fewer coins to the pound. */
let customer: TestActor;
const app = await startTestApp({ background: false });
const { databaseUrl, clock } = app;
const at = (rate: string) => startTestApp({ databaseUrl, clock, background: false, env: { RATE_BTC: rate } });
const [cheaper, dearer] = [await at('0.00002'), await at('0.000016')];
beforeEach(async () => {
  customer = await signUp(app);
});
afterEach(() => expectSoundBooks(app));
afterAll(async () => {
  await cheaper.stop();
  await dearer.stop();
  await app.stop();
});

/** A payment whose hash is submitted at once; the chain shows it so many minutes after the quote, in a block if that is said. */
async function paid(seenAfter: number | null, blockAfter: number | null = null): Promise<Transaction> {
  const quote = await quoteFor(customer, 'BTC');
  await app.deps.sql`update quotes set holds_amount = false, crypto_amount = '0.00180001' where id = ${quote.id}`;
  const payment = await submitQuoted(customer, quote, newHash());
  const after = (minutes: number | null) =>
    minutes === null ? null : new Date(Date.parse(quote.createdAt) + minutes * MINUTE).toISOString();
  if (seenAfter !== null) {
    await app.deps.sql`
      insert into chain_evidence (transaction_id, transaction_hash, confirmations_wanted, found_at, block_time)
      values (${payment.id}, ${payment.transactionHash}, 1, ${after(seenAfter)}, ${after(blockAfter)})`;
  }
  app.clock.advance(60 * MINUTE);
  return payment;
}
const verifyOn = async (where: TestApp, { id, transactionHash }: Transaction, more: object = {}) =>
  verifyAs(await makeAdmin(where), id, transactionHash ?? '', { ...more });

test('a payment in time counts at the price it was asked at, whatever the coin costs today', async () => {
  const payment = await paid(20);
  expect((await readEvidence(await makeAdmin(cheaper), payment)).late).toBeNull();
  expect((await verifyOn(cheaper, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});

test('a late one counts at today’s price where the coin has become cheaper, and both are told', async () => {
  const payment = await paid(21);
  expect((await readEvidence(await makeAdmin(cheaper), payment)).late).toMatchObject({
    quotedValue: '100.00',
    todaysValue: '90.00',
  });
  const verified = await verifyOn(cheaper, payment);
  expect(await verified.json()).toMatchObject({ transaction: { amount: '100.00', receivedAmount: '90.00' } });
  expect(await balanceOf(customer)).toBe('90.00');
});

test.each([
  ['its block came in time, whenever it was seen', 30, 20, '100.00'],
  ['it was seen in time, whenever its block came', 20, 30, '100.00'],
  ['both came late', 21, 22, '90.00'],
])('a hash that was submitted in time: %s', async (_, seen, block, credited) => {
  expect((await verifyOn(cheaper, await paid(seen, block))).status).toBe(200);
  expect(await balanceOf(customer)).toBe(credited);
});

test('a hash that was submitted in time and that no chain has shown since proves nothing', async () => {
  const payment = await paid(null);
  expect((await readEvidence(await makeAdmin(cheaper), payment)).late).toMatchObject({
    paidAt: null,
    todaysValue: '90.00',
  });
  expect((await verifyOn(cheaper, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('90.00');
});

test('a payment that the watcher of our address saw in time came in time', async () => {
  const payment = await paid(21);
  const seenAt = new Date(app.clock.now().getTime() - 40 * MINUTE).toISOString();
  await app.deps.sql`
    insert into wallet_transfers (id, cryptocurrency, chain, address, transaction_hash, amount, seen_at, confirmations, watched)
    values (gen_random_uuid(), 'BTC', 'bitcoin', ${payment.walletAddress}, ${payment.transactionHash}, '0.00180001',
      ${seenAt}, 0, false)`;
  expect((await verifyOn(cheaper, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});

test('a late one counts at the price it was asked at where the coin has become dearer', async () => {
  const payment = await paid(21);
  expect((await verifyOn(dearer, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});

test('coins that an administrator counts are worth the lower of both as well', async () => {
  const [low, high] = [await paid(21), await paid(21)];
  const half = { cryptoAmountReceived: '0.0009' };
  const verified = await verifyOn(cheaper, low, half);
  expect(await verified.json()).toMatchObject({ transaction: { receivedAmount: '45.00', receivedCryptoAmount: null } });
  expect((await verifyOn(dearer, high, half)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('94.99');
});

test('pounds that an administrator names are what is credited', async () => {
  const payment = await paid(21);
  expect((await verifyOn(cheaper, payment, { amountReceived: '100.00' })).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});
