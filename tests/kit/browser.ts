import { existsSync } from 'node:fs';

/** Chromium without windows: the same pages for about a quarter less work. */
export const LIGHT_BROWSER = '/usr/bin/chromium-headless-shell';

const USUAL_PLACES = [
  LIGHT_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of the end-to-end tests: CHROMIUM_PATH, or one of the usual places; null if there is none. */
export const findBrowser = (): string | null =>
  [process.env.CHROMIUM_PATH ?? '', ...USUAL_PLACES].find((path) => path && existsSync(path)) ?? null;

/** Quiet and offline. A browser started by root cannot have a sandbox, and a small machine has no graphics card. */
export const BROWSER_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
