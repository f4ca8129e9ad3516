import { credit, makeAdmin, signUp } from '../../kit/actors.ts';
import { stopClock } from '../kit/clock.ts';
import { expect, expectToast, expectToasts, refuse, signIn, test, toasts } from '../kit/index.ts';

const SECTIONS = [
  { label: 'Dashboard', title: 'Dashboard Overview', path: '/dashboard' },
  { label: 'SMS', title: 'SMS Services', path: '/dashboard?section=sms' },
  // Not of the specification; they came later.
  { label: 'Contacts', title: 'Contacts', path: '/dashboard?section=contacts' },
  { label: 'Inbox', title: 'Inbox', path: '/dashboard?section=inbox' },
  { label: 'Voice', title: 'Voice Services', path: '/dashboard?section=voice' },
  { label: 'SIP TRUNK', title: 'SIP TRUNK Packages - Annual VOIP Plans', path: '/dashboard?section=voice-packages' },
  { label: 'DID Numbers', title: 'Global DID Numbers - Worldwide Coverage', path: '/did-numbers' },
  { label: 'Rates', title: 'Rates', path: '/dashboard?section=rates' },
  { label: 'Billing', title: 'Billing & Credits', path: '/billing' },
  { label: 'Reseller', title: 'Reseller Packages', path: '/dashboard?section=reseller' },
  { label: 'API Docs', title: 'API Documentation', path: '/dashboard?section=api' },
  { label: 'Settings', title: 'Account Settings', path: '/dashboard?section=settings' },
];

test('every section has its label, title and address, on a phone behind the menu button', async ({ app, page }) => {
  const person = await signUp(app, { fullName: 'Grace Brewster Hopper' });
  await signIn(page, person);
  const title = page.getByRole('heading', { level: 1 });
  const sidebar = page.getByRole('navigation', { name: 'Sections' });
  await expect(sidebar.getByRole('link')).toHaveText(SECTIONS.map(({ label }) => label));
  for (const section of SECTIONS) {
    await sidebar.getByRole('link', { name: section.label, exact: true }).click();
    await expect(title).toHaveText(section.title);
    await expect(page).toHaveURL((url) => url.pathname + url.search === section.path);
    await expect(sidebar.locator('[aria-current=page]')).toHaveText(section.label);
  }
  await expect(page.getByRole('banner')).toContainText('£0.00');
  await expect(page.getByRole('banner').getByText('GH', { exact: true })).toBeVisible();

  await test.step('customers have no admin screens', async () => {
    for (const path of ['/admin', '/dashboard?section=admin']) {
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === '/dashboard' && url.search === '');
      await expect(title).toHaveText('Dashboard Overview');
    }
  });

  await test.step('the billing page leads back to the dashboard', async () => {
    await page.goto('/billing');
    await page.locator('main').getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(title).toHaveText('Dashboard Overview');
  });

  await test.step('the menu button opens and closes the sidebar of a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/did-numbers');
    expect(await title.evaluate((it) => it.scrollHeight > it.clientHeight), 'a title is not cut').toBe(false);
    await expect(sidebar).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await expect(sidebar).toBeVisible();
    await page.getByRole('button', { name: 'Close the menu' }).click();
    await expect(sidebar).toBeHidden();
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await sidebar.getByRole('link', { name: 'Billing', exact: true }).click();
    await expect(title).toHaveText('Billing & Credits');
    await expect(sidebar).toBeHidden();
  });

  await test.step('logout forgets the session here and on the server', async () => {
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
    expect((await person.withCookie('/api/auth/session')).status).toBe(401);
    expect(await page.evaluate(() => localStorage.getItem('auth-storage') ?? '')).not.toContain(person.email);
    await page.goto('/dashboard');
    await expect(page).toHaveURL((url) => url.pathname === '/login');
  });
});

test('an administrator has the admin section besides', async ({ app, page }) => {
  await signIn(page, await makeAdmin(app));
  await page.getByRole('navigation').getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel');
  for (const heading of ['Pending Crypto Payments', 'User Management', 'System Stats', 'Recent Activity']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
});

test('the overview greets, counts, lists three transactions and reads anew', async ({ app, page, faults }) => {
  const person = await signUp(app, { email: 'grace.hopper@example.com' });
  for (const pounds of ['1.00', '2.00', '3.00', '4.00']) await credit(app, person, pounds);
  // Four figures that are told apart.
  await page.route(`**/api/users/${person.id}/stats`, async (route) => {
    const response = await route.fetch();
    const json = {
      ...(await response.json()),
      ...{ smsSent: 12, voiceMinutes: 34, didNumbers: 5, monthlySpend: '6.70' },
    };
    await route.fulfill({ response, json });
  });
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, grace.hopper' })).toBeVisible();
  const stats = page.getByRole('region', { name: 'Your account at a glance' });
  await expect(stats.getByRole('paragraph')).toHaveText([
    ...['SMS Sent', '12', 'Voice Minutes', '34'],
    ...['DID Numbers', '5', 'Monthly Spend', '£6.70'],
  ]);
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent transactions' }) });
  await expect(recent.getByRole('listitem')).toHaveCount(3);
  await expect(recent.getByRole('listitem').first()).toContainText('+£4.00');

  const path = `**/api/users/${person.id}`;
  const refresh = () => page.getByRole('button', { name: 'Refresh account' }).click();
  const description = 'Unable to refresh account data. Please try again.';
  const failed = { title: 'Refresh failed', description, variant: 'destructive' } as const;
  await expectToasts(page, [
    { situation: 'refreshed', provoke: refresh, title: 'Account refreshed' },
    {
      situation: 'not refreshed',
      provoke: async () => {
        await refuse(page, path, { status: 503 });
        await refresh();
      },
      ...failed,
    },
    {
      situation: 'without a network',
      provoke: async () => {
        await page.unroute(path);
        await page.context().setOffline(true);
        await refresh();
      },
      ...failed,
    },
  ]);
  // A read without an answer, as one that leaving the page cuts off, is no fault of the page.
  expect(faults, 'a refused read is logged').toEqual([expect.stringContaining('ApiError: 503')]);
  faults.length = 0;
});

test('a toast stands for five seconds, has the focus by F8 and is as wide as it may', async ({ app, page }) => {
  await page.clock.install();
  await signIn(page, await signUp(app));
  const refresh = page.getByRole('button', { name: 'Refresh account' });
  await stopClock(page);
  await refresh.click();
  // Its answer comes by itself, and is shown within a moment of the page's time.
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(toasts(page)).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expectToast(page, { title: 'Account refreshed' });
  await page.clock.runFor(4_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(1_500);
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.resume();

  await refresh.click();
  await expect(toasts(page)).toHaveCount(1);
  const box = await toasts(page).locator('..').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(420);
  expect(box?.y, 'in the bar above').toBe(0);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus')).toHaveCount(1);
});

test('a toast goes by a swipe to the right of 50 px, not by a shorter one', async ({ app, page }) => {
  await signIn(page, await signUp(app));
  await page.getByRole('button', { name: 'Refresh account' }).click();
  const toast = toasts(page);
  await expect(toast).toHaveCount(1);
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('there is no toast');
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    // It does not go by itself while the pointer is on it.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(48);
  await expect(toast).toHaveCount(1);
  await expect(toast).toHaveAttribute('data-swipe', 'cancel');
  await swipe(53);
  await expect(toast).toHaveCount(0);
});
