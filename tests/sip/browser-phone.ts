import { chromium } from '@playwright/test';
import { forFile, type TestApp } from '../kit/index.ts';
import type { Trunk } from './trunk.ts';

/** The page's telephone in a real Chromium with a sham microphone. */

/** Counts the packets that are heard, as the page keeps its connection to itself. */
const COUNT = `window.RTCPeerConnection = class extends RTCPeerConnection { constructor(options) { super(options);
  window.heard = async () => [...(await this.getStats()).values()].find(({ type }) => type === "inbound-rtp")?.packetsReceived ?? 0; } };`;

/** Chromium for a file's tests, which takes a certificate that vouches for itself. */
export async function browserForFile() {
  const sham = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const args = ['--no-sandbox', '--allow-loopback-in-peer-connection', '--ignore-certificate-errors', ...sham];
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });
  await forFile({ stop: () => browser.close() });
  /** The dashboard of a trunk's owner, at a section. */
  const openSection = async (app: TestApp, { person }: Trunk, section: string) => {
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.addInitScript(COUNT);
    await page.goto(`${app.url}/login`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard');
    await page.goto(`${app.url}/dashboard?section=${section}`);
    return { page, faults, talks: page.getByText('Talking to'), ready: page.getByText('Ready for calls') };
  };
  /** The same, with the telephone of the trunk open. */
  const openPhone = async (app: TestApp, trunk: Trunk) => {
    const opened = await openSection(app, trunk, 'voice-packages');
    const { page, ready } = opened;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const dial = (to: string) => page.getByLabel('Destination').fill(to);
    await press('Telephone in this browser');
    await ready.waitFor();
    return { ...opened, press, dial };
  };
  return { openSection, openPhone };
}
