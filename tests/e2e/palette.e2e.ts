import { makeAdmin, signUp } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, signIn, submit, test } from './kit/index.ts';
import { cardOf } from './kit/payments.ts';

test('an administrator finds an account, a payment and a setting by the keyboard', async ({ app, page }) => {
  const ada = await signUp(app, { fullName: 'Augusta King' });
  await submit(await signUp(app));
  const payment = await submit(ada);
  await signIn(page, await makeAdmin(app), '/admin');
  const field = page.getByRole('combobox', { name: 'Search or go to' });
  const options = page.getByRole('dialog').getByRole('option');

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('augusta');
  await expect(options.first()).toContainText('Augusta King');
  await expectAccessible(page);
  await expectFits(page, 360, 1280);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Augusta King' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await field.fill(payment.transactionHash ?? '');
  await expect(options.first()).toContainText('£100.00');
  await page.keyboard.press('Enter');
  await expect(cardOf(page, ada)).toBeVisible();
  await expect(page.getByLabel('Search email, hash or ID')).toHaveValue(payment.id);

  await page.keyboard.press('Control+k');
  await field.fill('zzzz');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await field.fill('Figures');
  await options.filter({ hasText: 'Figures' }).first().click();
  await expect(page.getByRole('tab', { name: 'Figures' })).toHaveAttribute('aria-selected', 'true');
  // Each tab can be seen without scrolling the row.
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  }
  // A setting opens in its row, from another tab and from its own.
  for (const name of ['Held words and links', 'Pending payments per account']) {
    await page.keyboard.press('Control+k');
    await field.fill(name);
    await options.filter({ hasText: name }).first().click();
    const row = page.getByRole('listitem').filter({ hasText: name }).first();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
  }
});

test('a customer goes to a screen, and finds nothing of others', async ({ app, page }) => {
  await signUp(app, { fullName: 'Augusta King' });
  await signIn(page, await signUp(app), '/dashboard');
  await page.getByRole('button', { name: 'Search (Ctrl K)' }).click();
  await page.getByRole('combobox').fill('augusta');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('combobox').fill('bill');
  await expect(page.getByRole('option', { name: /^Billing/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/billing/);

  // What stands below in Settings is found by its name, and is in sight then.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('spend lim');
  await page.getByRole('option', { name: /^Spend limits/ }).click();
  await expect(page).toHaveURL(/\/settings#limits$/);
  await expect(page.getByRole('heading', { name: 'Spend limits' })).toBeInViewport();
});
