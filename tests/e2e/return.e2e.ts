import { makeAdmin, signUp } from '../kit/actors.ts';
import { expect, fillSignIn, signIn, test } from './kit/index.ts';

test('signing in returns to the page that was asked for, once', async ({ app, page }) => {
  const person = await signUp(app);
  await page.goto('/dashboard?section=api#webhooks');
  await expect(page).toHaveURL((url) => url.pathname === '/login');
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
});
