import { funded, makeAdmin } from '../kit/actors.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test.use({ env: { SENDER_NAMES: 'approved' } });

test('a sender name is registered, accepted while its owner looks on, and taken back', async ({ app, openBrowser }) => {
  const [admin, person] = [await makeAdmin(app), await funded(app, '10.00')];
  const customer = await openBrowser({ viewport: { width: 360, height: 800 } });
  await signIn(customer, person, '/dashboard?section=sms');
  await customer.getByRole('button', { name: 'Register a name' }).click();
  const dialog = customer.getByRole('dialog', { name: 'Register a sender name' });
  await dialog.getByLabel('Name').fill('R0yal Mail');
  await dialog.getByLabel('What is it for?').fill('News of our bakery');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.getByText(/reserved for banks/)).toBeVisible();
  await dialog.getByLabel('Name').fill('Bakery');
  await dialog.getByRole('button', { name: 'Register' }).click();
  const mine = customer.getByRole('list', { name: 'Senders' }).getByRole('listitem');
  await expect(mine).toContainText('Pending');
  await expectAccessible(customer);

  const page = await openBrowser();
  await signIn(page, admin, '/admin#senders');
  await expect(page.getByRole('tab', { name: /Senders/ })).toContainText('1');
  await page.getByRole('button', { name: `Accept: Bakery, ${person.email}` }).press('Enter');
  await page.getByRole('dialog').getByLabel('Registered with the providers in').fill('in sg');
  await page.keyboard.press('Enter');
  await expect(mine).toContainText('Accepted');
  await expect(mine).toContainText('Registered in: India, Singapore');
  await expect(page.getByText('No sender names here')).toBeVisible();
  await page.getByRole('radio', { name: /Accepted/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Revoke: Bakery, ${person.email}` }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not your shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(mine).toContainText('Not your shop');
});
