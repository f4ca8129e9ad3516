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
  await field.fill('Figures');
  await options.filter({ hasText: 'Figures' }).first().click();
  await expect(page.getByRole('tab', { name: 'Figures' })).toHaveAttribute('aria-selected', 'true');
  // Each tab can be seen without scrolling the row, whose line cuts a pixel.
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 0.95 });
  // A setting opens in its row, from another tab, which is shown once all of it is read, and from its own.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/admin/go-live', (route) => late.promise.then(() => route.continue()));
  for (const name of ['Held words and links', 'Pending payments per account']) {
    await page.keyboard.press('Control+k');
    await field.fill(name);
    await options.filter({ hasText: name }).first().click();
    const row = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: name }).first();
    await expect(row).toBeAttached();
    late.resolve();
    await expect(row).toBeFocused();
    await expect(row).toBeInViewport();
  }
});

test('a customer finds screens, actions and what the account has, and nothing of others', async ({ app, page }) => {
  await signUp(app, { fullName: 'Augusta King' });
  const ada = await signUp(app);
  await ada.as(`/api/users/${ada.id}/contacts`, { json: { number: '+447700900123', name: 'Amara Bello' } });
  await signIn(page, ada, '/dashboard');
  await page.getByRole('button', { name: 'Search (Ctrl K)' }).click();
  const field = page.getByRole('combobox', { name: 'Search or go to' });
  await field.fill('augusta');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [typed, found, address] of [
    ['bill', /^Billing$/, /\/billing$/],
    ['pay', /^Top up$/, /\/billing$/],
    ['amara', /^Amara Bello/, /section=contacts&q=%2B447700900123$/],
    ['campaign', /^Campaigns · New campaign$/, /section=contacts#campaigns$/],
    ['failed', /^Message history · Failed$/, /section=sms&status=failed#history$/],
    ['webh', /^Webhooks$/, /section=api#webhooks$/],
    ['close acc', /^Your data$/, /\/settings#data$/],
    ['spend lim', /^Spend limits$/, /\/settings#limits$/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await field.fill(typed);
    await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText(found);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
  }
  await expect(page.getByRole('heading', { name: 'Spend limits' })).toBeInViewport();
  await page.goto('/dashboard?section=sms#history');
  await expect(page.getByLabel('Sender ID')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Message history' })).toBeInViewport();
});
