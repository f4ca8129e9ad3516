import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import { deliverMails, mailTo, tokenIn } from '../kit/mails.ts';
import { makePair } from '../kit/customers.ts';
import { expect, expectAccessible, expectToast, signIn, test } from './kit/index.ts';

test('somebody is invited, registers, sees what their role may, and is out at once when removed', async ({
  app,
  page,
  openBrowser,
}) => {
  // Without a host name of the reseller's own, the invitation leads to the operator's.
  const { reseller, customer } = await makePair(app);
  await app.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, customer.id));
  await signIn(page, customer, '/settings');
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const email = 'pia@example.com';
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Invite somebody' }).click();
  await expectToast(page, { title: 'Success', description: 'The invitation was sent' });
  await deliverMails(app);
  const pia = await openBrowser();
  await pia.goto(`/invitation?token=${tokenIn(await mailTo(app, email, /invited/))}`);
  await pia.getByRole('button', { name: 'Create Account' }).click();
  const form = pia.getByRole('dialog');
  await form.getByLabel('Full Name').fill('Pia Person');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('a long secret of Pia');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await pia.getByRole('button', { name: 'Accept' }).click();
  await expect(pia.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible();
  const [registered] = await app.deps.db.select().from(users).where(eq(users.email, email));
  expect(registered?.resellerId).toBe(reseller.id);
  await pia.goto('/settings#people');
  await expect(pia.getByText(customer.email)).toBeVisible();
  await expect(pia.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);
  await expectAccessible(pia);
  // A link to the card leads there also where the cards above it are loaded later.
  const seen = Promise.withResolvers<void>();
  await page.route(/api.*(sessions|keys|factor|limits)/, (route) => seen.promise.then(() => route.continue()));
  await page.goto('/settings#security');
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toHaveText('People in this account');
  await page.goto('/settings#limits');
  const limits = page.getByRole('heading', { name: 'Spend limits' });
  await page.reload();
  await expect(limits).toBeInViewport();
  seen.resolve();
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeAttached();
  await expect(limits).toBeInViewport();
  await expect(page.getByRole('list', { name: 'What people did' })).toContainText(email);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Pia Person')).toHaveCount(0);
  await expect(pia.getByRole('heading', { name: 'Every message, call and number on one balance.' })).toBeVisible();
});
