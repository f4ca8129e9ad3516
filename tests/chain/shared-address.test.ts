import type { Quote } from '../../src/money/payments/quotes/contract.ts';
import { verifyAs } from '../api/payments/payments.ts';
import { balanceOf, expectProblem, MachineClock, makeAdmin, type TestActor, there } from '../kit/index.ts';
import { appForFile, forFile } from '../kit/file-app.ts';
import { knownTo, obstacleOf, runOn, waiting } from './kit/automatic.ts';
import { startBitcoin } from './kit/bitcoin.ts';
import { check, quoteFor, submitQuoted } from './kit/evidence.ts';
import { confirmAll } from './kit/local-chain.ts';
import { lookNow, paymentsOf } from './kit/wallets.ts';

const HOUR = 3_600_000;
const bitcoin = await forFile(startBitcoin());
const url = bitcoin.env.CHAIN_BTC_URL ?? '';
const app = await appForFile({
  background: false,
  clock: new MachineClock(),
  env: {
    ...bitcoin.env,
    CHAIN_BTC_URL: `${url},${url.replace('127.0.0.1', 'localhost')}`,
    AUTO_VERIFY_BELOW_GBP: '1000',
    AUTO_VERIFY_DAILY_GBP: '100000',
  },
  soundBooks: true,
});
const admin = await makeAdmin(app);
await lookNow(app);

const known = () => knownTo(admin, app);
/** A quote whose amount is a share of what was due, as a fee leaves it. */
async function quoteWith(customer: TestActor, cryptoAmount: string): Promise<Quote> {
  const quote = await quoteFor(customer, 'BTC');
  await app.deps.sql`update quotes set crypto_amount = ${cryptoAmount} where id = ${quote.id}`;
  return { ...quote, cryptoAmount };
}
/** So that nobody's quote is near another test's. */
const endAll = () => app.deps.sql`
  update quotes set holds_amount = false, created_at = created_at - interval '8 days', expires_at = created_at - interval '8 days'`;
async function lookWithout(): Promise<void> {
  await app.deps.sql`update quotes set created_at = created_at - interval '1 minute'`;
  await lookNow(app);
}
async function settle(): Promise<void> {
  await confirmAll(bitcoin);
  await lookNow(app);
  await runOn(app);
}
const toldOf = async ({ id }: TestActor) => [
  ...(await app.deps.sql<{ amount: string }[]>`
    select data ->> 'amount' as amount from mails where user_id = ${id} and kind = 'payment_unclear'`),
];

test('a quote that nobody else’s is near is paid without a person', async () => {
  await endAll();
  const payer = await known();
  const quote = await quoteFor(payer, 'BTC');
  await lookWithout();
  await bitcoin.pay(quote.cryptoAmount);
  await settle();
  expect(await balanceOf(payer)).toBe('200.00');
  expect(await toldOf(payer)).toEqual([]);
});

test('an amount that an exchange’s fee makes another’s is unclear for both, and both and administrators are told', async () => {
  await endAll();
  const [payer, thief] = [await known(), await known()];
  const asked = await quoteWith(payer, '0.00190000');
  await quoteWith(thief, '0.00181000');
  await lookWithout();
  const hash = await bitcoin.pay('0.00181000');
  await settle();
  const stolen = there(await waiting(thief), 'nobody’s');
  expect(await balanceOf(thief)).toBe('100.00');
  expect(await check(admin, stolen)).toMatchObject({
    verdict: 'inconclusive',
    reasons: ['unclear_amount'],
    belongsTo: { quoteId: asked.id, user: { id: payer.id } },
  });
  expect(await toldOf(payer)).toEqual([{ amount: '0.00181 BTC' }]);
  expect(await toldOf(thief)).toEqual([{ amount: '0.00181 BTC' }]);
  // Looked at again, nobody is told again.
  await lookWithout();
  expect(await toldOf(payer)).toHaveLength(1);
  await expectProblem(await verifyAs(admin, stolen.id, hash), 'validation_failed');

  const own = await submitQuoted(payer, asked, hash);
  expect(await check(admin, own)).toMatchObject({
    verdict: 'differs',
    reasons: ['too_little', 'unclear_amount'],
    belongsTo: { user: { id: thief.id }, transactionId: stolen.id },
  });
  await expectProblem(await verifyAs(admin, own.id, hash), 'validation_failed');
  const reason = 'The exchange’s statement shows its fee';
  expect((await verifyAs(admin, own.id, hash, { reason, cryptoAmountReceived: '0.00181' })).status).toBe(200);
  expect(await onlyPending(thief)).toEqual([]);
});
const onlyPending = async (customer: TestActor) =>
  (await paymentsOf(customer)).filter(({ status }) => status === 'pending');

test('a quote that was asked for when its transaction may have been seen already waits for a person', async () => {
  await endAll();
  const customer = await known();
  await lookWithout();
  const quote = await quoteFor(customer, 'BTC');
  await bitcoin.pay(quote.cryptoAmount);
  await settle();
  expect(await obstacleOf(app, await waiting(customer))).toBe(
    'its quote is not older than the look before it was seen',
  );
});

test.each([
  ['is open', 0, true],
  ['ended less than a day ago', 23, true],
  ['ended more than a day ago', 25, false],
])('another quote for a little more that %s', async (_, hoursAgo, stops) => {
  await endAll();
  const [payer, other] = [await known(), await known()];
  await quoteWith(payer, '0.00180010');
  const above = await quoteWith(other, '0.00180020');
  if (hoursAgo > 0) {
    const ended = new Date(app.clock.now().getTime() - hoursAgo * HOUR).toISOString();
    await app.deps.sql`update quotes set expires_at = ${ended} where id = ${above.id}`;
  }
  await lookWithout();
  await bitcoin.pay('0.00180010');
  await settle();
  expect(await balanceOf(payer)).toBe(stops ? '100.00' : '200.00');
  if (!stops) return;
  const payment = await waiting(payer);
  expect(await obstacleOf(app, payment)).toBe('another quote for the same address asks for a little more');
  // For a person the last digits say enough.
  if (payment) expect(await check(admin, payment)).toMatchObject({ verdict: 'matches' });
  expect(await toldOf(payer)).toEqual([]);
});
