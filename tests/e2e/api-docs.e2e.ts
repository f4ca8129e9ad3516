import { signUp } from '../kit/actors.ts';
import { brokenRules, expect, signIn, test } from './kit/index.ts';

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

test('a trial of the reference is of one’s own account, and sends nothing that costs', async ({ app, page }) => {
  const person = await signUp(app);
  await signIn(page, person);
  await page.goto('/api/docs?find=send#/SMS/sendSms');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await expect(page.getByPlaceholder('id', { exact: true })).toHaveValue(person.id);
  const example = page.locator('.body-param__text');
  await expect(example).toHaveValue(/"test": true/);
  await example.fill((await example.inputValue()).replace('Parcels', 'Topline24'));
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table');
  await expect(answer.locator('.response-col_status').nth(1)).toContainText('201');
  await expect(page.locator('.curl-command')).toContainText(/-H '?Authorization: Bearer YOUR_API_KEY/);
  await page.setViewportSize({ width: 360, height: 740 });
  const code = answer.locator('.highlight-code > .microlight').first();
  expect((await code.boundingBox())?.width, 'below the state').toBeGreaterThan(250);
  expect(await code.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  const end = await code.evaluate((box) => {
    const text = document.createRange();
    text.selectNodeContents(box);
    return text.getBoundingClientRect().bottom;
  });
  expect((await answer.locator('.download-contents').boundingBox())?.y, 'below the text').toBeGreaterThan(end);
});
