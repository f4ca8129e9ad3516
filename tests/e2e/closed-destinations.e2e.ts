import { stopSuddenRises } from '../../src/money/allowances/stop-sudden-rises.ts';
import { funded, makeAdmin } from '../kit/actors.ts';
import { newNumber, postSms, send } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

const SATELLITE = '+881612345678';

test('an administrator opens satellite phones for an account, which shows it at once', async ({ app, openBrowser }) => {
  const person = await funded(app, '10.00');
  const admin = await makeAdmin(app);
  expect((await postSms(person, [SATELLITE])).status).toBe(403);
  const customer = await openBrowser();
  await signIn(customer, person, '/settings');
  await customer.getByRole('tab', { name: 'Security' }).click();
  await expect(customer.getByText(/Premium rate, Satellite phones/)).toBeVisible();
  await expectAccessible(customer);

  const administrator = await openBrowser();
  await signIn(administrator, admin, '/admin');
  await administrator.getByRole('tab', { name: 'User Management' }).click();
  await administrator.getByRole('button', { name: `View ${person.email}` }).click();
  const drawer = administrator.getByRole('dialog', { name: 'Ada Lovelace' });
  await drawer.getByRole('tab', { name: 'Balance' }).click();
  await drawer.getByRole('button', { name: 'Open destinations' }).click();
  const dialog = administrator.getByRole('dialog', { name: 'Open closed destinations' });
  await dialog.getByLabel('Satellite phones').check();
  await dialog.getByRole('combobox', { name: 'Add a country' }).selectOption('CU');
  await dialog.getByRole('button', { name: 'Add a country' }).click();
  await dialog.getByLabel('Calls at a time').fill('some');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Calls at a time must be a whole number from 1 to 10,000')).toBeVisible();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Calls at a time').fill('7');
  await dialog.getByLabel('Reason').fill('Ships of their own, seen on paper');
  await expectAccessible(administrator);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(administrator.getByText('Destinations changed').first()).toBeVisible();
  await expect(drawer.getByText('Cuba, Satellite phones')).toBeVisible();

  await expect(customer.getByText('Cuba, Satellite phones')).toBeVisible();
  await expect(customer.getByText('Calls at a time: 7')).toBeVisible();
  expect((await postSms(person, [SATELLITE])).status).toBe(201);
});

test('a sudden rise is said on the open screen, and its owner lets messages go on', async ({ app, page }) => {
  const person = await funded(app, '10.00');
  await signIn(page, person, '/settings');
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByText('Closed destinations')).toBeVisible();
  await send(person, [newNumber(), newNumber()]);
  const { allowances } = app.deps.config;
  const config = { ...app.deps.config, allowances: { ...allowances, suddenRiseAbove: '0.05' } };
  await stopSuddenRises({ ...app.deps, config });
  await expect(page.getByText('Destination stopped').first()).toBeVisible();
  const words = page.getByText('Spending on United Kingdom and others (+44790) rose unusually fast');
  await expect(words).toBeVisible();
  await expectAccessible(page);
  expect((await postSms(person, [newNumber()])).status).toBe(403);
  await page.getByRole('button', { name: 'Allow again' }).click();
  await expect(words).toBeHidden();
  await send(person, [newNumber()]);
});
