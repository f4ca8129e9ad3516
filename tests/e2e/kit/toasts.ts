import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** The words of a toast; a failure has the destructive style. */
export interface Said {
  title: string;
  description?: string | RegExp;
  variant?: 'default' | 'destructive';
}

/** A row of a table of toasts: when it is said, how that comes about, and what it says. */
export interface Situation extends Said {
  situation: string;
  provoke: () => Promise<unknown>;
}

export const toasts = (page: Page) => page.locator('[data-variant]').filter({ has: page.locator('svg') });

/** Waits for the one toast to say this and nothing else. */
export async function expectToast(page: Page, said: Said): Promise<void> {
  const toast = toasts(page).filter({ has: page.getByText(said.title, { exact: true }) });
  await expect(toast).toHaveCount(1);
  if (said.description) await expect(toast).toContainText(said.description);
  await expect(toast).toHaveAttribute('data-variant', said.variant ?? 'default');
  await expect(toasts(page), 'one toast at a time').toHaveCount(1);
}

/** Goes through a table of toasts on one page; each is put away before the next. */
export async function expectToasts(page: Page, table: readonly Situation[]): Promise<void> {
  for (const { situation, provoke, ...said } of table) {
    await test.step(situation, async () => {
      await provoke();
      await expectToast(page, said);
      await toasts(page).getByRole('button', { name: 'Close' }).click();
      await expect(toasts(page)).toHaveCount(0);
    });
  }
}
