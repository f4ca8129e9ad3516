import { signUp } from '../../kit/actors.ts';
import { expect, expectToast, fillSignIn, refuse, test } from '../kit/index.ts';

test('each address leads a visitor who is not signed in to the right page', async ({ page }) => {
  for (const { path, to, heading } of [
    { path: '/', to: '/', heading: 'Every message, call and number on one balance.' },
    { path: '/login', to: '/login', heading: 'Welcome back' },
    { path: '/register', to: '/register', heading: 'Create your account' },
    { path: '/dashboard', to: '/login', heading: 'Welcome back' },
    { path: '/billing', to: '/login', heading: 'Welcome back' },
    { path: '/did-numbers', to: '/login', heading: 'Welcome back' },
    { path: '/admin', to: '/login', heading: 'Welcome back' },
    { path: '/settings', to: '/login', heading: 'Welcome back' },
    { path: '/terms', to: '/terms', heading: 'Terms' },
    { path: '/nowhere', to: '/nowhere', heading: '404 Page Not Found' },
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === to);
      const name = heading ?? 'Every message, call and number on one balance.';
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    });
  }
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('the splash names the product and stays for a tenth of a second', async ({ app, page }) => {
  expect(await (await app.fetch('/login')).text()).toContain('Loading TOPLINE…');
  const splash = page.getByText('Loading TOPLINE…');
  // The page's time stands still, so that a slow machine does not keep the splash for longer.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(99);
  // Work that this time has let go has happened when another request has come back.
  await page.evaluate(async () => (await fetch('/')).text());
  await expect(splash).toBeVisible();
  await page.clock.runFor(2);
  await expect(splash).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('what a country costs stands in cards for the browser’s region first, and nothing moves', async ({ page }) => {
  await page.goto('/');
  const prices = page.getByRole('region', { name: 'What it costs, country by country' });
  await expect(prices.getByLabel('Country')).toHaveValue('GB');
  await expect(prices.getByText(/^£0\.\d+/)).toHaveCount(2);
  const before = await prices.boundingBox();
  await prices.getByLabel('Country').selectOption({ label: 'Germany' });
  await expect(prices.getByText(/^£0\.\d+/)).toHaveCount(2);
  await expect.poll(async () => (await prices.boundingBox())?.height).toBe(before?.height);
});

test('the page makes the claims it should, and every button opens its form', async ({ page }) => {
  await page.goto('/');
  // Without trial credit the line below "Start Free Trial" promises none.
  await expect(page.getByText(/^Opening an account is free: see everything, and top up when/)).toBeVisible();
  for (const heading of [
    'SMS Services',
    'Voice Calls',
    'Global DID Numbers',
    'Crypto Payments',
    'Bank-Level Security',
    '99.9% Uptime',
    '24/7 Support',
  ]) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  const figures = page.getByRole('region', { name: 'Topline in numbers' });
  for (const [value, label] of [
    ['100M+', 'messages delivered'],
    ['100+', 'countries'],
    ['99.9%', 'uptime'],
    ['24/7', 'support'],
  ] as const) {
    const figure = figures.locator('div').filter({ hasText: label }).last();
    await expect(figure.getByRole('definition')).toHaveText(value);
  }
  for (const [button, title] of [
    ['Sign In', 'Welcome back'],
    ['Get Started', 'Create your account'],
    ['Start Free Trial', 'Create your account'],
    ['View Demo', 'Welcome back'],
    ['Contact Sales', 'Create your account'],
  ] as const) {
    await test.step(button, async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await expect(dialog.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await expect(dialog.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('both forms name their faults, say how it went, and are busy meanwhile', async ({ app, page }) => {
  const person = await signUp(app);
  const dialog = page.getByRole('dialog');
  const email = dialog.getByLabel('Email');
  const password = dialog.getByLabel('Password', { exact: true });
  const alerts = dialog.getByRole('alert');
  const short = 'Password must be at least 6 characters';

  await test.step('signing in', async () => {
    await page.goto('/login');
    await expect(email).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();
    await page.goto('/login');
    const submit = dialog.getByRole('button', { name: 'Sign In' });
    await submit.click();
    await expect(alerts).toHaveText(['Invalid email address', short]);
    await email.fill('ada');
    await password.fill('12345');
    await expect(alerts).toHaveText(['Invalid email address', short]);
    await fillSignIn(page, { ...person, password: 'not this one' });
    await expectToast(page, { title: 'Error', description: 'Invalid email or password', variant: 'destructive' });
    await expect(alerts).toHaveText(['Invalid email or password']);

    const held = Promise.withResolvers<void>();
    await page.route('**/api/auth/login', (route) => held.promise.then(() => route.continue()));
    await fillSignIn(page, person);
    await expect(dialog.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    held.resolve();
    await page.waitForURL('**/dashboard');
    await expectToast(page, { title: 'Success', description: 'Logged in successfully' });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL((url) => url.pathname === '/');
  });

  await test.step('registering', async () => {
    await page.goto('/register');
    const submit = dialog.getByRole('button', { name: 'Create Account' });
    await submit.click();
    const nameShort = 'Full name must be at least 2 characters';
    await expect(alerts).toHaveText([nameShort, 'Invalid email address', short]);
    await expect(dialog.getByLabel('Country')).toHaveValue('GB');
    await dialog.getByLabel('Full name').fill('Al');
    await email.fill('al@example.com');
    await password.fill('fifty-six');
    await expect(alerts).toHaveCount(0);
    await refuse(page, '**/api/auth/register', { status: 503 });
    await submit.click();
    await expectToast(page, { title: 'Error', description: 'Failed to create account', variant: 'destructive' });
    await page.unroute('**/api/auth/register');

    const held = Promise.withResolvers<void>();
    await page.route('**/api/auth/register', (route) => held.promise.then(() => route.continue()));
    await submit.click();
    await expect(dialog.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
    held.resolve();
    await page.waitForURL('**/dashboard');
    await expectToast(page, { title: 'Success', description: 'Account created successfully' });
  });
});

test('the theme is the device’s until one is chosen, which is kept', async ({ page }) => {
  const root = page.locator('html');
  const toggle = page.getByRole('button', { name: /^Theme:/ });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  await expect(root).toHaveClass(/\bdark\b/);
  await expect(toggle).toHaveAccessibleName('Theme: System');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveClass(/\blight\b/);
  for (const theme of ['Light', 'Dark']) {
    await toggle.click();
    await expect(toggle).toHaveAccessibleName(`Theme: ${theme}`);
    await expect(root).toHaveClass(new RegExp(`\\b${theme.toLowerCase()}\\b`));
  }
  expect(await page.evaluate(() => localStorage.getItem('topline-theme'))).toBe('dark');
  await page.reload();
  await expect(root).toHaveClass(/\bdark\b/);
  await toggle.click();
  await expect(root).toHaveClass(/\blight\b/);
});
