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
 * look at. It names those that differ from the ones that were in the folder before. `bun run pictures product` makes those of
 * the public page instead.
 */

const OUT = process.argv[2] ?? 'pictures';
const PRODUCT = 'docs/pictures';
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

/** The dashboard as the public page shows it, in light and in dark. */
async function takeProduct(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ viewport: { width: 860, height: 900 }, deviceScaleFactor: 1.5, colorScheme }, 'ada');
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    await settled(page);
    const png = (await page.screenshot()).toString('base64');
    const webp = await page.evaluate(async (encoded) => {
      const image = new Image();
      image.src = `data:image/png;base64,${encoded}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? '';
    }, png);
    await Bun.write(`${PRODUCT}/product-${colorScheme}.webp`, Buffer.from(webp, 'base64'));
    await page.context().close();
  }
}

/** The public page's beginning for links to it, and the sign of the installed application. */
async function takeSigns(): Promise<void> {
  const page = await open({ viewport: { width: 1200, height: 630 } }, 'nobody');
  await page.route('**/pictures/*.webp', (route) =>
    route.fulfill({ path: PRODUCT + URL.parse(route.request().url())?.pathname.slice(9) }),
  );
  await page.goto(server.url);
  await settled(page);
  await page.screenshot({ path: `${PRODUCT}/social.png` });
  const sign = (await page.locator('link[rel="icon"]').getAttribute('href'))?.replaceAll("rx='8'", '') ?? '';
  for (const size of [192, 512]) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<body style="margin:0"><img src="${sign}" width="${size}" height="${size}" />`);
    await page.screenshot({ path: `${PRODUCT}/icon-${size}.png` });
  }
  await page.context().close();
}

/** The stream stays open, so the network is never idle: a screen is done when nothing is loading. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.splash:only-child, [aria-busy="true"], .animate-pulse'));
  await page.waitForTimeout(400);
}

try {
  if (OUT === 'product') {
    await takeProduct();
    await takeSigns();
  } else await takeAll();
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(): Promise<void> {
  await mkdir(OUT, { recursive: true });
  for (const [person, screens] of Object.entries(SCREENS)) {
    for (const [look, options] of Object.entries(LOOKS)) {
      const page = await open(options, person);
      for (const [name, path] of screens) {
        const file = join(OUT, `${name}-${look}.png`);
        const before = await hashOf(file);
        await page.goto('about:blank');
        await page.goto(server.url + path, { waitUntil: 'domcontentloaded' });
        await settled(page);
        await page.screenshot({ path: file, fullPage: true });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const differs = before !== null && before !== (await hashOf(file));
        if (differs || wide > 0) console.log(file, differs ? 'differs' : '', wide > 0 ? `${wide} px too wide` : '');
      }
      await page.context().close();
    }
  }
}
