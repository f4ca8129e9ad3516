import type { Page } from '@playwright/test';
import { funded, signUp } from '../../kit/actors.ts';
import { stopClock } from '../kit/clock.ts';
import { expect, expectToast, expectToasts, refuse, signIn, test } from '../kit/index.ts';

const NUMBER = '+447911123456';

/** The toasts of a form: refused in words of the server, without an answer, and done. @returns what was sent at last */
async function tried(
  page: Page,
  { path, act, failed, done }: { path: string; act: () => Promise<void>; failed: [string, string]; done: string },
): Promise<Record<string, unknown>> {
  const [title, words] = failed;
  const failure = { title, variant: 'destructive' } as const;
  let sent: Record<string, unknown> = {};
  await expectToasts(page, [
    {
      situation: 'refused with words of the server',
      provoke: async () => {
        await refuse(page, path, { status: 502, detail: 'The carrier is away' });
        await act();
      },
      ...failure,
      description: 'The carrier is away',
    },
    {
      situation: 'no answer',
      provoke: async () => {
        await page.unroute(path);
        await page.route(path, (route) => route.abort());
        await act();
      },
      ...failure,
      description: words,
    },
    {
      situation: 'done',
      provoke: async () => {
        await page.unroute(path);
        const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith(path.slice(2)));
        await act();
        sent = (await request).postDataJSON();
      },
      title: done,
    },
  ]);
  return sent;
}

test('SMS: the counter, what is missing, and how sending went', async ({ app, page }) => {
  const person = await funded(app, '1.00');
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
  await expect(form.getByRole('alert')).toHaveText([
    'Please fill in all fields',
    ...Array(2).fill('This is missing, too'),
  ]);
  await message.fill('Hello');
  await page.getByLabel('Sender ID').fill('Okafor Shop Ltd!');
  await expect(form).toContainText('Up to 11 letters and digits, or a phone number.');
  await recipients.fill(NUMBER);
  await send();
  await expect(form.getByRole('alert')).toContainText('Sender ID must be a name of letters, digits or spaces');
  await page.getByLabel('Sender ID').fill('Topline');
  await recipients.fill(' \n  \n');
  await send();
  await expect(form.getByRole('alert')).toHaveText('Please enter at least one recipient');
  const priced = page.waitForResponse('**/sms/quote');
  await recipients.fill(`\n  ${NUMBER}  \n\n`);
  await priced;
  await expect(form).toContainText('£0.03');

  const sent = await tried(page, {
    ...{ path: `**/api/users/${person.id}/sms`, act: send },
    failed: ['SMS Delivery Failed', 'Failed to send SMS'],
    done: 'SMS Delivered Successfully',
  });
  // With the price that was shown: another one is refused.
  expect(sent).toEqual({ senderId: 'Topline', recipients: [NUMBER], message: 'Hello', price: '0.0300' });
  await expect(page.getByRole('banner')).toContainText('£0.97');
});

test('voice: what is missing, what is sent, and how a call went', async ({ app, page }) => {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=voice');
  const place = () => page.getByRole('button', { name: 'Place call' }).click();
  await place();
  await expect(page.getByRole('alert').first()).toHaveText('Please fill in all required fields');
  await page.getByRole('radio', { name: /^Only the destination/ }).click();
  await page.getByLabel('Caller ID').fill('Topline 24');
  await page.getByRole('textbox', { name: 'Destination' }).fill(NUMBER);
  for (const option of ['Record the call', 'IVR menu', 'Voicemail', 'Conference call', 'Call forwarding']) {
    await page.getByRole('switch', { name: option }).click();
  }
  await page.getByLabel('Forwarding number').fill('+447911123457');
  await expect(page.getByText('£0.10').first()).toBeVisible();

  const sent = await tried(page, {
    ...{ path: `**/api/users/${person.id}/voice`, act: place },
    failed: ['Call Failed', 'Failed to make call'],
    done: 'Call Completed Successfully',
  });
  expect(sent).toEqual({
    callerId: 'Topline 24',
    destination: NUMBER,
    recorded: true,
    ivrEnabled: true,
    ratePerMinute: '0.1000',
    pbxFeatures: { callForwarding: true, forwardingNumber: '+447911123457', voicemail: true, conferenceCall: true },
  });
});

test('SIP trunk and reseller plans: prices, minutes, orders, and a second until Billing', async ({ app, page }) => {
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
  const agree = () => page.getByRole('button', { name: 'Place order for £150.00' }).click();
  await order('Basic', 'Purchase Package');
  await agree();
  await expectToast(page, { ...failure, description: 'Failed to purchase package' });
  await page.unroute('**/voice-packages');
  await order('Basic', 'Purchase Package');
  await stopClock(page);
  await agree();
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
  const placed = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/transactions'));
  await order('Yearly', 'Become a reseller');
  await expectToast(page, { title: 'Order placed' });
  expect((await placed).postDataJSON()).toEqual({
    type: 'reseller_package',
    resellerPackage: 'yearly',
    amount: '2500.00',
    description: 'Yearly',
    status: 'pending',
  });
  await page.clock.runFor(1_100);
  await expect(page).toHaveURL(/\/billing$/);
  await page.clock.resume();
  await expect(orders).toContainText('£2,500.00');
});
