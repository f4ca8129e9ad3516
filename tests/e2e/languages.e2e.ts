import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { funded, signUp, type TestActor } from '../kit/actors.ts';
import { showToEverybody } from '../kit/people.ts';
import { expect, expectFits, signIn, signInByPassword, test } from './kit/index.ts';
import { readAs, parseAs } from '../kit/read.ts';

const texts = z.object({ sections: z.record(z.string(), z.object({ title: z.string() })) });
const LANGUAGES = ['es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ar'];
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../web/locales', file), 'utf8');
const textsOf = (language: string) => parseAs(read(`${language}/app.json`), texts);

const openPreferences = (page: Page, person: TestActor) => signIn(page, person, '/settings#preferences');

const choose = (page: Page, language: string) => page.locator('main').getByRole('combobox').selectOption(language);

test('every language names the page in its own words, and English comes back', async ({ app, page }) => {
  await openPreferences(page, await signUp(app));
  for (const language of [...LANGUAGES, 'en']) {
    await choose(page, language);
    const title = textsOf(language).sections.settings?.title ?? '';
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('a choice is saved with the account; a browser without one takes it over', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  await openPreferences(page, person);
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith(`/api/users/${person.id}`),
  );
  await choose(page, 'de');
  expect((await readAs(saved, z.object({ language: z.string() }))).language).toBe('de');

  const another = await openBrowser();
  await signInByPassword(another, person);
  await expect(another.locator('html')).toHaveAttribute('lang', 'de');
  await another.reload();
  await expect(another.locator('html')).toHaveAttribute('lang', 'de');
});

test('the demonstration is shown in the language of its visitor', async ({ app, page }) => {
  const shown = await funded(app, '12.00');
  await shown.as(`/api/users/${shown.id}`, { method: 'PUT', json: { language: 'es' } });
  await showToEverybody(app, shown);
  await page.goto('/');
  await page.getByRole('button', { name: 'View Demo' }).click();
  await expect(page.getByText('Demonstration: nothing can be changed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

test('Arabic is read from right to left, and stays after a reload', async ({ app, page }) => {
  await openPreferences(page, await signUp(app));
  await choose(page, 'ar');
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
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
    await expectFits(page, 1280, 360);
  });
}
