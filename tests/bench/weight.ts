import { type Browser, chromium } from '@playwright/test';
import { RunningClock, signUp, startTestApp, type TestActor } from '../kit/index.ts';
import { findBrowser } from '../kit/browser.ts';
import { stopCluster } from '../kit/cluster.ts';

interface Weight {
  /** Over the wire, compressed. */
  scriptBytes: number;
  scripts: number;
  requests: number;
}

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
  const scripts = new Set<string>();
  const weight: Weight = { scriptBytes: 0, scripts: 0, requests: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    weight.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) weight.scriptBytes += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForTimeout(QUIET_MS);
  await context.close();
  return { ...weight, scripts: scripts.size };
}

/** Prints what the public page and a customer's dashboard weigh: `bun web/build.ts && bun tests/bench/weight.ts`. */
const app = await startTestApp({ clock: new RunningClock() });
const executablePath = findBrowser();
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath && { executablePath }) });
try {
  const ada = await signUp(app);
  const pages = { landing: ['/', undefined], dashboard: ['/dashboard', ada] } as const;
  for (const [name, [path, person]] of Object.entries(pages)) {
    const { scriptBytes, scripts, requests } = await weigh(browser, app.url + path, person);
    console.log(`${name}: ${(scriptBytes / 1000).toFixed(1)} kB in ${scripts} scripts, ${requests} requests in all`);
  }
} finally {
  await browser.close();
  await app.stop();
  await stopCluster();
}
