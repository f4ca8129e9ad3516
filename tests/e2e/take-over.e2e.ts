import type { Page } from '@playwright/test';
import { call, balanceOf, funded, makeAdmin, makeApprover, signUp } from '../kit/actors.ts';
import { confirmAddress, linkIn, mailTo, tokenIn } from '../kit/mails.ts';
import { expect, signIn, test } from './kit/index.ts';

const pathOf = ({ pathname, search }: URL) => pathname + search;

test('a changed address takes the password once more, and the one before undoes it', async ({ app, page }) => {
  const person = await signUp(app);
  await confirmAddress(app, person);
  await signIn(page, person, '/settings');
  await app.deps.sql`update sessions set proven_at = proven_at - interval '11 minutes' where user_id = ${person.id}`;
  const thief = `thief-${person.email}`;
  await page.getByLabel('Email address').fill(thief);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm your identity' });
  await asked.getByLabel('Your password').fill(person.password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${thief} takes effect once you open the link`)).toBeVisible();
  const token = tokenIn(await mailTo(app, thief, /^Confirm your new/));
  await call(app, '/api/auth/confirm-email', { json: { token } }, { cookie: person.cookie });
  await page.goto(pathOf(linkIn(await mailTo(app, person.email, /address for Topline was changed/))));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('status')).toContainText(person.email);
  await page.getByRole('link', { name: 'Choose a password' }).click();
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
});

test.describe('where two administrators are asked for', () => {
  test.use({ env: { APPROVAL_ABOVE_GBP: '100' } });

  test('one administrator asks, the other agrees, and both see it at once', async ({ app, page, openBrowser }) => {
    const [ada, bea] = [
      await makeAdmin(app, await signUp(app, { fullName: 'Ada Admin' })),
      await makeAdmin(app, await signUp(app)),
    ];
    const customer = await funded(app, '10.00');
    await signIn(page, bea, '/admin');
    const reminder = page.getByText('Your account has no second factor.');
    await expect(reminder).toBeVisible();
    await page.getByRole('button', { name: 'Ask me tomorrow' }).click();
    await expect(reminder).toHaveCount(0);
    const waitingOn = (screen: Page) => screen.getByRole('list', { name: 'Waiting for a second administrator' });
    const waiting = waitingOn(page);
    await expect(page.getByText('Total Users')).toBeVisible();
    await expect(waiting).toHaveCount(0);

    const adasPage = await openBrowser();
    await signIn(adasPage, ada, `/admin?user=${customer.id}`);
    await adasPage.getByRole('tab', { name: 'Balance', exact: true }).click();
    await adasPage.getByRole('button', { name: 'Adjust balance' }).click();
    const asking = adasPage.getByRole('dialog', { name: 'Adjust balance' });
    await asking.getByLabel('Amount in pounds').fill('100.01');
    await asking.getByLabel('Reason').fill('A gift');
    await asking.getByRole('button', { name: 'Adjust balance' }).click();
    await expect(asking.getByRole('alert')).toContainText('Waiting for a second administrator');
    await adasPage.goto('/admin');
    await expect(waitingOn(adasPage).getByRole('button', { name: 'Withdraw' })).toBeVisible();
    await expect(waitingOn(adasPage).getByRole('button', { name: 'Agree' })).toHaveCount(0);

    await expect(waiting).toContainText(`Adjust the balance of ${customer.email} by £100.01: A gift`);
    await expect(waiting).toContainText('Requested by Ada Admin');
    await makeApprover(app, bea);
    await waiting.getByRole('button', { name: 'Agree' }).click();
    await expect(waiting).toHaveCount(0);
    await expect(waitingOn(adasPage)).toHaveCount(0);
    expect(await balanceOf(customer)).toBe('110.01');
  });
});
