import { type Browser, chromium, type Page } from '@playwright/test';
import { RunningClock, signUp, startTestApp, type TestActor } from '../kit/index.ts';
import { findBrowser } from '../kit/browser.ts';
import { stopCluster } from '../kit/cluster.ts';

interface Weight {
  /** Over the wire, compressed. */
  scriptBytes: number;
  scripts: number;
  requests: number;
  /** Milliseconds until the largest part of the page was drawn, and of the slowest press of a link, 0 below 104. */
  drawn: number;
  slowest: number;
}

/** A telephone on a slow network: 1.6 Mbit/s, 150 ms, and a quarter of this processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOWER = 4;

/** How long a page must be quiet before it counts as complete. */
const QUIET_MS = 3000;

/** The files that a browser with an empty cache loads for a page, until nothing more comes. */
async function weigh(browser: Browser, address: string, person?: TestActor): Promise<Weight> {
  const context = await browser.newContext();
  if (person) {
    const user: unknown = await (await person.withCookie(`/api/users/${person.id}`)).json();
    const session = JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 });
    const [name = '', value = ''] = person.cookie.split(/=(.*)/);
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Lax' }]);
    await context.addInitScript((stored) => localStorage.setItem('auth-storage', stored), session);
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const scripts = new Set<string>();
  const weight = { scriptBytes: 0, requests: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    weight.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) weight.scriptBytes += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForTimeout(QUIET_MS);
  const told = {
    ...weight,
    scripts: scripts.size,
    drawn: await longest(page, 'largest-contentful-paint', 'startTime'),
  };
  for (const name of person ? ['SMS', 'Voice', 'Billing'] : []) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.waitForTimeout(QUIET_MS);
  }
  const slowest = await longest(page, 'event', 'duration');
  await context.close();
  return { ...told, slowest };
}

/** The greatest value of a kind of entry that the browser has noted. */
const longest = (page: Page, type: string, value: 'startTime' | 'duration'): Promise<number> =>
  page.evaluate(
    ([kind, field]) =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          // A pointer that lies over a page while it loads is no press: only presses have an id (as INP counts them).
          const counted = list.getEntries().filter((entry) => !('interactionId' in entry) || entry.interactionId);
          done(Math.max(0, ...counted.map((entry) => entry[field])));
        }).observe({ type: kind, buffered: true });
        setTimeout(() => done(0), 500);
      }),
    [type, value] as const,
  );

/** Prints what the public page and a customer's dashboard weigh, and how fast a slow telephone has them: `bun run weight`. */
const app = await startTestApp({ clock: new RunningClock() });
const executablePath = findBrowser();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
try {
  const ada = await signUp(app);
  const pages = { landing: ['/', undefined], dashboard: ['/dashboard', ada] } as const;
  for (const [name, [path, person]] of Object.entries(pages)) {
    const { scriptBytes, scripts, requests, drawn, slowest } = await weigh(browser, app.url + path, person);
    console.log(`${name}: ${(scriptBytes / 1000).toFixed(1)} kB in ${scripts} scripts, ${requests} requests in all`);
    console.log(`  slow telephone: ${Math.round(drawn)} ms${person ? `, slowest press ${slowest || '< 104'} ms` : ''}`);
  }
} finally {
  await browser.close();
  await app.stop();
  await stopCluster();
}
