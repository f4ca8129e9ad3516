import type { Page } from '@playwright/test';
import { funded, makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { nextCode } from '../kit/second-factor.ts';
import { expect, expectAccessible, fillSignIn, test } from './kit/index.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function enterPassword(page: Page, person: TestActor): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, person);
}

async function openSecurity(page: Page, person: TestActor): Promise<void> {
  await enterPassword(page, person);
  await page.waitForURL('**/dashboard');
  await page.goto('/settings#security');
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
}

/** Sets the app up on the screen; gives its secret and the recovery codes. */
async function setUpTotp(app: TestApp, page: Page, person: TestActor) {
  await page.getByRole('button', { name: 'Set up' }).click();
  await dialogOf(page).getByLabel('Your password').fill(person.password);
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = ((await dialogOf(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  await expectAccessible(page);
  await dialogOf(page).getByLabel('Code from the app').fill('000000');
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText('This code is wrong or has been used');
  await dialogOf(page).getByLabel('Code from the app').fill(nextCode(app.clock, secret));
  await dialogOf(page).getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await dialogOf(page).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 left')).toBeVisible();
  return { secret, codes };
}

/** By the button: a page whose cookies are only taken away can still write down who was signed in. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
}

test('an authenticator app is set up, asked for, replaced by a code, and turned off', async ({ app, page }) => {
  test.slow();
  const person = await signUp(app);
  await openSecurity(page, person);
  const { secret, codes } = await setUpTotp(app, page, person);

  await logOut(page);
  await enterPassword(page, person);
  const code = dialogOf(page).getByLabel('Code from the app');
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill('000000');
  await code.press('Enter');
  await expect(dialogOf(page).getByRole('alert')).toBeVisible();
  await code.fill(nextCode(app.clock, secret));
  await code.press('Enter');
  await page.waitForURL('**/dashboard');

  await logOut(page);
  await enterPassword(page, person);
  await dialogOf(page).getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = dialogOf(page).getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await recovery.fill(codes[0] ?? '');
  await recovery.press('Enter');
  await page.waitForURL('**/dashboard');

  await page.goto('/settings#security');
  await expect(page.getByText('9 left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialogOf(page).getByLabel('Your password').fill(person.password);
  await dialogOf(page).getByLabel('Code from the app').fill(nextCode(app.clock, secret));
  await dialogOf(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(page.getByText('Recovery codes')).toBeHidden();
});

test('a passkey is added, signs in alone and after a password, and is removed', async ({ app, openBrowser }) => {
  test.slow();
  const page = await openBrowser({ baseURL: app.url.replace('127.0.0.1', 'localhost') });
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await signUp(app);
  await openSecurity(page, person);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialogOf(page).getByLabel('Name').fill('Work laptop');
  await dialogOf(page).getByLabel('Your password').fill(person.password);
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await expect(page.getByText('never used').first()).toBeVisible();
  await expectAccessible(page);

  await logOut(page);
  await page.goto('/login');
  const usePasskey = dialogOf(page).getByRole('button', { name: 'Use a passkey' });
  await expect(usePasskey).toBeVisible();
  await expectAccessible(page);
  await usePasskey.click();
  await page.waitForURL('**/dashboard');

  await logOut(page);
  await enterPassword(page, person);
  await expect(dialogOf(page).getByText('This account asks for a passkey')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/settings#security');
  await page.getByRole('button', { name: 'Remove passkey Work laptop' }).click();
  await dialogOf(page).getByLabel('Your password').fill('wrong password');
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await expect(dialogOf(page).getByRole('alert')).toHaveText('The current password is wrong');
  await dialogOf(page).getByLabel('Your password').fill(person.password);
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
});

test('a session ended from another browser closes its page to the sign-in', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  await openSecurity(page, person);
  const sessions = cardOf(page, 'Open sessions');
  // The test's own sign-up was one, this browser is the other.
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const other = await openBrowser();
  await enterPassword(other, person);
  await other.waitForURL('**/dashboard');
  // Live: nobody has reloaded the first browser.
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This browser' })).toContainText('· in use now ·');
  await expect(sessions.getByText('Chrome on Linux')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'End session: Chrome on Linux' }).first().click();
  await dialogOf(page).getByRole('button', { name: 'End', exact: true }).click();
  await other.waitForURL(app.url + '/');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialogOf(page).getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await person.withCookie('/api/auth/session')).status).toBe(401);
  await expectAccessible(page);
});

test('a key is made for some things, is replaced and revoked', async ({ app, page }) => {
  const person = await signUp(app);
  await openSecurity(page, person);
  const keys = cardOf(page, 'API keys');
  await expect(keys.getByText('default')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
  await expect(dialogOf(page).getByText('Choose at least one scope')).toBeVisible();
  await dialogOf(page).getByLabel('Name').fill('Web shop');
  await dialogOf(page).getByLabel('Read').check();
  await expect(dialogOf(page).getByLabel('Administration')).toHaveCount(0);
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
  const whole = async () => {
    await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeVisible();
    const key = (await dialogOf(page).locator('code').textContent()) ?? '';
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    return key;
  };
  const first = await whole();

  // A new password offers to end the keys as well, and says which.
  await expect(page.getByLabel(/^Revoke the API keys as well: .*Web shop/)).toBeVisible();
  await keys.getByRole('button', { name: 'Replace key Web shop' }).click();
  await dialogOf(page).getByRole('button', { name: 'Replace' }).click();
  expect(await whole()).not.toBe(first);
  await keys.getByRole('button', { name: 'Revoke key Web shop' }).click();
  await dialogOf(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(keys.getByText('Web shop')).toBeHidden();
});

const strict = test.extend({
  app: async ({}, use) => {
    await using app = await startTestApp({ env: { ADMIN_TWO_FACTOR: 'required' } });
    await use(app);
  },
});

strict('an administrator is led to set a second factor up, and then administers', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  await enterPassword(page, admin);
  await page.waitForURL('**/settings#security');
  // The panel asks for nothing more once it was refused; the sidebar asks for its number, and the shell for alarms.
  const first = new Set(['/api/admin/stats', '/api/admin/pending-payments/count', '/api/admin/alarms']);
  expect(refused.filter((path) => !first.has(path))).toEqual([]);
  await expect(page.getByText('Administrators need a second factor here')).toBeVisible();
  await setUpTotp(app, page, admin);
  await expect(page.getByText('Administrators need a second factor here')).toBeHidden();
  await page.goto('/admin');
  await expect(page.getByText('Total Users')).toBeVisible();
  const done = page.getByRole('listitem').filter({ hasText: 'Authenticator app turned on' });
  await expect(done).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

test('an account is closed by its address and what is given up, and opened again', async ({ app, page }) => {
  const person = await funded(app, '12.50');
  await openSecurity(page, person);
  await expect(page.getByRole('link', { name: 'Download my data' })).toBeVisible();
  await page.getByRole('button', { name: 'Close account' }).click();
  const close = dialogOf(page).getByRole('button', { name: 'Close account' });
  await expect(close).toBeDisabled();
  await dialogOf(page).getByLabel('Type your email address to confirm').fill(person.email);
  await expect(close).toBeDisabled();
  await dialogOf(page).getByLabel('I give up £12.50').check();
  await expectAccessible(page);
  await close.click();
  await page.waitForURL((url) => url.pathname === '/');
  const { pathname, search } = linkIn(await mailTo(app, person.email, /was closed$/));
  await page.goto(pathname + search);
  await page.getByRole('button', { name: 'Open the account again' }).click();
  await expect(page.getByRole('status')).toContainText(`The account of ${person.email} is open again`);
});

test('the first key leaves every open screen when it is revoked', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  await openSecurity(page, person);
  const other = await openBrowser();
  await enterPassword(other, person);
  await other.waitForURL('**/dashboard');
  await other.goto('/settings#security');
  const keys = cardOf(other, 'API keys');
  await expect(keys.getByText('default')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke key default' }).click();
  await dialogOf(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(keys.getByText('default')).toHaveCount(0);
});
