import { expectAccessible } from './kit/accessible.ts';
import { expect, test } from './kit/test.ts';

test('the API reference shows the description and loads nothing from elsewhere', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible();
  await expect(page.getByText('Create an account and sign in').first()).toBeVisible();
  await expect(() => expectAccessible(page)).toPass();
});
