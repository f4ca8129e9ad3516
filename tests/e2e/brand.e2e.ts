import type { Page } from '@playwright/test';
import { makeReseller, type TestActor } from '../kit/actors.ts';
import { proveHost } from '../kit/brands.ts';
import { makeCustomer } from '../kit/customers.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

/** Red, 64 by 8: as wide as the name of a company is. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAICAIAAADGAG6IAAAAHUlEQVR42mM4oKAwpBHDqAdGPTDqgVEPjHqAEgQAoI8AHwwOITkAAAAASUVORK5CYII=',
  'base64',
);
const HOST = 'portal.acme.localhost';

async function openBrand(page: Page, reseller: TestActor): Promise<void> {
  await signIn(page, reseller, '/dashboard?section=reseller');
  await page.getByRole('tab', { name: 'Brand' }).click();
}

/** Tells whether every image of this kind has arrived and can be shown. */
const logosShown = (page: Page, path: RegExp) =>
  expect
    .poll(() =>
      page
        .locator('img')
        .evaluateAll(
          (images, source) =>
            images.filter(
              (image) =>
                image instanceof HTMLImageElement && new RegExp(source).test(image.src) && image.naturalWidth === 64,
            ).length,
          path.source,
        ),
    )
    .toBeGreaterThan(0);

/** How much wider than the image itself each logo is drawn: 1 where it keeps its proportions. */
const stretchOf = (page: Page) =>
  page.locator('img[src$="/logo"]').evaluateAll((images) =>
    images.flatMap((image) => {
      if (!(image instanceof HTMLImageElement)) return [];
      const { width, height } = image.getBoundingClientRect();
      // An image fitted into a box of another form is drawn with margins.
      const isFitted = getComputedStyle(image).objectFit === 'contain';
      return [isFitted ? 1 : width / height / (image.naturalWidth / image.naturalHeight)];
    }),
  );

test('a logo is uploaded, seen before it is saved, and shown on the host name', async ({ app, page, openBrowser }) => {
  const reseller = await makeReseller(app);
  await openBrand(page, reseller);
  const file = page.getByLabel('Logo');

  for (const [name, mimeType] of [
    ['logo.txt', 'text/plain'],
    ['logo.png', 'image/png'],
  ] as const) {
    await file.setInputFiles({ name, mimeType, buffer: Buffer.from('not an image') });
    await expect(page.getByText('This file is no image.', { exact: false })).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
  }
  await expectAccessible(page);
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
  await logosShown(page, /\/api\/objects\//);
  await expect(page.getByText('This file is no image.', { exact: false })).toHaveCount(0);

  await page.getByLabel('Name', { exact: true }).fill('Acme Telecom');
  await page.getByLabel('Colour').fill('#b45309');
  await page.getByLabel('Host name').fill(HOST);
  await page.getByLabel('Support chat').fill('@acme');
  await page.getByLabel('Support WhatsApp').fill('+44 7911 123456');
  await page.getByRole('button', { name: 'Save brand' }).click();
  await expect(page.getByText('Brand saved', { exact: true })).toBeVisible();
  await logosShown(page, /\/api\/brands\/.*\/logo$/);

  // Nothing is served there before the DNS has shown whose it is.
  await expect(page.getByText(`_portal.${HOST}`, { exact: true })).toBeVisible();
  await proveHost(app, reseller);
  const visitor = await openBrowser({ baseURL: `http://${HOST}:${new URL(app.url).port}` });
  await visitor.goto('/');
  await logosShown(visitor, /\/api\/brands\/.*\/logo$/);
  for (const screen of [page, visitor]) {
    const stretches = await stretchOf(screen);
    expect(stretches.length).toBeGreaterThan(0);
    for (const stretch of stretches) expect(stretch).toBeCloseTo(1, 1);
  }
  const footer = visitor.getByRole('contentinfo');
  await expect(footer.getByText('Chat: @acme')).toBeVisible();
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /447911123456$/);

  await page.getByRole('button', { name: 'Remove logo' }).click();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save brand' }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator('img')).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('banner').getByText('Acme Telecom')).toBeVisible();
  await expect(visitor.locator('img:not([src^="/pictures/"])')).toHaveCount(0);
});

test('on its host the name of the brand stands alone, on a phone too', async ({ app, openBrowser }) => {
  const reseller = await makeReseller(app);
  const json = { name: 'Acme Telecom', hostName: HOST, color: '#b45309' };
  await reseller.as(`/api/users/${reseller.id}/brand`, { method: 'PUT', json });
  await proveHost(app, reseller);
  const customer = await makeCustomer(app, reseller);
  const page = await openBrowser({
    baseURL: `http://${HOST}:${new URL(app.url).port}`,
    viewport: { width: 360, height: 780 },
  });
  const seen: string[] = [];
  const look = async () => seen.push(await page.title(), await page.locator('html').innerHTML());

  const first = await page.goto('/');
  seen.push((await first?.text()) ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Crypto Payments' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('Acme Telecom');
  await look();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await signIn(page, customer);
  await expect(page).toHaveTitle('Dashboard Overview · Acme Telecom');
  await look();
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible();
  await look();
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await look();
  for (const text of seen) expect(text).not.toMatch(/\bTopline\b/i);
  expect(seen.filter((text) => text.includes('Acme Telecom')).length).toBeGreaterThan(5);
});
