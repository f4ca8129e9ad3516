import type { Page } from '@playwright/test';
import { signUp } from '../kit/actors.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { expect, expectAccessible, fillSignIn, signIn, test } from './kit/index.ts';

const pathOf = ({ pathname, search }: URL) => pathname + search;

/** The token of a link stays in no place where somebody could find it later. */
async function expectCleanAddress(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path && url.search === '');
}

test('a new customer confirms the address by a link, which may be sent again', async ({ app, page, openBrowser }) => {
  await page.goto('/register');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  const notice = page.getByRole('complementary', { name: 'Unconfirmed email address' });
  await expect(notice).toContainText('ada@example.com');
  await expectAccessible(page);
  const first = linkIn(await mailTo(app, 'ada@example.com', /^Confirm/));
  await notice.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Link sent').first()).toBeVisible();

  // The mail is read on a phone, where nobody is signed in; the notice leaves the other screen at once.
  const phone = await openBrowser({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await phone.goto(pathOf(first));
  await expect(phone.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByLabel('Your password', { exact: true }).fill('not this one');
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await expect(phone.getByText('The current password is wrong')).toBeVisible();
  await phone.getByLabel('Your password', { exact: true }).fill('analytical engine');
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await expect(phone.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await expectCleanAddress(phone, '/confirm-email');
  await expectAccessible(phone);
  await expect(notice).toHaveCount(0);
  await phone.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(phone.getByRole('dialog').getByLabel('Email')).toBeVisible();

  await page.goto(pathOf(first));
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
});

test('a taken address leads to signing in, with what was typed', async ({ app, page }) => {
  const { email } = await signUp(app);
  await page.goto('/register');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill('analytical engine');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue(email);
  await expect(dialog.getByText('Welcome back')).toBeVisible();
});

test('the owner of an address that somebody else registered takes the account over', async ({ app, page }) => {
  const intruder = await signUp(app);
  await page.goto(pathOf(linkIn(await mailTo(app, intruder.email, /^Confirm/))));
  await page.getByRole('button', { name: 'I did not open this account' }).click();
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('the owner is here');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  expect((await intruder.as(`/api/users/${intruder.id}`)).status).toBe(401);
});

test('the notice is put away for good; another address waits until it is confirmed', async ({ app, page }) => {
  const person = await signUp(app);
  await signIn(page, person);
  const notice = page.getByRole('complementary', { name: 'Unconfirmed email address' });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.goto('/settings');
  await page.getByLabel('Email address').fill('elsewhere@example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('elsewhere@example.com takes effect once you open the link')).toBeVisible();
});

test('a forgotten password is replaced by the link in a mail', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  const elsewhere = await openBrowser();
  await signIn(elsewhere, person);
  await page.goto('/login');
  await page.getByRole('dialog').getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toContainText(`If ${person.email} has an account`);
  await expectAccessible(page);

  const link = linkIn(await mailTo(app, person.email, /^Choose a new password/));
  await page.goto(pathOf(link));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectCleanAddress(page, '/reset-password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('Difference Engine 2');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText('Password changed').first()).toBeVisible();
  // The browser in which they were signed in is signed out.
  await expect(elsewhere).toHaveURL((url) => url.pathname === '/');

  await fillSignIn(page, { ...person, password: 'Difference Engine 2' });
  await page.waitForURL('**/dashboard');
  // A used link says so before a password is typed.
  await page.goto(pathOf(link));
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});
