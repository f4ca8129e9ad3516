import { funded, makeAdmin } from '../kit/actors.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('a cheaper price and a banner are set, and an open page shows both at once', async ({ app, openBrowser }) => {
  const admin = await makeAdmin(app);
  const person = await funded(app, '10.00');
  const customer = await openBrowser();
  await signIn(customer, person, '/dashboard?section=rates');
  await expect(customer.getByRole('cell', { name: /£0.03 per segment/ })).toBeVisible();
  const page = await openBrowser();
  await signIn(page, admin, '/admin#settings');
  await page.getByRole('button', { name: 'Change: Message segment', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Message segment' });
  await dialog.getByLabel('Pounds').fill('0.02');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('£0.02')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('£0.03 → £0.02');
  await expect(customer.getByRole('cell', { name: /£0.02 per segment/ })).toBeVisible();

  // A number's month, for one country of many.
  await customer.getByRole('tab', { name: 'Numbers' }).click();
  await customer.getByRole('searchbox', { name: 'Country, number or prefix' }).fill('France');
  await expect(customer.getByRole('row', { name: /France.*£50.00/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search countries' }).fill('france');
  await page.getByRole('button', { name: 'Change: Number, per month · France' }).click();
  await page.getByRole('dialog').getByLabel('Pounds').fill('60');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Customers are told by email')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Prices of numbers' })).toContainText('Announced: £60.00 from');
  await expect(customer.getByRole('row', { name: /France.*£50.00.*£60.00 from/ })).toBeVisible();

  await page.getByRole('button', { name: 'Change: Banner' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Numbers of France are back at noon');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const banner = customer.getByRole('complementary', { name: 'Notice' });
  await expect(banner).toContainText('Numbers of France are back at noon');
  await expectAccessible(customer);
  await banner.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(banner).toBeHidden();
  await customer.reload();
  await expect(banner).toBeHidden();
});
