import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { stopCluster } from '../../kit/cluster.ts';

export { expect };

interface Fixtures {
  /** Settings that the server is started with, by `test.use`. */
  env: Record<string, string>;
  /** A running server on a fresh database of its own, stopped after the test. */
  app: TestApp;
  /** Opens a browser of its own, with its own cookies and storage, as another person has it. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** What went wrong in any page of the test; it fails the test at its end. */
  faults: string[];
}

interface WorkerFixtures {
  cluster: void;
}

/** Playwright's `test` with a server, and an eye on everything that pages complain about. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  cluster: [
    async ({}, use) => {
      await use();
      await stopCluster();
    },
    { scope: 'worker', auto: true },
  ],
  env: [{}, { option: true }],
  app: async ({ env }, use) => {
    const app = await startTestApp({ env });
    await use(app);
    await app.stop();
  },
  baseURL: async ({ app }, use) => use(app.url),
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults, 'console errors, failed scripts and requests to other hosts').toEqual([]);
  },
  openBrowser: async ({ browser, app, faults }, use) => {
    const opened: Page[] = [];
    await use(async (options) => {
      const page = await openWatched(browser, { baseURL: app.url, ...options }, faults);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
  page: async ({ openBrowser }, use) => use(await openBrowser()),
});

async function openWatched(
  browser: Browser,
  options: BrowserContextOptions,
  faults: string[],
): Promise<Page> {
  // A dialog that is still fading in has other colours than it will have.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const home = new URL(options.baseURL ?? '').origin;
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports every 4xx answer itself; which ones are right is for each test to say.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) faults.push(`request: ${request.url()}`);
  });
  return page;
}
