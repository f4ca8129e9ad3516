import type { Locator, Page } from '@playwright/test';
import { funded, makeAdmin, makeReseller, signUp } from '../kit/actors.ts';
import { expect, signIn, test } from './kit/index.ts';

interface Wrong {
  form: string;
  path: string;
  /** The controls that open the form, pressed one after the other. */
  open?: readonly { role: 'button' | 'tab' | 'link' | 'radio'; name: string }[];
  typed?: Readonly<Record<string, string>>;
  send: string;
  /** The label of the field, or the name of the group, that the focus goes to. */
  leadsTo: string;
}

async function expectLed(page: Page, { path, open = [], typed = {}, send, leadsTo }: Wrong): Promise<void> {
  if (!page.url().endsWith(path)) await page.goto(path);
  for (const { role, name } of open) {
    await page.getByRole(role, { name, exact: true }).and(page.locator(':visible')).first().click();
  }
  const named = page.getByRole('button', { name: send, exact: true });
  // The page behind a dialog may have a button of the same name.
  const button = named.and(page.locator('form button, button[form]')).last();
  const form = await formOf(page, button, named);
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text);
  await button.click();
  const field = form.getByLabel(leadsTo, { exact: true }).or(form.getByRole('group', { name: leadsTo }));
  await expect(field.and(form.locator(':focus, :has(:focus)'))).toHaveCount(1);
  const wrong = form.locator('[aria-invalid="true"], [data-invalid]');
  await expect(wrong.first(), 'the focus is in the first of the wrong ones').toHaveJSProperty(
    'id',
    await field.evaluate(({ id }) => id),
  );
  const said = (await form.getByRole('alert').allTextContents()).filter((text) => text !== 'This is missing, too');
  expect(said, 'each sentence once').toEqual([...new Set(said)]);
  await page.keyboard.press('Escape');
}

/** The form that a button sends; in a dialog it may stand outside of it. */
async function formOf(page: Page, button: Locator, named: Locator): Promise<Locator> {
  await expect(button).toBeVisible();
  const id = await button.getAttribute('form');
  return id ? page.locator(`[id="${id}"]`) : page.locator('form').filter({ has: named }).last();
}

const tab = (name: string) => ({ role: 'tab', name }) as const;
const button = (name: string) => ({ role: 'button', name }) as const;

async function expectAll(page: Page, table: readonly Wrong[]): Promise<void> {
  for (const each of table) await test.step(each.form, () => expectLed(page, each));
}

test('before one is signed in', async ({ page }) => {
  await expectAll(page, [
    { form: 'sign in', path: '/login', send: 'Sign In', leadsTo: 'Email' },
    { form: 'password forgotten', path: '/forgot-password', send: 'Send link', leadsTo: 'Email' },
  ]);
});

test("a customer's forms", async ({ app, page }) => {
  await signIn(page, await funded(app, '5.00'), '/dashboard?section=sms');
  await expectAll(page, [
    { form: 'message', path: '/dashboard?section=sms', send: 'Send SMS', leadsTo: 'Sender ID' },
    {
      form: 'message without recipients',
      path: '/dashboard?section=sms',
      typed: { 'Sender ID': 'Topline', Message: 'Hello' },
      send: 'Send SMS',
      leadsTo: 'Recipients',
    },
    {
      form: 'payment',
      path: '/billing/payments/new?coin=BTC&amount=100',
      send: 'Submit payment',
      leadsTo: 'Transaction hash',
    },
  ]);
});

test("an account's settings", async ({ app, page }) => {
  await signIn(page, await signUp(app), '/settings');
  const security = { path: '/settings#security', open: [tab('Security')] };
  await expectAll(page, [
    {
      form: 'password that the server refuses',
      ...security,
      typed: {
        'Current password': 'not this one',
        'New password': 'steam engine',
        'Confirm new password': 'steam engine',
      },
      send: 'Change password',
      leadsTo: 'Current password',
    },
    {
      form: 'key without what it may do',
      ...security,
      open: [tab('Security'), button('Create key')],
      typed: { Name: 'Shop' },
      send: 'Create key',
      leadsTo: 'Scopes',
    },
  ]);
});

test('the forms of resellers and administrators', async ({ app, page, openBrowser }) => {
  await signIn(page, await makeReseller(app), '/dashboard?section=reseller');
  const reseller = '/dashboard?section=reseller';
  await expectAll(page, [
    {
      form: 'new customer',
      path: reseller,
      open: [tab('Customers'), button('Add customer')],
      typed: { Email: 'grace@example.com' },
      send: 'Create account',
      leadsTo: 'Full name',
    },
  ]);
  const administrator = await openBrowser();
  await signIn(administrator, await makeAdmin(app), '/admin');
  await expectAll(administrator, [
    {
      form: 'new user',
      path: '/admin',
      open: [tab('User Management'), button('Add User')],
      send: 'Create account',
      leadsTo: 'Email address',
    },
  ]);
});
