import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { SECTION_IDS } from '../../web/app/section-ids.ts';
import { ADMIN_TABS } from '../../web/lib/admin-tabs.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../kit/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { startServerProcess } from '../kit/server-process.ts';

/**
 * `bun run pictures [folder]`: a picture of every screen of the demonstration, in light, in dark, at 360 px and in Arabic, to
 * look at. It names those that differ from the ones that were in the folder before.
 */

const OUT = process.argv[2] ?? 'pictures';
const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 780 } },
  arabic: { viewport: { width: 1280, height: 800 }, locale: 'ar' },
};
const CUSTOMER = SECTION_IDS.filter((section) => section !== 'admin' && section !== 'settings').map(
  (section) => [section, `/dashboard?section=${section}`] as const,
);
const SCREENS: Record<string, readonly (readonly [string, string])[]> = {
  nobody: ['', 'login', 'register', 'status'].map((path) => [path || 'landing', `/${path}`] as const),
  ada: [
    ...CUSTOMER,
    ['statements', '/billing/statements'],
    ...['profile', 'security', 'preferences'].map((tab) => [`settings-${tab}`, `/settings#${tab}`] as const),
  ],
  rosa: [['resale', '/dashboard?section=reseller']],
  grace: ADMIN_TABS.map((tab) => [`admin-${tab}`, `/admin#${tab}`] as const),
};

const dataDir = await mkdtemp(join(tmpdir(), 'topline-pictures-'));
const env = { DATA_DIR: dataDir, PORT: String(await freePort()), SELL_SIMULATED: 'on', RATE_LIMITS: 'off' };
const seed = Bun.spawn(['bun', 'src/demonstration/seed-command.ts'], {
  env: { ...process.env, ...env },
  stdout: 'pipe',
});
const said = await new Response(seed.stdout).text();
const emails = said.match(/\S+@\S+\.\w+/g) ?? [];
const password = /Topline-demo-\d+/.exec(said)?.[0] ?? '';
const server = await startServerProcess(null, env);
const executablePath = findBrowser();
const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(executablePath && { executablePath }) });

async function open(look: BrowserContextOptions, person: string): Promise<Page> {
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (person === 'nobody') return page;
  const email = emails.find((each) => each.startsWith(person));
  const data = { email, password };
  const answer = await context.request.post(`${server.url}/api/auth/login`, { data, headers: { origin: server.url } });
  const { user } = await answer.json();
  const language = look.locale ?? 'en';
  const stored = JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 });
  await context.addInitScript(
    ([session = '', chosen = '']) => {
      localStorage.setItem('auth-storage', session);
      localStorage.setItem('topline-language', chosen);
    },
    [stored, language],
  );
  return page;
}

const hashOf = async (path: string) =>
  (await Bun.file(path).exists())
    ? createHash('sha256')
        .update(await Bun.file(path).bytes())
        .digest('hex')
    : null;

await mkdir(OUT, { recursive: true });
try {
  for (const [person, screens] of Object.entries(SCREENS)) {
    for (const [look, options] of Object.entries(LOOKS)) {
      const page = await open(options, person);
      for (const [name, path] of screens) {
        const file = join(OUT, `${name}-${look}.png`);
        const before = await hashOf(file);
        await page.goto('about:blank');
        await page.goto(server.url + path, { waitUntil: 'domcontentloaded' });
        // The stream stays open, so the network is never idle: the screen is done when nothing is loading.
        await page.waitForFunction(() => !document.querySelector('.splash:only-child, [aria-busy="true"], .skeleton'));
        await page.waitForTimeout(400);
        await page.screenshot({ path: file, fullPage: true });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const differs = before !== null && before !== (await hashOf(file));
        if (differs || wide > 0) console.log(file, differs ? 'differs' : '', wide > 0 ? `${wide} px too wide` : '');
      }
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
