import { brokenRules, expect, test } from './kit/index.ts';

test('the API reference shows the description and loads nothing from elsewhere', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeVisible();
  await expect(page).toHaveTitle('API reference · Topline');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => brokenRules(page), { timeout: 20_000 }).toEqual([]);
  }
  // The theme that was chosen in the dashboard goes before the device's.
  await page.evaluate(() => localStorage.setItem('topline-theme', 'light'));
  await page.reload();
  await expect(page.locator('html')).not.toHaveClass(/dark-mode/);
  const search = page.getByRole('searchbox', { name: 'Find an operation' });
  const found = page.locator('.opblock-summary-description');
  await search.fill('balance');
  await expect(found.first(), 'the best one').toHaveText('Balance and profile of an account');
  await expect(search, 'above what is found').toBeInViewport({ ratio: 1 });
  await search.fill('voicemail left');
  await expect(page.locator('.webhooks').getByText('A caller left a voicemail')).toBeVisible();
  await expect(found).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Events that webhooks receive' })).toBeVisible();
  await search.fill('signed who');
  await expect(page.getByText('Who is signed in').first()).toBeVisible();
  await expect(found, 'each word counts').toHaveCount(1);
  await expect(page.getByRole('link', { name: 'What has changed' })).toHaveAttribute('href', '/api/docs/changes');
  await page.goto('/api/docs/changes');
  await expect(page.getByRole('heading', { name: 'Changes of the API' })).toBeVisible();
  await page.goto('/api/docs?others');
  await page.getByRole('heading', { name: 'Accounts' }).click();
  await expect(page.getByText('Create an account and sign in').first()).toBeVisible();
});
