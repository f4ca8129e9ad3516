import { brokenRules, expect, test } from './kit/index.ts';

test('the API reference shows the description and loads nothing from elsewhere', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  // A page of a library's own: it follows the device, and has no class of ours.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(async () => {
      expect(await brokenRules(page)).toEqual([]);
    }).toPass({ timeout: 20_000 });
  }
  await page.getByRole('heading', { name: 'Accounts' }).click();
  await expect(page.getByText('Who is signed in').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'What has changed' })).toHaveAttribute('href', '/api/docs/changes');
  const changes = await page.request.get('/api/docs/changes');
  expect([changes.status(), (await changes.text()).split('\n')[0]]).toEqual([200, '# Changes of the API']);
  await page.goto('/api/docs?others');
  await page.getByRole('heading', { name: 'Accounts' }).click();
  await expect(page.getByText('Create an account and sign in').first()).toBeVisible();
});
