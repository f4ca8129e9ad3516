import type { Page } from '@playwright/test';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { signUp } from '../kit/actors.ts';
import { agreeing, WebhookReceiver } from '../kit/webhook-receiver.ts';
import { expect, expectFits, signIn, test as base } from './kit/index.ts';

const test = base.extend<{ receiver: WebhookReceiver }>({
  app: async ({}, use) => {
    await using app = await startTestApp({ env: { WEBHOOKS_TO_LOOPBACK: 'on' } });
    await use(app);
  },
  receiver: async ({}, use) => {
    const receiver = new WebhookReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

async function openTab(page: Page, app: TestApp): Promise<void> {
  const person = await signUp(app);
  await signIn(page, person, '/dashboard?section=api');
  await page.getByRole('tab', { name: 'Webhooks' }).click();
}

async function add(page: Page, name: string, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('heading', { name: 'Your signing secret' })).toBeVisible();
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  return secret;
}

test('a webhook is registered, tested, read about, sent to again, and removed', async ({ app, page, receiver }) => {
  await openTab(page, app);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expectFits(page, 360, 1280);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Online shop');
  await form.getByLabel('Address').fill('https://10.0.0.1/hook');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByText('The address leads to a private network')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  receiver.answer = () => new Response('shop is closed', { status: 503 });
  const secret = await add(page, 'Online shop', receiver.url);
  await page.getByRole('button', { name: 'Send test to Online shop' }).click();
  const log = page.getByRole('dialog');
  await log.getByRole('button', { name: /Test event/ }).click();
  await expect(log.getByText('Answered 503')).toBeVisible();
  await expect(log.getByText('shop is closed')).toBeVisible();
  await expectFits(page, 360, 1280);
  await expect(log.getByRole('button', { name: 'Send again' })).toBeDisabled();
  receiver.answer = () => new Response('thank you');
  app.clock.advance(11_000);
  await expect(log.getByText('Answered 200')).toBeVisible();
  await log.getByRole('button', { name: 'Send again' }).click();
  await expect(log.getByText('Answered 200')).toHaveCount(2);
  expect(receiver.received.map((hook) => agreeing(hook, secret))).toEqual([1, 1, 1]);
  await log.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More for Online shop' }).click();
  await page.getByRole('menuitem', { name: 'Send an example of each event' }).click();
  await expect.poll(() => receiver.received.some((hook) => hook.body.includes('"example":true'))).toBe(true);
  await log.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'More for Online shop' }).click();
  await page.getByRole('menuitem', { name: 'Replace secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/The old secret also works until/)).toBeVisible();

  await page.getByRole('button', { name: 'More for Online shop' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});
