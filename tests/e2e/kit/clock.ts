import type { Page } from '@playwright/test';

/** From here on nothing that waits for a time happens before the test says so; the clock was installed before. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
