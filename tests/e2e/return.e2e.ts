import { makeAdmin, signUp } from '../kit/actors.ts';
import { fillSignIn, signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** What a person finds again: the page that was requested, the tab that was open, the key that was shown. */

test('signing in returns to the page that was asked for, once', async ({ app, page }) => {
  const person = await signUp(app);
  await page.goto('/dashboard?section=api#webhooks');
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await fillSignIn(page, person);
  await expect(page.getByRole('tab', { name: 'Webhooks' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await fillSignIn(page, person);
  await expect(page).toHaveURL((url) => url.pathname === '/dashboard' && url.search === '');
});

test('tabs stand in the address', async ({ app, page }) => {
  await signIn(page, await makeAdmin(app), '/admin');
  await page.getByRole('tab', { name: 'User Management' }).click();
  await expect(page).toHaveURL(/\/admin#users$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'User Management' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/dashboard?section=api');
  await page.getByRole('tab', { name: 'Voice API' }).click();
  await expect(page).toHaveURL(/section=api#voice$/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Voice API' })).toHaveAttribute('aria-selected', 'true');
});

test('the key that registering shows once is there after a reload, until it is put away', async ({
  page,
}) => {
  await page.goto('/register');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  const key = page.locator('code').filter({ hasText: /^tl_live_[^…]+$/ });
  const shown = await key.textContent();
  await page.reload();
  await expect(key).toHaveText(shown ?? '');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(shown);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(key).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');
  await expect(key).toHaveCount(0);
});
