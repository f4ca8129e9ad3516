import { funded } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './kit/index.ts';

test('a system id is made, its password shown once, and it is ended', async ({ app, page }) => {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=api#smpp');
  await expect(page.getByText('takes no binds yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create system id' }).click();
  const form = page.getByRole('dialog', { name: 'Create a system id' });
  await form.getByLabel('Addresses').fill('198.51.100.7 nowhere');
  await form.getByRole('button', { name: 'Create system id' }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await form.getByLabel('Addresses').fill('198.51.100.7');
  await form.getByRole('button', { name: 'Create system id' }).click();
  const shown = page.getByRole('dialog', { name: /^Password of tl/ });
  const password = (await shown.locator('code').textContent()) ?? '';
  expect(password).toMatch(/^\w{8}$/);
  await expect(page.getByText(`smsc-password = ${password}`)).toBeAttached();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('smsc-password = PASSWORD')).toBeVisible();
  await expect(page.getByText('198.51.100.7')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, 360, 1280);
  await page.getByRole('button', { name: /^End system id/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(page.getByText('No system ids')).toBeVisible();
});
