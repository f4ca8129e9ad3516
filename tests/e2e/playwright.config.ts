import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../kit/browser.ts';

const browser = findBrowser();

export default defineConfig({
  testDir: '.',
  globalSetup: './kit/build.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // A test waits for its browser and its server in turn: with two workers, two processors stood idle at times.
  workers: 3,
  // A browser on a busy machine is late at times. What passes at the second attempt is listed as flaky.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // A wait for something that does not come fails before it has cost minutes.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // To record every test takes an eighth of the work.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without one of the machine's own, Playwright's own download serves.
      ...(browser ? { executablePath: browser } : {}),
      args: BROWSER_ARGUMENTS,
    },
  },
});
