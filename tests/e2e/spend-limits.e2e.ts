import type { Page } from '@playwright/test';
import { credit, funded, makeAdmin, signUp } from '../kit/actors.ts';
import { setLimits } from '../kit/limits.ts';
import { newNumber, postSms, send } from '../kit/messages.ts';
import { expect, expectAccessible, sideways, signIn, test } from './kit/index.ts';

async function openLimits(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('tab', { name: 'Security' }).click();
}

test('an owner sets limits for the day and for countries, and sees what is used of them', async ({ app, page }) => {
  const person = await funded(app, '10.00');
  await send(person, [newNumber(), newNumber()]);
  await signIn(page, person);
  await openLimits(page);
  await expect(page.getByText('£0.06, no limit').first()).toBeVisible();

  await page.getByLabel('All countries, per day (£)').fill('one pound');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('A limit must be a number of pounds')).toBeVisible();
  await page.getByLabel('All countries, per day (£)').fill('0.24');
  await page.getByLabel('Each country, per day (£)').fill('0.10');
  await page.getByRole('combobox', { name: 'Choose a country' }).selectOption('+371');
  await page.getByRole('button', { name: 'Add country' }).click();
  await page.getByLabel('Latvia (+371)').fill('0');
  await page.getByRole('combobox', { name: 'Choose a country' }).selectOption('+44');
  await page.getByRole('button', { name: 'Add country' }).click();
  await page.getByLabel('United Kingdom and others (+44)').fill('0.20');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Your spend limits have been saved.').first()).toBeVisible();
  await expect(page.getByText('£0.06 of £0.24')).toBeVisible();
  await expect(page.getByText('£0.06 of £0.20')).toBeVisible();

  // Spending elsewhere shows at once.
  await send(person, [newNumber(), newNumber()]);
  await expect(page.getByRole('progressbar', { name: 'Spent today' })).toHaveAttribute('aria-valuenow', '50');
  await page.reload();
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByLabel('Latvia (+371)')).toHaveValue('0.00');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Save limits' }).scrollIntoViewIfNeeded();
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: 'Remove the limit of Latvia' }).click();
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('Your spend limits have been saved.').first()).toBeVisible();
  await send(person, ['+37129001234']);
});

test('a spend limit says why in the form, and everybody sees that it is lifted', async ({ app, openBrowser }) => {
  const person = await signUp(app);
  const admin = await makeAdmin(app);
  await credit(app, person, '200.00');
  await setLimits(person, { dailyLimit: '0.05' });
  const customer = await openBrowser();
  const administrator = await openBrowser();
  await signIn(administrator, admin, '/admin');
  await administrator.getByRole('tab', { name: 'User Management' }).click();
  const row = administrator.getByRole('row').filter({ hasText: person.email });
  await expect(row).toBeVisible();
  await expect(row.getByText('Limit reached')).toHaveCount(0);

  await signIn(customer, person, '/dashboard?section=sms');
  await customer.getByLabel('Sender ID').fill('Topline');
  await customer.getByRole('textbox', { name: 'Recipients' }).fill(`${newNumber()}\n${newNumber()}`);
  await customer.getByRole('textbox', { name: 'Message', exact: true }).fill('See you at nine');
  await customer.getByRole('button', { name: 'Send SMS' }).click();
  await expect(customer.getByText(/Spend limit reached: this costs £0.06, and £0.05 of today/).first()).toBeVisible();
  await customer.goto('/dashboard');
  await expect(customer.getByText(/A spend limit was reached today/)).toBeVisible();
  await expectAccessible(customer);

  await expect(row.getByText('Limit reached')).toBeVisible();
  await row.getByRole('button', { name: `View ${person.email}` }).click();
  const drawer = administrator.getByRole('dialog', { name: 'Ada Lovelace' });
  await drawer.getByRole('tab', { name: 'Balance' }).click();
  await expect(drawer.getByText('£0.00 of £0.05')).toBeVisible();
  await drawer.getByRole('button', { name: 'Suspend limits' }).click();
  await administrator
    .getByRole('dialog', { name: 'Suspend the spend limits?' })
    .getByRole('button', { name: 'Suspend limits' })
    .click();
  await expect(drawer.getByText(/suspended until/)).toBeVisible();

  await expect(customer.getByText(/suspended until/)).toBeVisible();
  expect((await postSms(person, [newNumber(), newNumber()])).status).toBe(201);
  await administrator.keyboard.press('Escape');
  await expect(row.getByText('Limits suspended')).toBeVisible();
});
