import { launch } from 'puppeteer-core';
import { Builder, By, Capabilities, until } from 'selenium-webdriver';
import { endingWithUs } from '../kit/ending-with-us.ts';
import { eventually } from '../kit/eventually.ts';
import { freePort } from '../kit/free-port.ts';
import { isOk } from '../kit/is-ok.ts';

/** A browser of another engine than Chromium, as far as the main road needs it. Elements are found by XPath. */
export interface Engine {
  goto(url: string): Promise<unknown>;
  /** Waits for the element, as the other two do. */
  sees(xpath: string): Promise<unknown>;
  click(xpath: string): Promise<unknown>;
  type(xpath: string, text: string): Promise<unknown>;
  /** The errors of the page so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

const PATIENCE_MS = 40_000;

/** Debian's Firefox, spoken to in WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const find = (xpath: string) => page.locator(`xpath/${xpath}`);
  return {
    goto: (url) => page.goto(url),
    sees: (xpath) => find(xpath).wait(),
    click: (xpath) => find(xpath).click(),
    type: async (xpath, text) => (await find(xpath).waitHandle()).type(text),
    errors: async () => errors,
    close: () => browser.close(),
  };
}

/** Its driver passes no console on. */
const WATCH = `faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  console.error = (...all) => faults.push(all.join(' '));`;

/** WebKitGTK, which needs a screen: Xvfb is one that nobody sees. */
export async function openWebKit(): Promise<Engine> {
  const screen = Bun.spawn(endingWithUs('TERM', ['Xvfb', '-displayfd', '1', '-nolisten', 'tcp']), { stderr: 'ignore' });
  const { value } = await screen.stdout.getReader().read();
  const port = await freePort();
  const server = Bun.spawn(endingWithUs('TERM', ['WebKitWebDriver', `--port=${port}`]), {
    env: { ...process.env, DISPLAY: `:${new TextDecoder().decode(value).trim()}` },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  await eventually('the driver listens', () => isOk(`http://127.0.0.1:${port}/status`));
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      args: ['--automation'],
    },
  });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  const find = (xpath: string) => driver.wait(until.elementLocated(By.xpath(xpath)), PATIENCE_MS, xpath);
  return {
    goto: async (url) => {
      await driver.get(url);
      await driver.executeScript(WATCH);
    },
    sees: find,
    // An element that fades in or moves is not yet where it was found.
    click: (xpath) =>
      eventually(`a click on ${xpath}`, async () => {
        const element = await find(xpath);
        return element.click().then(
          () => true,
          () => false,
        );
      }),
    type: async (xpath, text) => (await find(xpath)).sendKeys(text),
    errors: () => driver.executeScript('return faults'),
    close: async () => {
      await driver.quit();
      server.kill();
      screen.kill();
    },
  };
}
