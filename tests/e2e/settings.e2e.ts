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
  await page.getByRole('link', { name: 'Standard prices' }).click();
  await page.getByRole('button', { name: 'Change: Message segment', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Message segment' });
  await dialog.getByLabel('Pounds').fill('0.02');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('£0.02')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'History' })).toContainText('£0.03 → £0.02');
  await expect(customer.getByRole('cell', { name: /£0.02 per segment/ })).toBeVisible();

  await customer.getByRole('tab', { name: 'Numbers' }).click();
  await customer.getByRole('searchbox', { name: 'Country, number or prefix' }).fill('France');
  await page.getByRole('link', { name: 'Prices of numbers' }).click();
  await page.getByRole('searchbox', { name: 'Search countries' }).fill('france');
  await page.getByRole('button', { name: 'Change: Number, per month · France' }).click();
  await page.getByRole('dialog').getByLabel('Pounds').fill('60');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Customers are told by email')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Prices of numbers' })).toContainText('Announced: £60.00 from');
  await expect(customer.getByRole('row', { name: /France.*£50.00.*£60.00 from/ })).toBeVisible();

  await page.getByRole('link', { name: 'Company and invoices' }).click();
  await page.getByRole('button', { name: 'Change: VAT number', exact: true }).click();
  const value = page.getByRole('dialog').getByLabel('Value');
  await value.fill('zz');
  await page.keyboard.press('Enter');
  await expect(page.getByText('it is written like DE123456789'), 'before any question').toBeVisible();
  await value.fill('gb 980 7806 84');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Company and invoices' })).toContainText('GB980780684');

  const chip = page.getByRole('link', { name: 'Banner for customers' });
  await chip.click();
  await page.evaluate(() => scrollTo(0, 0));
  await chip.click();
  await expect(page.getByRole('button', { name: 'Change: Banner' }), 'a second press').toBeInViewport();
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

test('a mail server is set, tried right there and removed; the history says each', async ({ app, page }) => {
  await signIn(page, await makeAdmin(app), '/admin#settings');
  await page.getByRole('heading', { name: 'Mail, wallets, chains, rates and carriers' }).click();
  await expect(page.getByText('Mail and support Nothing set here yet')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Mail and support' });
  const change = page.getByRole('button', { name: 'Change Mail and support' });
  await change.click();
  await dialog.getByLabel('Mail server').fill('smtp://127.0.0.1:9');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Fill this in too: Mail server is set')).toBeVisible();
  await dialog.getByLabel('Sender of mails').fill('post@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('list', { name: /^Mail, wallets/ })
    .getByRole('button', { name: 'Send yourself' })
    .click();
  await expect(page.getByText('Nothing answers at 127.0.0.1:9.')).toHaveCount(1);
  const history = page.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Mail server: Set · Sender of mails: Set (post@example.com)');
  await change.click();
  const undo = dialog.getByRole('button', { name: 'Undo' });
  await dialog.getByRole('button', { name: 'Remove Mail server' }).click();
  await undo.click();
  await expect(undo).toBeHidden();
  await dialog.getByRole('button', { name: 'Remove Mail server' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(history).toContainText('Mail server: Removed');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('Mail server: Set · Sender of mails: Set (post@example.com)')).toBeVisible();
});
