import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Themes differ in colours and in nothing else. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Fails with the rules that the page breaks, in the light and in the dark, and where it breaks them. */
export async function expectAccessible(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const broken = await brokenTwice(() => new AxeBuilder({ page }));
  await show(page, isDark ? 'light' : 'dark');
  const otherwise = await brokenTwice(() => new AxeBuilder({ page }).withRules(RULES_OF_COLOUR));
  await show(page, isDark ? 'dark' : 'light');
  expect({ broken, inTheOtherTheme: otherwise }).toEqual({ broken: [], inTheOtherTheme: [] });
}

/** One look can meet colours that are half changed; a fault is there the second time too. */
async function brokenTwice(axe: () => AxeBuilder): Promise<string[]> {
  const broken = await brokenRules(axe());
  return broken.length > 0 ? brokenRules(axe()) : broken;
}

/** Lets the device prefer a theme, and waits until a page that follows its device has it. */
async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => {
    const chosen = localStorage.getItem('topline-theme') ?? 'system';
    return chosen !== 'system' || document.documentElement.classList.contains(wanted);
  }, theme);
}

async function brokenRules(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}
