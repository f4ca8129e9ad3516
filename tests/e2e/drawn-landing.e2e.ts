import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signUp } from '../kit/actors.ts';
import { expect, expectToast, signIn, test } from './kit/index.ts';

const application = (url: string) => /\/assets\/main-/.test(url);

test('a visitor who only reads loads no application; the first click is passed on to it', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(loaded.filter(application)).toEqual([]);
  await page.getByRole('button', { name: 'Get Started' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  expect(loaded.filter(application)).toHaveLength(1);
});

test('the page is in the browser’s language, or in the one that is chosen', async ({ app, openBrowser }) => {
  const page = await openBrowser({ locale: 'de-AT' });
  const html = await (await app.fetch('/', { headers: { 'accept-language': 'de-AT' } })).text();
  expect(html).toContain('<html lang="de" dir="ltr">');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByLabel('Langue')).toHaveValue('fr');
});

test('the three lines for programs are copied, and run as they are with a key and an account', async ({
  app,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: 'Copy the three lines' }).click();
  await expectToast(page, { title: 'Copied' });
  const lines = await page.evaluate(() => navigator.clipboard.readText());
  const { id, key } = await signUp(app);
  const script = lines.replace('tl_live_…', key).replace('USER_ID=…', `USER_ID=${id}`);
  const { stdout } = await promisify(execFile)('bash', ['-ec', script]);
  expect(stdout).toMatch(/"status":"queued".*"status":"delivered"/s);
});

test('a customer’s first view loads at most 180 kB of scripts', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/dashboard');
  await expect(page.getByText('Recent transactions')).toBeVisible();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((each) => each.toJSON()));
  const scripts = loaded.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThanOrEqual(180_000);
  expect(scripts.length).toBeGreaterThan(3);
});
