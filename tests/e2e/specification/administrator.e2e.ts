import { eq } from 'drizzle-orm';
import { transactions, users } from '../../../db/schema/index.ts';
import { credit, makeAdmin, signUp } from '../../kit/actors.ts';
import { cardOf, openPayment, openQueue, submit } from '../kit/payments.ts';
import { stopClock } from '../kit/clock.ts';
import { signIn } from '../kit/people.ts';
import { expect, refuse, test } from '../kit/test.ts';
import { expectToasts, toasts } from '../kit/toasts.ts';

test('payments: the hash that is asked for, and what each decision says', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const [first, second] = [await signUp(app), await signUp(app)];
  await submit(first);
  const refused = await submit(second);
  await app.deps.db
    .update(transactions)
    .set({ receiptImage: '/api/objects/gone' })
    .where(eq(transactions.id, refused.id));
  await signIn(page, admin, '/admin');
  const heading = page.locator('header').filter({ has: page.getByRole('heading', { name: 'Admin Control Panel' }) });
  await expect(heading).toContainText('3 users');
  await expect(heading).toContainText('2 pending payments');
  await openQueue(page);
  const [card, other] = [cardOf(page, first), cardOf(page, second)];
  await expect(card).toContainText('£100.00');
  await expect(card).toContainText('0.00180000 BTC');
  await openPayment(page, second);
  await expect(other.getByText('Receipt image failed to load')).toBeVisible();
  await expect(other.getByRole('img', { name: 'Receipt of the payment' })).toHaveCount(0);
  await openPayment(page, first);
  const field = page.getByLabel('Transaction hash', { exact: true });
  const hash = 'cd'.repeat(32);
  await field.fill('   ');
  const failure = { title: 'Error', variant: 'destructive' } as const;
  const reject = async () => {
    if ((await page.getByRole('dialog').count()) === 0) await other.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject payment' }).click();
  };
  const verify = () => card.getByRole('button', { name: 'Verify' }).click();
  let verified: Record<string, unknown> = {};
  await expectToasts(page, [
    { situation: 'no hash', provoke: verify, ...failure, description: 'Please enter a transaction hash' },
    {
      situation: 'not verified',
      provoke: async () => {
        await card.getByRole('button', { name: /use customer.s hash/i }).click();
        await page.route('**/api/admin/verify-payment', (route) => route.abort());
        await verify();
      },
      ...failure,
      description: 'Failed to verify payment',
    },
    {
      situation: 'verified',
      provoke: async () => {
        await page.unroute('**/api/admin/verify-payment');
        await field.fill(`  ${await field.inputValue()}  `);
        const request = page.waitForRequest('**/api/admin/verify-payment');
        await verify();
        verified = (await request).postDataJSON();
      },
      title: 'Payment Verified',
      description: 'Payment has been verified and credits added to user account',
    },
  ]);
  expect(verified.transactionHash).toMatch(/^[0-9a-f]{64}$/);
  await expect(card.getByRole('link', { name: 'View on explorer' })).toBeVisible();
  await page.getByRole('button', { name: 'Next payment' }).click();
  await expect(card).toHaveCount(0);
  await expect(field).toHaveValue('');
  await expect(heading).toContainText('1 pending payment');

  await field.fill('zz');
  await expect(other.getByText(/^Differs from/)).toHaveCount(0);
  await field.fill(hash);
  await expect(other.getByText(/^Differs from/)).toBeVisible();
  await other.getByRole('button', { name: 'Verify' }).click();
  for (const shown of [hash, refused.transactionHash ?? ''])
    await expect(page.getByRole('dialog')).toContainText(shown);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(other.getByRole('link', { name: /entered hash/i })).toHaveAttribute('target', '_blank');
  await page.route('**/api/admin/reject-payment', (route) => route.abort());
  await reject();
  await expect(toasts(page)).toContainText('Failed to reject payment');
  await page.unroute('**/api/admin/reject-payment');
  await expectToasts(page, [
    {
      situation: 'rejected',
      provoke: reject,
      title: 'Payment Rejected',
      description: 'Payment has been marked as failed',
    },
  ]);
  await expect(other).toHaveCount(0);
  await expect(heading).toContainText('0 pending payments');
});

test('the block of the dashboard keeps Verify shut until there is a hash', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const person = await signUp(app);
  await submit(person);
  await signIn(page, admin, '/dashboard?section=admin');
  const verify = cardOf(page, person).getByRole('button', { name: 'Verify' });
  await expect(verify).toBeDisabled();
  await page.getByLabel('Transaction hash', { exact: true }).fill('ab');
  await expect(verify).toBeEnabled();
});

test('users: searched, labelled, suspended, activated, added, adjusted', async ({ app, page }) => {
  const admin = await makeAdmin(app, await signUp(app, { fullName: 'Ada Admin' }));
  const rich = await signUp(app, { fullName: 'Rich Rachel', email: 'rachel@example.com' });
  const low = await signUp(app, { fullName: 'Low Larry' });
  const none = await signUp(app, { fullName: 'No Nora' });
  await credit(app, rich, '100.01');
  await credit(app, low, '100.00');
  await app.deps.db.update(users).set({ fullName: '' }).where(eq(users.id, none.id));
  await signIn(page, admin, '/admin');
  for (const [label, value] of [
    ['Total Users', '4'],
    ['Active Users', '4'],
    ['Total Credits', '£200.01'],
    ['Monthly Revenue', '£0.00'],
  ] as const) {
    await expect(page.locator('main').getByText(label, { exact: true }).locator('xpath=ancestor::*[3]')).toContainText(
      value,
    );
  }
  await expect(page.getByRole('list', { name: 'Recent System Activity' })).toContainText('Account registered');
  await page.getByRole('tab', { name: 'User Management' }).click();
  const table = page.getByRole('table', { name: 'User Management' });
  const row = (email: string) => table.getByRole('row').filter({ hasText: email });
  await expect(row(rich.email)).toContainText('Active');
  await expect(row(low.email)).toContainText('Low Credits');
  await expect(row(none.email)).toContainText('No Credits');
  await expect(row(none.email)).toContainText('Unknown');
  const search = page.getByRole('searchbox', { name: /Search/ });
  for (const [words, count] of [
    ['RACHEL', '1 user'],
    [rich.id, '1 user'],
    ['nobody of that name', '0 users'],
    ['', '4 users'],
  ] as const) {
    await search.fill(words);
    await expect(page.getByText(count, { exact: true }).first()).toBeVisible();
  }

  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const change = (name: 'Suspend' | 'Activate') => async () => {
    if ((await page.getByRole('dialog').count()) === 0) {
      await row(rich.email)
        .getByRole('button', { name: `${name} ${rich.email}` })
        .click();
    }
    await confirm(name);
  };
  const failure = { title: 'Error', variant: 'destructive' } as const;
  for (const [name, path, done, failed] of [
    ['Suspend', '**/suspend', 'User Suspended', 'Failed to suspend user'],
    ['Activate', '**/activate', 'User Activated', 'Failed to activate user'],
  ] as const) {
    await refuse(page, path, { status: 503 });
    await expectToasts(page, [{ situation: `${name} fails`, provoke: change(name), ...failure, description: failed }]);
    await page.unroute(path);
    await expectToasts(page, [{ situation: name, provoke: change(name), title: done }]);
    await expect(row(rich.email)).toContainText(name === 'Suspend' ? 'Suspended' : 'Active');
  }

  await expectToasts(page, [
    {
      situation: 'an account is added',
      provoke: async () => {
        await page.getByRole('button', { name: 'Add User' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Email address').fill('new@example.com');
        await dialog.getByLabel('Full name').fill('New Nick');
        await confirm('Create account');
      },
      title: 'User created',
      description: 'new@example.com',
    },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(row('new@example.com')).toContainText('No Credits');
  await row('new@example.com').getByRole('button', { name: 'View new@example.com' }).click();
  const drawer = page.getByRole('dialog', { name: 'New Nick' });
  await drawer.getByRole('tab', { name: 'Balance' }).click();
  await drawer.getByRole('button', { name: 'Adjust balance' }).click();
  const adjust = page.getByRole('dialog', { name: 'Adjust balance' });
  await adjust.getByLabel('Amount in pounds').fill('12.50');
  await adjust.getByLabel('Reason').fill('Welcome');
  await expectToasts(page, [
    {
      situation: 'a balance is adjusted',
      provoke: () => adjust.getByRole('button', { name: 'Adjust balance' }).click(),
      title: 'Balance adjusted',
      description: '+£12.50 · new@example.com',
    },
  ]);
  await page.keyboard.press('Escape');
  await expect(row('new@example.com')).toContainText('£12.50');
  await expect(row('new@example.com')).toContainText('Low Credits');
});

test('providers: their state for everybody, switching for administrators', async ({ app, page, openBrowser }) => {
  const customer = await openBrowser();
  await signIn(customer, await signUp(app), '/dashboard?section=api#providers');
  const providers = customer.getByRole('list', { name: 'Telephony providers' });
  await expect(providers.getByRole('listitem').filter({ hasText: 'Active' })).toHaveCount(1);
  await expect(providers.getByText('Healthy', { exact: true })).toHaveCount(2);
  await expect(providers.getByRole('button')).toHaveCount(0);
  await customer.getByRole('tab', { name: 'SMS API' }).click();
  await expect(customer.getByText('/api/users/:id/sms', { exact: false }).first()).toBeVisible();
  await customer.getByRole('tab', { name: 'Voice API' }).click();
  await expect(customer.getByText('/api/users/:id/voice', { exact: false }).first()).toBeVisible();
  await customer.getByRole('tab', { name: 'Providers' }).click();

  await signIn(page, await makeAdmin(app), '/dashboard?section=api#providers');
  const change = async () => {
    await page.getByRole('button', { name: 'Switch to sandbox-backup' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch' }).click();
  };
  const path = '**/api/telecom/providers/sandbox-backup';
  await refuse(page, path, { status: 503 });
  await expectToasts(page, [
    { situation: 'not switched', provoke: change, title: 'Switch Failed', variant: 'destructive' },
  ]);
  await page.unroute(path);
  await expectToasts(page, [{ situation: 'switched', provoke: change, title: 'Provider Switched' }]);
  await expect(providers.getByRole('listitem').filter({ hasText: 'sandbox-backup' })).toContainText('Active');
});

test('a tooltip opens after 700 ms, and the next within 300 ms of it at once', async ({ app, page }) => {
  const [admin, customer] = [await makeAdmin(app), await signUp(app)];
  await page.clock.install();
  await signIn(page, admin, '/admin#users');
  const idOf = (person: { email: string }) => page.getByRole('button', { name: new RegExp(`ID of ${person.email}`) });
  await expect(idOf(customer)).toBeVisible();
  await stopClock(page);
  const tooltip = page.getByRole('tooltip');
  // In steps: on its way from the control to the text the pointer may be outside of both.
  const leave = () => page.mouse.move(1, 1, { steps: 5 });

  await idOf(customer).hover();
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText(customer.id);

  await leave();
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(290);
  await idOf(admin).hover();
  await expect(tooltip).toHaveText(admin.id);

  await leave();
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(310);
  await idOf(customer).hover();
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);

  // Icon buttons have one too, also for the keyboard.
  await leave();
  await page.clock.runFor(310);
  await page.keyboard.press('Tab');
  const theme = page.getByRole('button', { name: /^Theme/ }).first();
  await theme.focus();
  await page.clock.runFor(710);
  await expect(tooltip).toHaveText(/^Theme/);
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});
