import type { Page } from '@playwright/test';
import { transactions } from '../../db/schema/index.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, openQueue, signIn, submit, test } from './kit/index.ts';

const queue = (page: Page) => page.getByRole('list', { name: 'Pending Crypto Payments' });
const rows = (page: Page) => queue(page).getByRole('listitem');
const card = (page: Page) => page.getByRole('article');
const open = (page: Page, at: 'first' | 'last') => rows(page)[at]().getByRole('button').click();
const toEnd = (page: Page) => queue(page).evaluate((list) => list.parentElement?.scrollTo(0, list.scrollHeight));

/** Only the rows in view are drawn; each says how many there are, once all are read. */
const expectSize = (page: Page, count: number) =>
  expect(rows(page).first()).toHaveAttribute('aria-setsize', String(count));
/** The height grows while rows are measured, so it can take several tries to reach the end. */
const expectLast = (page: Page, text: string) =>
  expect(async () => {
    await toEnd(page);
    await open(page, 'last');
    await expect(card(page)).toContainText(text, { timeout: 500 });
  }).toPass();

/** So many payments that wait, "Payment 2" to the last behind the first, which is submitted and has a hash. */
async function queueOf(app: TestApp, customer: TestActor, count: number): Promise<Transaction> {
  const first = await submit(customer);
  const [row] = await app.deps.db.select().from(transactions);
  if (!row) throw new Error('there is no payment');
  await app.deps.db.insert(transactions).values(
    Array.from({ length: count - 1 }, (_, at) => ({
      ...row,
      id: Bun.randomUUIDv7('hex', Date.now() + 60_000 + at),
      transactionHash: null,
      quoteId: null,
      description: `Payment ${at + 2}`,
    })),
  );
  return first;
}

test('a queue of several pages is right in two browsers while it is worked on', async ({ app, page, openBrowser }) => {
  const customer = await signUp(app);
  const first = await queueOf(app, customer, 120);
  const [admin, other] = [await makeAdmin(app), await makeAdmin(app)];
  const elsewhere = await openBrowser();
  await signIn(page, admin, '/admin');
  await signIn(elsewhere, other, '/admin');
  await openQueue(page);
  await openQueue(elsewhere);
  const header = (of: Page) => of.locator('header').filter({ hasText: 'Admin Control Panel' });
  for (const each of [page, elsewhere]) {
    await expect(header(each)).toContainText('120 pending payments');
    // The payment that waits longest comes first, and is open.
    await expect(card(each)).toContainText(first.transactionHash ?? '');
  }

  await test.step('entered values are there again after another payment was open', async () => {
    await page.keyboard.press('j');
    await expect(card(page)).toContainText('Payment 2');
    await card(page).getByLabel('Amount that arrived').fill('0.001');
    await expectLast(page, 'Payment 120');
    await expectSize(page, 120);
    await queue(page).evaluate((list) => list.parentElement?.scrollTo(0, 0));
    await rows(page).nth(1).getByRole('button').click();
    await expect(card(page).getByLabel('Amount that arrived')).toHaveValue('0.001');
    await rows(page).nth(1).getByRole('button').press('k');
    await expect(card(page)).toContainText(first.transactionHash ?? '');
  });

  await page.keyboard.press('u');
  await page.keyboard.press('v');
  for (const each of [page, elsewhere]) {
    await expect(header(each)).toContainText('119 pending payments');
    await expect(each.getByRole('tab', { name: /Payment Verification/ })).toContainText('119');
    await expectLast(each, 'Payment 120');
    await expectSize(each, 119);
    await expect(each.getByLabel('Transaction hash', { exact: true })).toBeInViewport();
  }

  await card(page).getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject payment' }).click();
  for (const each of [page, elsewhere]) {
    await expectSize(each, 118);
    await expect(header(each)).toContainText('118 pending payments');
  }
  await submit(customer, { description: 'The latest' });
  for (const each of [page, elsewhere]) {
    await expectLast(each, 'The latest');
    await expect(header(each)).toContainText('119 pending payments');
  }
});
