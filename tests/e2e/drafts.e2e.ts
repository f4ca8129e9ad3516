import type { Page } from '@playwright/test';
import { funded } from '../kit/actors.ts';
import { expect, signIn, test } from './kit/index.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const recipients = (page: Page) => page.getByRole('textbox', { name: 'Recipients' });
const form = (page: Page) => page.locator('form').filter({ has: message(page) });
const price = (page: Page) => form(page).getByRole('definition').last();

test('a message is counted as it is charged, and one that is too long is told and not cut', async ({ app, page }) => {
  await signIn(page, await funded(app, '0.20'), '/dashboard?section=sms');
  await recipients(page).fill('+447911123456');
  // How parts are counted, `unit/messaging` and `specification/services` show.
  await message(page).fill('ж'.repeat(135));
  await expect(form(page)).toContainText('135/70');
  // On a telephone price and button stay in sight.
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => scrollTo(0, 0));
  const inBar = [price(page), ...['Send SMS', 'Send as a test'].map((name) => page.getByRole('button', { name }))];
  for (const seen of inBar) await expect(seen).toBeInViewport();
  await expect(price(page)).toHaveText('£0.09');
  await message(page).fill('x'.repeat(1_700));
  await expect(message(page)).toHaveValue('x'.repeat(1_700));
  const told = page.getByText('This text has 1,700 characters. At most 1,600 can be sent.');
  await expect(told).toBeVisible();
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(message(page)).toBeFocused();
  await expect(page.getByRole('banner')).toContainText('£0.20');
  await page.route('**/sms/quote', () => {});
  await message(page).fill('x'.repeat(1_600));
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(page.getByRole('heading', { name: 'Your balance is too low' })).toBeVisible();
});

test('a message to many is confirmed with its price; its draft lasts until it is sent', async ({ app, page }) => {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=sms');
  await page.getByLabel('Sender ID').fill('Topline');
  // The simulated carriers refuse a number that ends in four zeros, and its price comes back.
  const many = Array.from({ length: 101 }, (_, at) => `+4479111${String(10_001 + at)}`).join('\n');
  await recipients(page).fill(many);
  await message(page).fill('See you at nine');
  await page.getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Billing & Credits');
  await page.goBack();
  await expect(message(page)).toHaveValue('See you at nine');
  await page.reload();
  await expect(message(page)).toHaveValue('See you at nine');
  await expect(recipients(page)).toHaveValue(many);
  await expect(price(page)).toHaveText('£3.03');
  await expect(page.getByText('A test goes to the first 100 numbers only.')).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Send this message?' });
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(dialog).toContainText('To 101 recipients, for £3.03.');
  await expect(dialog.getByRole('definition')).toHaveText(['Topline', '1', 'See you at nine']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner')).toContainText('£20.00');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await dialog.getByRole('button', { name: 'Send for £3.03' }).click();
  await expect(page.getByRole('banner')).toContainText('£16.97');
  await expect(message(page)).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Send SMS' }), 'the focus is not lost').toBeFocused();
  await page.reload();
  await expect(message(page)).toHaveValue('');

  await test.step('above £10 it is confirmed too, and a draft is discarded', async () => {
    await page.getByLabel('Sender ID').fill('Topline');
    await recipients(page).fill(many.split('\n').slice(0, 80).join('\n'));
    await message(page).fill('x'.repeat(800));
    await page.getByRole('button', { name: 'Send SMS' }).click();
    await expect(dialog).toContainText('To 80 recipients, for £12.00.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await message(page).fill('x'.repeat(1_600));
    await page.getByRole('button', { name: 'Send SMS' }).click();
    const missing = page.getByRole('dialog', { name: 'Your balance is too low' });
    await expect(missing).toContainText('costs £24.00, your balance is £16.97: £7.03 is missing.');
    await missing.getByRole('link', { name: 'Top up at least £50.00' }).click();
    await expect(page.getByLabel('Custom amount')).toHaveValue('50.00');
    await page.goBack();
    for (const name of ['Discard draft', 'Undo', 'Discard draft']) await page.getByRole('button', { name }).click();
    await expect(recipients(page)).toHaveValue('');
    await page.reload();
    await expect(message(page)).toHaveValue('');
  });
});

test('calls and webhooks have drafts, and logging out leaves none', async ({ app, page }) => {
  await signIn(page, await funded(app, '20.00'), '/dashboard?section=voice');
  await page.getByLabel('Caller ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Destination' }).fill('+447911123456');
  await page.getByRole('switch', { name: 'Record the call' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveValue('+447911123456');
  await expect(page.getByRole('switch', { name: 'Record the call' })).toBeChecked();

  await page.goto('/dashboard?section=api');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  const open = () => page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByLabel('Address').fill('https://example.com/hook');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open();
  await expect(dialog.getByLabel('Address')).toHaveValue('https://example.com/hook');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(dialog.getByLabel('Address')).toHaveValue('');
  await dialog.getByLabel('Address').fill('https://example.com/other');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
});
