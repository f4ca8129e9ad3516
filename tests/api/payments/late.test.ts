import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Transaction } from '../../../src/money/payments/contract.ts';
import { quoteFor, readEvidence, submitQuoted } from '../../chain/kit/evidence.ts';
import { balanceOf, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { expectSoundBooks } from '../../kit/books.ts';
import { newHash, verifyAs } from './payments.ts';

const MINUTE = 60_000;

/** One database, on which bitcoin costs what it did, and a tenth less or more: more or fewer coins to the pound. */
let app: TestApp;
let cheaper: TestApp;
let dearer: TestApp;
let customer: TestActor;
beforeAll(async () => {
  app = await startTestApp({ background: false });
  const { databaseUrl, clock } = app;
  const at = (rate: string) =>
    startTestApp({ databaseUrl, clock, background: false, env: { RATE_BTC: rate } });
  [cheaper, dearer] = [await at('0.00002'), await at('0.000016')];
});
beforeEach(async () => {
  customer = await signUp(app);
});
afterEach(() => expectSoundBooks(app));
afterAll(async () => {
  await cheaper.stop();
  await dearer.stop();
  await app.stop();
});

async function paid(minutesLater: number): Promise<Transaction> {
  const quote = await quoteFor(customer, 'BTC');
  await app.deps
    .sql`update quotes set holds_amount = false, crypto_amount = '0.00180001' where id = ${quote.id}`;
  app.clock.advance(minutesLater * MINUTE);
  return submitQuoted(customer, quote, newHash());
}
const verifyOn = async (where: TestApp, { id, transactionHash }: Transaction, more: object = {}) =>
  verifyAs(await makeAdmin(where), id, transactionHash ?? '', { ...more });

test('a payment in time counts at the price it was asked at, whatever the coin costs today', async () => {
  const payment = await paid(20);
  app.clock.advance(60 * MINUTE);
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

test('a late one counts at the price it was asked at where the coin has become dearer', async () => {
  const payment = await paid(21);
  expect((await verifyOn(dearer, payment)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});

test('coins that an administrator counts are worth the lower of both as well', async () => {
  const [low, high] = [await paid(21), await paid(21)];
  const half = { cryptoAmountReceived: '0.0009' };
  const verified = await verifyOn(cheaper, low, half);
  expect(await verified.json()).toMatchObject({
    transaction: { receivedAmount: '45.00', receivedCryptoAmount: null },
  });
  expect((await verifyOn(dearer, high, half)).status).toBe(200);
  expect(await balanceOf(customer)).toBe('94.99');
});

test('pounds that an administrator names are what is credited', async () => {
  const payment = await paid(21);
  expect((await verifyOn(cheaper, payment, { amountReceived: '100.00' })).status).toBe(200);
  expect(await balanceOf(customer)).toBe('100.00');
});
