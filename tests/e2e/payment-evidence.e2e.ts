import type { Page } from '@playwright/test';
import { startBitcoin } from '../chain/kit/bitcoin.ts';
import { quoteFor, submitQuoted } from '../chain/kit/evidence.ts';
import type { LocalChain } from '../chain/kit/local-chain.ts';
import { balanceOf, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { quote as quoteSchema } from '../../src/money/payments/quotes/contract.ts';
import { startTestApp } from '../kit/app.ts';
import { RunningClock } from '../kit/clock.ts';
import { openPayment } from './kit/payments.ts';
import { expect, expectAccessible, expectFits, signIn, test as base } from './kit/index.ts';
import { readAs } from '../kit/read.ts';

const test = base.extend<{ bitcoin: LocalChain }>({
  bitcoin: async ({}, use) => {
    const chain = await startBitcoin();
    await use(chain);
    await chain.stop();
  },
  app: async ({ bitcoin }, use) => {
    await using app = await startTestApp({ env: bitcoin.env, clock: new RunningClock() });
    await use(app);
  },
});

/** Longer than a young payment waits between two lookups. */
const NEXT_LOOK_MS = 31_000;

async function openQueue(page: Page, person: TestActor): Promise<void> {
  await signIn(page, person, '/admin');
  await page.getByRole('tab', { name: /Payment Verification/ }).click();
}

const cardOf = (page: Page, { email }: TestActor) => page.getByRole('article').filter({ hasText: email });
const panelOf = (page: Page, person: TestActor) =>
  cardOf(page, person).getByRole('region', { name: /On the blockchain/ });

/** A process looks at wallets and payments every five seconds. */
const SOON = { timeout: 30_000 };

test('a payment is found with nothing pasted, confirmed and verified', async ({ app, page, openBrowser, bitcoin }) => {
  // Three times two chores have to come round, each within seconds.
  test.slow();
  const customer = await signUp(app);
  await openQueue(page, await makeAdmin(app));
  const theirs = await openBrowser();
  await signIn(theirs, customer, '/billing/payments/new?coin=BTC&amount=100');
  const dialog = theirs.getByRole('dialog');
  await expect(dialog.getByText(/^Waiting for your payment/)).toBeVisible();
  await expect(theirs).toHaveURL(/quote=/);
  const [quote] = await readAs(customer.as(`/api/users/${customer.id}/quotes`), quoteSchema.array());
  await bitcoin.pay(quote?.cryptoAmount ?? '');

  const panel = panelOf(page, customer);
  for (const step of [0, 1, 2]) {
    const says = `${step} of 2`;
    if (step > 0) await bitcoin.confirm();
    app.clock.advance(NEXT_LOOK_MS);
    await expect(dialog.getByText(says)).toBeVisible(SOON);
    await expect(panel.getByText(says)).toBeVisible(SOON);
    if (step > 0) continue;
    await expect(dialog.getByText(/^Your payment has arrived/)).toBeVisible();
    await expect(panel.getByText('Inconclusive')).toBeVisible();
    await expect(panel.getByText(/^Yes, since/)).toBeVisible();
    await expectAccessible(theirs);
  }
  await expect(panel.getByText('Matches', { exact: true })).toBeVisible(SOON);
  await expect(dialog.getByText('An administrator verifies it')).toBeVisible();
  await expect(panel.getByText('BTC · £100.00')).toHaveCount(2);

  await cardOf(page, customer)
    .getByRole('button', { name: /use customer.s hash/i })
    .click();
  await cardOf(page, customer).getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Payment Verified', { exact: true }).first()).toBeVisible();
  await expect(cardOf(page, customer)).toHaveCount(0);
  await expect(dialog.getByText('Verified', { exact: true })).toBeVisible();
  expect(await balanceOf(customer)).toBe('100.00');
  await dialog.getByRole('link', { name: 'Your payment' }).click();
  await expect(theirs.getByRole('button', { name: 'Print the receipt' })).toBeVisible();
  await theirs.emulateMedia({ media: 'print' });
  await expect(theirs.getByRole('main')).toContainText(customer.email, { useInnerText: true });
  await expect(theirs.getByRole('banner')).toBeHidden();
});

test('the card says in plain words what does not match, and looks up another hash', async ({ app, page, bitcoin }) => {
  const customer = await signUp(app);
  await openQueue(page, await makeAdmin(app));
  const quote = await quoteFor(customer, 'BTC');
  const given = await bitcoin.pay('0.0009');
  await submitQuoted(customer, quote, given);
  // Only now: it would be found, and be the payment of the quote.
  const right = await bitcoin.pay(quote.cryptoAmount);
  await bitcoin.confirm();
  await bitcoin.confirm();
  app.clock.advance(NEXT_LOOK_MS);
  const panel = panelOf(page, customer);
  await expect(panel.getByText('Does not match')).toBeVisible();
  await expect(panel.getByText('Less arrived than was due.')).toBeVisible();
  await expect(panel.getByText(/^0\.0009 BTC · £49\.9\d$/)).toBeVisible();
  const other = await signUp(app);
  const another = await quoteFor(other, 'BTC');
  await submitQuoted(other, another, await bitcoin.pay(another.cryptoAmount));
  await openPayment(page, other);
  await expect(panelOf(page, other).getByRole('heading', { name: 'On the blockchain' })).toBeVisible();
  await openPayment(page, customer);
  await expectFits(page, 1280, 360);

  const field = page.getByLabel('Transaction hash', { exact: true });
  await field.fill(`https://mempool.space/tx/${right}`);
  await expect(field, "an explorer's link is reduced to its hash").toHaveValue(right);
  await panel.getByRole('button', { name: 'Check the entered hash' }).click();
  await expect(panel.getByRole('heading', { name: 'On the blockchain: the entered hash' })).toBeVisible();
  await expect(panel.getByText('Matches', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Check again' }).click();
  await page.getByLabel('Transaction hash', { exact: true }).fill('');
  await expect(panel.getByText('Does not match')).toBeVisible();

  const card = cardOf(page, customer);
  await expect(async () => {
    // The evidence above is read again meanwhile, and a click may miss a button that moves.
    await card.getByRole('button', { name: 'Use the blockchain amount: 0.0009 BTC' }).click();
    await expect(card.getByLabel('Amount that arrived')).toHaveValue('0.0009', { timeout: 1000 });
  }).toPass();
  await card.getByRole('button', { name: /use customer.s hash/i }).click();
  await card.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Payment Verified', { exact: true }).first()).toBeVisible();
  expect(await balanceOf(customer)).toMatch(/^49\.9\d$/);
});
