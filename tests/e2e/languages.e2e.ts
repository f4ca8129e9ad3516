import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { signUp } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectAccessible, signIn, signInByPassword, test } from './kit/index.ts';
import { readAs, parseAs } from '../kit/read.ts';

const texts = z.object({ sections: z.record(z.string(), z.object({ title: z.string() })) });
const publicTexts = z.object({ app: z.object({ language: z.string() }) });
const LANGUAGES = ['es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ar'];
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../web/locales', file), 'utf8');
const textsOf = (language: string) => parseAs(read(`${language}/app.json`), texts);

async function openPreferences(page: Page, app: TestApp): Promise<void> {
  const person = await signUp(app);
  await signIn(page, person, '/settings');
  await page.getByRole('tab', { name: 'Preferences' }).click();
}

/** When the language changes the page is drawn again, at its first tab. */
const choose = async (page: Page, shown: string, wanted: string): Promise<void> => {
  await page.getByRole('tab').last().click();
  await page.getByLabel(parseAs(read(`${shown}/public.json`), publicTexts).app.language).selectOption(wanted);
};

test('every language names the page in its own words, and English comes back', async ({ app, page }) => {
  await openPreferences(page, app);
  let shown = 'en';
  for (const language of [...LANGUAGES, 'en']) {
    await choose(page, shown, language);
    const title = textsOf(language).sections.settings?.title ?? '';
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    shown = language;
  }
});

test('a choice is saved with the account; a browser without one takes it over', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  await signIn(page, person, '/settings');
  await page.getByRole('tab', { name: 'Preferences' }).click();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith(`/api/users/${person.id}`),
  );
  await choose(page, 'en', 'de');
  expect((await readAs(saved, z.object({ language: z.string() }))).language).toBe('de');

  const another = await openBrowser();
  await signInByPassword(another, person);
  await expect(another.locator('html')).toHaveAttribute('lang', 'de');
  await another.reload();
  await expect(another.locator('html')).toHaveAttribute('lang', 'de');
});

test('Arabic is read from right to left, and stays after a reload', async ({ app, page }) => {
  await openPreferences(page, app);
  await choose(page, 'en', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('banner').getByText('\u2068£0.00\u2069', { exact: true })).toBeVisible();
});

for (const [address, section] of [
  ['/dashboard', 'overview'],
  ['/dashboard?section=sms', 'sms'],
  ['/dashboard?section=voice', 'voice'],
  ['/billing', 'billing'],
  ['/did-numbers', 'did'],
] as const) {
  test(`in Arabic ${address} is accessible and fits a phone`, async ({ app, page }) => {
    await page.addInitScript(() => localStorage.setItem('topline-language', 'ar'));
    await signIn(page, await signUp(app), address);
    const title = textsOf('ar').sections[section]?.title ?? '';
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  });
}
