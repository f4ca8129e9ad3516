import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { credit, makeReseller, signUp } from '../../kit/actors.ts';
import { signIn } from '../kit/people.ts';
import { expect, refuse, test } from '../kit/test.ts';
import { expectToast, expectToasts, toasts } from '../kit/toasts.ts';

/** What the specification says of messages, calls, numbers and packages: forms, figures and toasts. */

const NUMBER = '+447911123456';

/** From here on nothing that waits for a time happens before the test says so. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

test('SMS: the counter, what is missing, and how sending went', async ({ app, page }) => {
  const person = await signUp(app);
  await credit(app, person, '1.00');
  await signIn(page, person, '/dashboard?section=sms');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  const form = page.locator('form').filter({ has: message });
  for (const [length, counter, rest] of [
    [0, '0/160', '160 remaining'],
    [1, '1/160', '159 remaining'],
    [160, '160/160', '0 remaining'],
    [161, '161/160', '2 SMS'],
    [320, '320/160', '2 SMS'],
    [321, '321/160', '3 SMS'],
  ] as const) {
    await message.fill('x'.repeat(length));
    await expect(form).toContainText(counter);
    await expect(form).toContainText(rest);
  }

  const send = () => page.getByRole('button', { name: 'Send SMS' }).click();
  const recipients = page.getByRole('textbox', { name: 'Recipients' });
  await message.fill('');
  await send();
  await expect(form.getByRole('alert').first()).toHaveText('Please fill in all fields');
  await page.getByLabel('Sender ID').fill('Topline');
  await message.fill('Hello');
  await recipients.fill(' \n  \n');
  await send();
  await expect(form.getByRole('alert')).toHaveText('Please enter at least one recipient');
  await recipients.fill(`\n  ${NUMBER}  \n\n`);
  await expect(form).toContainText('£0.03');

  const path = `**/api/users/${person.id}/sms`;
  const failure = { title: 'SMS Delivery Failed', variant: 'destructive' } as const;
  let sent: Record<string, unknown> = {};
  await expectToasts(page, [
    {
      situation: 'refused with words of the server',
      provoke: async () => {
        await refuse(page, path, { status: 502, detail: 'The carrier is away' });
        await send();
      },
      ...failure,
      description: 'The carrier is away',
    },
    {
      situation: 'no answer',
      provoke: async () => {
        await page.unroute(path);
        await page.route(path, (route) => route.abort());
        await send();
      },
      ...failure,
      description: 'Failed to send SMS',
    },
    {
      situation: 'sent',
      provoke: async () => {
        await page.unroute(path);
        const request = page.waitForRequest(
          (each) => each.method() === 'POST' && each.url().endsWith('/sms'),
        );
        await send();
        sent = (await request).postDataJSON();
      },
      title: 'SMS Delivered Successfully',
    },
  ]);
  expect(sent).toEqual({ senderId: 'Topline', recipients: [NUMBER], message: 'Hello' });
  await expect(page.getByRole('banner')).toContainText('£0.97');
});

test('voice: what is missing, what is sent, and how a call went', async ({ app, page }) => {
  const person = await signUp(app);
  await credit(app, person, '20.00');
  await signIn(page, person, '/dashboard?section=voice');
  const place = () => page.getByRole('button', { name: 'Place Call' }).click();
  await place();
  await expect(page.getByRole('alert').first()).toHaveText('Please fill in all required fields');
  await page.getByLabel('Caller ID').fill('Topline 24');
  await page.getByLabel('Destination').fill(NUMBER);
  for (const option of ['Record the call', 'IVR menu', 'Voicemail', 'Conference call', 'Call forwarding']) {
    await page.getByRole('switch', { name: option }).click();
  }
  await page.getByLabel('Forwarding number').fill('+447911123457');

  const path = `**/api/users/${person.id}/voice`;
  const failure = { title: 'Call Failed', variant: 'destructive' } as const;
  let sent: Record<string, unknown> = {};
  await expectToasts(page, [
    {
      situation: 'refused with words of the server',
      provoke: async () => {
        await refuse(page, path, { status: 502, detail: 'The carrier is away' });
        await place();
      },
      ...failure,
      description: 'The carrier is away',
    },
    {
      situation: 'no answer',
      provoke: async () => {
        await page.unroute(path);
        await page.route(path, (route) => route.abort());
        await place();
      },
      ...failure,
      description: 'Failed to make call',
    },
    {
      situation: 'completed',
      provoke: async () => {
        await page.unroute(path);
        const request = page.waitForRequest(
          (each) => each.method() === 'POST' && each.url().endsWith('/voice'),
        );
        await place();
        sent = (await request).postDataJSON();
      },
      title: 'Call Completed Successfully',
    },
  ]);
  expect(sent).toEqual({
    callerId: 'Topline 24',
    destination: NUMBER,
    recorded: true,
    ivrEnabled: true,
    pbxFeatures: {
      callForwarding: true,
      forwardingNumber: '+447911123457',
      voicemail: true,
      conferenceCall: true,
    },
  });
});

test('SIP trunk and reseller plans: prices, minutes, orders, and a second until Billing', async ({
  app,
  page,
}) => {
  const person = await signUp(app);
  await page.clock.install();
  await signIn(page, person, '/dashboard?section=voice-packages');
  const plan = (name: string) => page.getByRole('article', { name });
  for (const [name, price, minutes] of [
    ['Basic', '£150', '2,000'],
    ['Professional', '£400', '8,000'],
    ['Enterprise', '£1,500', '20,000'],
  ] as const) {
    await expect(plan(name).getByText(price, { exact: true })).toBeVisible();
    await expect(plan(name)).toContainText(`${minutes} minutes a month`);
  }
  await expect(page.getByText('Up to 20 participants in one call.')).toBeVisible();
  await expect(page.getByText(/reset each month .* do not roll over/)).toBeVisible();

  const order = (name: string, button: string) => plan(name).getByRole('button', { name: button }).click();
  const failure = { title: 'Purchase Failed', variant: 'destructive' } as const;
  await page.route('**/voice-packages', (route) => route.abort());
  await order('Basic', 'Purchase Package');
  await expectToast(page, { ...failure, description: 'Failed to purchase package' });
  await page.unroute('**/voice-packages');
  await stopClock(page);
  await order('Basic', 'Purchase Package');
  await expectToast(page, { title: 'Order placed' });
  await page.clock.runFor(900);
  await expect(page).toHaveURL(/section=voice-packages$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/billing$/);
  await page.clock.resume();
  const orders = page.getByRole('list', { name: 'Pending orders' });
  await expect(orders).toContainText('£150.00');

  await page.goto('/dashboard?section=reseller');
  await expect(plan('Monthly').getByText('£250', { exact: true })).toBeVisible();
  await expect(plan('Yearly').getByText('£2,500', { exact: true })).toBeVisible();
  await expect(plan('Yearly')).toContainText('Save £500');
  for (const benefit of [
    '50% off DID numbers',
    'SMS at £0.02',
    'Voice at £0.05 per minute',
    'Priority support',
    'White-label',
  ]) {
    await expect(plan('Monthly').getByText(benefit)).toBeVisible();
  }
  await page.route('**/transactions', (route) => route.abort());
  await order('Yearly', 'Become a reseller');
  await expectToast(page, { ...failure, description: 'Failed to initiate reseller package purchase' });
  await page.unroute('**/transactions');
  await stopClock(page);
  await order('Yearly', 'Become a reseller');
  await expectToast(page, { title: 'Order placed' });
  await page.clock.runFor(1_100);
  await expect(page).toHaveURL(/\/billing$/);
  await expect(orders).toContainText('£2,500.00');
});

test('DID numbers: tiers, regions, what is missing, the balance, and the state by the expiry', async ({
  app,
  page,
}) => {
  const person = await signUp(app);
  await credit(app, person, '50.00');
  await page.clock.install();
  await signIn(page, person, '/did-numbers');
  const countries = page.getByRole('list', { name: 'Choose a country' });
  const buy = () => page.getByRole('button', { name: 'Purchase number' }).click();
  await buy();
  await expect(page.getByRole('alert')).toHaveText('Please select a country and number');
  await page.getByRole('button', { name: /^Show all 1[01]\d countries$/ }).click();
  const cards = await countries.getByRole('button').allInnerTexts();
  expect(cards.length).toBeGreaterThanOrEqual(105);
  for (const card of cards) {
    const price = Number(/£(\d+\.\d\d)/.exec(card)?.[1]);
    expect(price, card).toBeGreaterThanOrEqual(49);
    expect(price, card).toBeLessThanOrEqual(70);
    const tier = price >= 65 ? 'Premium' : price >= 55 ? 'Advanced' : price >= 50 ? 'Standard' : 'Value';
    expect(card).toContain(tier);
  }
  const regions = page.getByLabel('Region').getByRole('option');
  await expect(regions).toHaveText([
    'All regions',
    'Europe',
    'Americas',
    'Asia Pacific',
    'Middle East & Africa',
    'Other',
  ]);

  const numbers = page.getByRole('radio');
  await countries.getByRole('button', { name: 'Austria' }).click();
  await numbers.first().check();
  await expect(page.getByRole('timer')).toHaveText(/^(15:00|14:5\d)$/);
  const failure = { variant: 'destructive' } as const;
  const path = `**/api/users/${person.id}`;
  await page.route(path, (route) => route.abort());
  await buy();
  const unread = 'Failed to check account balance. Please try again.';
  await expectToast(page, { title: 'Error', description: unread, ...failure });
  await page.unroute(path);

  await credit(app, person, '4.00');
  await page.route(`${path}/did-numbers`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await buy();
  await page.getByRole('dialog').getByRole('button', { name: 'Purchase for £54.00' }).click();
  const unbought = 'Failed to purchase DID number';
  await expectToast(page, { title: 'Purchase Failed', description: unbought, ...failure });
  await page.unroute(`${path}/did-numbers`);
  await buy();
  await page.getByRole('dialog').getByRole('button', { name: 'Purchase for £54.00' }).click();
  await expectToast(page, { title: 'Number purchased' });

  const mine = page.getByRole('list', { name: 'My numbers' });
  for (const [days, state] of [
    [8, 'Active'],
    [6, 'Expiring'],
    [-1, 'Expired'],
  ] as const) {
    const expiresAt = new Date(app.clock.now().getTime() + days * 86_400_000);
    await app.deps.db.update(didNumbers).set({ expiresAt }).where(eq(didNumbers.userId, person.id));
    await page.reload();
    await expect(mine.getByText(state, { exact: true }).first()).toBeVisible();
  }

  await countries.getByRole('button', { name: 'Austria' }).click();
  await numbers.first().check();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Purchase number' })).toBeEnabled();
  await stopClock(page);
  await buy();
  await expectToast(page, {
    title: 'Insufficient Credits',
    description:
      'You need £54.00 to purchase this DID number. Your current balance is £0.00. Redirecting to billing...',
    ...failure,
  });
  await page.clock.runFor(1_900);
  await expect(page).toHaveURL(/\/did-numbers$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/billing$/);
});

test('a reseller with an unexpired package sees their dashboard and pays their rates', async ({
  app,
  page,
}) => {
  const reseller = await makeReseller(app);
  await credit(app, reseller, '1.00');
  await signIn(page, reseller, '/dashboard?section=reseller');
  await expect(page.getByRole('heading', { name: 'Your reseller package' })).toBeVisible();
  const rates = page.getByRole('table', { name: 'Your rates' });
  await expect(rates.getByRole('row', { name: /SMS/ })).toContainText('£0.02');
  await expect(rates.getByRole('row', { name: /Voice/ })).toContainText('£0.05');
  await expect(rates.getByRole('row', { name: /DID/ })).toContainText('50% off');
  await page.goto('/dashboard?section=sms');
  await page.getByRole('textbox', { name: 'Recipients' }).fill(NUMBER);
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
  const form = page.locator('form').filter({ has: page.getByLabel('Sender ID') });
  await expect(form.getByRole('definition').last()).toHaveText('£0.02');
  await expect(toasts(page)).toHaveCount(0);
});
