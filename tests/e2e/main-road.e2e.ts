import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeAdmin, signUp } from '../kit/actors.ts';
import { expect, PIXEL, signIn, test } from './kit/index.ts';

const HASH = createHash('sha256').update('a payment').digest('hex');

const RECEIPT = { name: 'receipt.png', mimeType: 'image/png', buffer: PIXEL };

const header = (page: Page) => page.getByRole('banner');

test('a stranger signs up, tops up, is verified live, sends and is charged', async ({ app, openBrowser }) => {
  const customer = await openBrowser();
  const administrator = await openBrowser();
  const admin = await makeAdmin(app, await signUp(app, { fullName: 'Grace Hopper' }));

  await test.step('1. signs up from the landing page and has no credit', async () => {
    await customer.goto('/');
    await customer.getByRole('banner').getByRole('button', { name: 'Get Started' }).click();
    const dialog = customer.getByRole('dialog');
    await dialog.getByLabel('Full name').fill('Ada Lovelace');
    await dialog.getByLabel('Email').fill('ada@example.com');
    await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
    await dialog.getByRole('button', { name: 'Create Account' }).click();
    await customer.waitForURL('**/dashboard');
    await expect(customer.getByText('Account created successfully').first()).toBeVisible();
    await expect(header(customer)).toContainText('£0.00');
    await expect(customer.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  });

  await test.step('a first message is delivered in the sandbox with four clicks, those into fields among them', async () => {
    await customer.getByRole('link', { name: 'Send an SMS' }).click();
    await expect(customer.getByLabel('Sender ID')).toBeFocused();
    await customer.keyboard.type('Ada');
    await customer.getByLabel('Recipients', { exact: true }).click();
    await customer.keyboard.type('+447700900123');
    await customer.getByLabel('Message', { exact: true }).click();
    await customer.keyboard.type('Hello');
    await customer.getByRole('button', { name: 'Send as a test' }).click();
    await expect(customer.getByRole('list', { name: 'Message history' }).getByText('Delivered')).toBeVisible();
  });

  await test.step('the administrator is already looking at the queue', async () => {
    await signIn(administrator, admin, '/admin');
    await administrator.getByRole('tab', { name: /Payment Verification/ }).click();
    await expect(administrator.getByRole('heading', { name: 'Admin Control Panel' })).toBeVisible();
    await expect(administrator.getByText('ada@example.com')).toHaveCount(0);
  });

  await test.step('2. pays £100 in Bitcoin, with hash and receipt', async () => {
    await customer.getByRole('link', { name: 'Billing', exact: true }).first().click();
    await customer.getByRole('radio', { name: /Bitcoin/ }).click();
    await customer.getByRole('radio', { name: /£100/ }).click();
    await expect(customer.getByText('0.00180000 BTC').first()).toBeVisible();
    await customer.getByRole('button', { name: 'Continue to payment' }).click();
    const dialog = customer.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: 'QR code of the Bitcoin payment' })).toBeVisible();
    await expect(dialog.getByText('This is a demonstration address.')).toBeVisible();
    await dialog.getByLabel('Transaction hash').fill(`https://mempool.space/tx/${HASH}`);
    await dialog.locator('input[type=file]').setInputFiles(RECEIPT);
    await expect(dialog.getByText('receipt.png')).toBeVisible();
    await dialog.getByRole('button', { name: 'Submit payment' }).click();
    await expect(customer.getByText('Payment Submitted Successfully').first()).toBeVisible();
    await expect(customer.getByText('Pending').first()).toBeVisible();
  });

  await test.step('3. the open queue shows the payment with its receipt, and it is verified', async () => {
    const card = administrator.getByRole('article').filter({ hasText: 'ada@example.com' });
    await expect(card).toBeVisible();
    await expect(card.getByRole('img', { name: /receipt/i })).toHaveJSProperty('naturalWidth', 1);
    await expect(card.getByRole('link', { name: /explorer/i })).toHaveAttribute(
      'href',
      `https://mempool.space/tx/${HASH}`,
    );
    await card.getByRole('button', { name: /use customer.s hash/i }).click();
    await expect(card.getByText(/matches/i)).toBeVisible();
    await card.getByRole('button', { name: 'Verify' }).click();
    await expect(administrator.getByText('Payment Verified', { exact: true }).first()).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  await test.step('4. the first browser shows the credit at that moment', async () => {
    await expect(header(customer)).toContainText('£100.00');
    await expect(customer.getByText('Verified').first()).toBeVisible();
  });

  await test.step('5. sends to three recipients; one is refused and refunded', async () => {
    await customer
      .getByRole('link', { name: 'SMS', exact: true })
      .or(customer.getByRole('button', { name: /^SMS/ }))
      .first()
      .click();
    await customer.getByLabel('Sender ID').fill('Topline');
    await customer.getByLabel('Recipients', { exact: true }).fill('+447700900123\n+447700900456\n+447700900000');
    await customer.getByLabel('Message', { exact: true }).fill('Hello from Topline');
    await expect(customer.getByText('£0.09').first()).toBeVisible();
    await customer.getByRole('button', { name: 'Send SMS' }).click();
    await expect(customer.getByText('SMS Delivered Successfully').first()).toBeVisible();
    // £0.09 was charged, and the refused recipient's £0.03 came back.
    await expect(header(customer)).toContainText('£99.94');
    await expect(customer.getByText('Partly delivered').and(customer.locator(':visible')).first()).toBeVisible();
    await expect(customer.getByText(/£0.03 refunded/).first()).toBeVisible();
  });

  expect(app.deps.bus.streams).toBeGreaterThanOrEqual(2);
});
