import type { Page } from '@playwright/test';
import { transaction } from '../../src/money/payments/contract.ts';
import { signUp } from '../kit/actors.ts';
import { newHash } from '../api/payments/payments.ts';
import { expect, expectAccessible, expectFits, signIn, submit, test, timeline } from './kit/index.ts';
import { readAs } from '../kit/read.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pay with Bitcoin' });
const hashField = (page: Page) => dialog(page).getByLabel('Transaction hash');

/** Reads the amount that the dialog asks for: £75.50 and up to ten pence, which are chosen by chance. */
async function amountOf(page: Page): Promise<string> {
  const amount = dialog(page).getByText(/^0\.001359\d\d BTC$|^0\.00136\d{3} BTC$/);
  await expect(amount).toBeVisible();
  return (await amount.textContent()) ?? '';
}

test('it survives reload, the way back and a new tab, and ends on a page of its own', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/billing');
  await page.getByRole('radio', { name: /^Bitcoin/ }).click();
  await page.getByLabel('Custom amount').fill('75.50');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(/\/billing\/payments\/new\?coin=BTC&amount=.*&quote=/);
  await expect(dialog(page).getByRole('timer')).toContainText(/(20:00|19:\d\d)/);
  const hash = newHash();
  await hashField(page).fill(hash);
  const asked = await amountOf(page);
  await page.reload();
  await expect(dialog(page)).toContainText(asked);
  await expect(hashField(page)).toHaveValue(hash);

  await dialog(page).getByRole('button', { name: 'Get a new price' }).click();
  await expect(dialog(page), 'another amount, chosen by chance').not.toContainText(asked);
  expect(await amountOf(page)).not.toBe(asked);
  await expect(hashField(page), 'what was typed stays').toHaveValue(hash);

  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Custom amount')).toHaveValue('75.50');
  await page.goForward();
  await expect(hashField(page)).toHaveValue(hash);
  // A wallet's application gives the page back so: as a new one.
  const again = await page.context().newPage();
  await again.goto(page.url());
  await expect(hashField(again)).toHaveValue(hash);
  await again.close();

  await dialog(page).getByRole('button', { name: 'Submit payment' }).click();
  await expect(page).toHaveURL(/\/billing\/payments\/[\da-f-]{36}$/);
  await expect(timeline(page)).toContainText('Submitted');
  await expect(page.getByText('An administrator checks your payment and then credits it.')).toBeVisible();
  await expect(page.getByText('£75.50')).toBeVisible();
  await expectFits(page, 360, 1280);
  await page.reload();
  await expect(timeline(page)).toContainText('Submitted');

  await page.locator('main').getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('radio', { name: /^Bitcoin/ })).not.toBeChecked();
  await expect(page.getByLabel('Custom amount')).toHaveValue('');
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(timeline(page)).toContainText('Submitted');
  await page.goto('/billing/payments/0199a3d0-0000-7000-8000-0000000000ff');
  await expect(page.getByText('There is no such payment')).toBeVisible();
});

test('a customer says which payment of a transaction that pays several is theirs', async ({ app, page }) => {
  const hash = newHash();
  const person = await signUp(app);
  await submit(person, { transactionHash: hash, outputIndex: 0 });
  await signIn(page, person, '/billing/payments/new?coin=BTC&amount=100.00');
  const question = dialog(page).getByText('If this transaction pays several people');
  const number = dialog(page).getByLabel('Number of the payment (optional)');
  await hashField(page).fill(hash);
  await expect(question).toBeVisible();
  await expect(number).toBeHidden();
  const send = dialog(page).getByRole('button', { name: 'Submit payment' });
  await send.click();
  await expect(dialog(page)).toContainText('already been used for another payment');
  // The answer to that is asked for without a search.
  await number.fill('second');
  await send.click();
  await expect(dialog(page)).toContainText('A whole number from 0');
  await expectAccessible(page);
  await number.fill('1');
  await send.click();
  await expect(timeline(page)).toContainText('Submitted');
  const [payment] = await readAs(person.as(`/api/users/${person.id}/transactions`), transaction.array());
  expect(payment).toMatchObject({ transactionHash: hash, outputIndex: 1 });

  await page.goto('/billing/payments/new?coin=ETH&amount=100.00');
  await expect(page.getByRole('dialog', { name: 'Pay with Ethereum' })).toContainText('Transaction hash');
  await expect(page.getByText('If this transaction pays several people')).toHaveCount(0);
});
