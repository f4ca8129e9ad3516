import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Themes differ in colours and in nothing else. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Fails with the rules that the page breaks, in the light and in the dark, and where it breaks them. */
export async function expectAccessible(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const broken = await brokenRules(page);
  await show(page, isDark ? 'light' : 'dark');
  const otherwise = await brokenRules(page, RULES_OF_COLOUR);
  await show(page, isDark ? 'dark' : 'light');
  expect({ broken, inTheOtherTheme: otherwise }).toEqual({ broken: [], inTheOtherTheme: [] });
}

/** By how many pixels the page scrolls sideways. */
export const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Fails where the page, at the width of a phone or at these widths, scrolls sideways or breaks a rule. */
export async function expectFits(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths.length > 0 ? widths : [360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => sideways(page), `${width} px`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
}

/** Lets the device prefer a theme, and waits until a page that follows its device has it. */
async function show(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => {
    const chosen = localStorage.getItem('topline-theme') ?? 'system';
    return chosen !== 'system' || document.documentElement.classList.contains(wanted);
  }, theme);
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * The rules of axe that the page breaks as it is now, all of them or only `rules`, and where. axe is put into a page
 * once and runs in it, which is a fraction of the work of putting it in for each look.
 */
export async function brokenRules(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    // Half-way through a change its colours are neither the old nor the new ones, and one change may begin another; some
    // animations never end.
    const changing = () =>
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    for (let quiet = 0; quiet < 3; quiet++) {
      const now = changing();
      if (now.length > 0) quiet = 0;
      // Where the browser draws nothing, as it may while a trace is recorded, they would never end.
      const late = setTimeout(() => {
        for (const each of now) each.finish();
      }, 3000);
      await Promise.allSettled(now.map(({ finished }) => finished));
      clearTimeout(late);
      // A turn of the page, also where its clock stands still.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
    const options = only ? { runOnly: { type: 'rule' as const, values: only } } : {};
    const found = await window.axe?.run(document, { ...options, resultTypes: ['violations'] });
    if (!found) throw new Error('axe is not in the page');
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
  }, rules);
}
