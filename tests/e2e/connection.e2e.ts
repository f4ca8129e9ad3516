import type { Route } from '@playwright/test';
import { credit, funded, signUp } from '../kit/actors.ts';
import { stopClock } from './kit/clock.ts';
import { expect, expectToast, fillSignIn, signIn, test } from './kit/index.ts';

test('without the network it says so, sends nothing later, and catches up at once', async ({ app, page, faults }) => {
  const person = await funded(app, '5.00');
  await signIn(page, person, '/dashboard?section=sms');
  const header = page.getByRole('banner');
  const notice = page.getByText('You are offline.');
  await expect(header.getByText('Live', { exact: true })).toBeVisible();
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Recipients' }).fill('+447911123456');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('See you at nine');
  await expect(page.getByText('£0.03').first()).toBeVisible();

  await page.context().setOffline(true);
  await expect(header.getByText('Offline', { exact: true })).toBeVisible({ timeout: 2_000 });
  await expect(notice).toBeVisible();
  await expect(page.getByText(/Next try in \d+ seconds?\./)).toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expectToast(page, { title: 'SMS Delivery Failed', description: 'Failed to send SMS', variant: 'destructive' });
  await expect(page.getByRole('button', { name: 'Send SMS' })).toBeEnabled();

  await test.step('a section whose script cannot be had comes by itself once it can', async () => {
    await page.getByRole('link', { name: 'Voice', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  });

  await credit(app, person, '7.00');
  await page.context().setOffline(false);
  await expect(header).toContainText('£12.00', { timeout: 4_000 });
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Your account at a glance' })).toBeVisible();
  const [{ count } = { count: -1 }] = await app.deps.sql<{ count: number }[]>`
    select count(*)::int as count from sms_messages`;
  expect(count, 'nothing is sent later').toBe(0);
  // The console names failed fetches, and nothing else.
  expect(faults.splice(0).filter((fault) => !/Failed to fetch|dynamically imported module/.test(fault))).toEqual([]);
});

test('a message whose answer is lost may have gone out, and never goes out twice', async ({ app, page }) => {
  const person = await funded(app, '5.00');
  await person.as(`/api/users/${person.id}/opt-outs`, { json: { number: '+447911123457' } });
  const path = `**/api/users/${person.id}/sms`;
  const quote = Promise.withResolvers<void>();
  await page.route(`${path}/quote`, (route) => quote.promise.then(() => route.continue()));
  await signIn(page, person, '/dashboard?section=sms');
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Recipients' }).fill('+447911123456\n+447911123457');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('See you at nine');
  const send = page.getByRole('button', { name: 'Send SMS' });
  const sent = async () => {
    const rows = await app.deps.sql<{ message: string }[]>`select message from sms_messages order by id`;
    return rows.map((row) => row.message);
  };
  const lose = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  };
  await page.route(path, lose);
  // Its exact price is not known yet: one of the two wants no messages.
  await expect(page.getByText('£0.06', { exact: true })).toBeVisible();
  await send.click();
  await expectToast(page, {
    title: 'SMS Delivery Failed',
    description: /Failed to send SMS\. The server did not respond, so it may still have gone through/,
    variant: 'destructive',
  });
  expect(await sent()).toEqual(['See you at nine']);
  await page.unroute(path);
  quote.resolve();
  await expect(page.getByText('£0.06', { exact: true })).toHaveCount(0);
  await send.click();
  await expectToast(page, { title: 'SMS Delivered Successfully' });
  expect(await sent(), 'the same message tried again is the same message').toEqual(['See you at nine']);

  await test.step('another text is another message', async () => {
    await page.getByRole('textbox', { name: 'Recipients' }).fill('+447911123456');
    await message.fill('See you at ten');
    await page.route(path, lose);
    await send.click();
    await expectToast(page, { title: 'SMS Delivery Failed', variant: 'destructive' });
    await page.unroute(path);
    await message.fill('See you at eleven');
    await send.click();
    await expectToast(page, { title: 'SMS Delivered Successfully' });
    expect(await sent()).toEqual(['See you at nine', 'See you at ten', 'See you at eleven']);
  });
});

test('a server that falls silent is noticed, and tried again when told', async ({ app, page }) => {
  await page.clock.install();
  await signIn(page, await signUp(app));
  const header = page.getByRole('banner');
  await expect(header.getByText('Live', { exact: true })).toBeVisible();
  await stopClock(page);
  await page.route('**/api/auth/session', (route) => route.abort());
  await page.clock.runFor(26_000);
  await expect(header.getByText('Offline', { exact: true })).toBeVisible();
  const tryNow = page.getByRole('button', { name: 'Try now' });
  // A try that is under way would succeed by itself.
  await expect(tryNow).not.toHaveAttribute('aria-busy', 'true');
  await page.unroute('**/api/auth/session');
  await tryNow.click();
  await page.clock.resume();
  await expect(header.getByText('Live', { exact: true })).toBeVisible();
});

test('a fault of the server is called one, with the number of the request', async ({ app, page }) => {
  await page.route('**/transactions?*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-provoked': 'yes', 'x-request-id': 'abcd-17' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal', detail: 'Something went wrong on our side', status: 500 }),
    }),
  );
  await signIn(page, await signUp(app));
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' });
  await expect(alert).toContainText('Something went wrong on our side, not on yours. Request abcd-17');
  await page.route('**/transactions?*', (route) => route.abort());
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('Check your connection and try again.');
});

test('back online, everything on the screen is asked for again in the first round', async ({ app, page }) => {
  const person = await funded(app, '5.00');
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname.replace(person.id, ':id'));
  });
  await signIn(page, person);
  const header = page.getByRole('banner');
  await expect(header.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your account at a glance' })).toBeVisible();
  await expect(page.getByText('+£5.00')).toBeVisible();
  const shown = ['stats', 'transactions', 'limits'].map((part) => `/api/users/:id/${part}`);
  expect(asked).toEqual(expect.arrayContaining(shown));

  await page.context().setOffline(true);
  await expect(header.getByText('Offline', { exact: true })).toBeVisible();
  await credit(app, person, '7.00');
  // From here on, requests wait for no timer, only for answers.
  await stopClock(page);
  asked.length = 0;
  await page.context().setOffline(false);
  await expect.poll(() => asked).toEqual(expect.arrayContaining([...shown, '/api/users/:id']));
  for (const path of ['/api/auth/session', '/api/events']) {
    expect(asked.filter((each) => each === path)).toEqual([path]);
  }
  // The page draws an answer at the next turn of its clock, and each answer may arrive after another turn.
  const isDrawn = async () => {
    await page.clock.runFor(10);
    return page.getByText('+£7.00').isVisible();
  };
  await expect.poll(isDrawn).toBe(true);
  await expect(header).toContainText('£12.00');
});

test('a press after a new build, whose parts have other names, takes nothing away', async ({ app, page, faults }) => {
  const gone = (name: string) => page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }));
  const signInButton = page.getByRole('button', { name: 'Sign In', exact: true });
  await page.goto('/login');
  await gone('toast-region');
  await fillSignIn(page, { ...(await signUp(app)), password: 'Wrong-1' });
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Invalid email or password');

  // What it cannot do without is loaded again, once.
  await gone('auth-dialog');
  await page.goto('/');
  const loaded = page.waitForEvent('load');
  await signInButton.click();
  await loaded;
  await signInButton.click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(faults.splice(0).filter((fault) => !/dynamically imported module/.test(fault))).toEqual([]);
});
