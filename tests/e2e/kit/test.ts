import { type Browser, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { RunningClock } from '../../kit/clock.ts';
import { stopCluster } from '../../kit/cluster.ts';

export { expect };

interface Fixtures {
  /** Settings that the server is started with, by `test.use`. */
  env: Record<string, string>;
  /** A running server on a fresh database of its own, stopped after the test. */
  app: TestApp;
  /** Opens a browser of its own, with its own cookies and storage, as another person has it. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** The faults in any page of the test; they fail the test at its end. */
  faults: string[];
}

interface WorkerFixtures {
  cluster: void;
}

/** Playwright's `test` with a server, and a check that pages report no errors. */
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
    await using app = await startTestApp({ env, clock: new RunningClock() });
    await use(app);
  },
  baseURL: async ({ app }, use) => use(app.url),
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults, 'console errors, failed scripts, answers of 5xx and requests to other hosts').toEqual([]);
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

const homes = new WeakMap<Page, string>();

/** The address of the server that a page belongs to, as its person types it. */
export const homeOf = (page: Page): string => homes.get(page) ?? '';

/** The header of an answer that a test itself gives in the server's place. */
const PROVOKED = 'x-provoked';

/** Lets calls of a path fail as a server's problem would, until the page is closed or `unroute`d. */
export const refuse = (page: Page, path: string | RegExp, problem: { status: number; detail?: string }) =>
  page.route(path, (route) =>
    route.fulfill({
      status: problem.status,
      headers: { [PROVOKED]: 'yes', 'content-type': 'application/problem+json' },
      body: JSON.stringify({ code: 'provoked', title: 'Provoked', ...problem }),
    }),
  );

async function openWatched(browser: Browser, options: BrowserContextOptions, faults: string[]): Promise<Page> {
  // A dialog that is still fading in has other colours than it will have.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const home = new URL(options.baseURL ?? '').origin;
  context.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
  context.on('console', (message) => {
    // The browser reports every 4xx answer itself; which ones are right is for each test to say.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== home) faults.push(`request: ${request.url()}`);
  });
  context.on('response', (response) => {
    const provoked = PROVOKED in response.headers();
    if (response.status() >= 500 && !provoked) faults.push(`${response.status()}: ${response.url()}`);
  });
  const page = await context.newPage();
  homes.set(page, home);
  return page;
}
