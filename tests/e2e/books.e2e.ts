import { transact } from '../../src/platform/events/transact.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { issueInvoice } from '../../src/money/invoices/issue.ts';
import { funded, makeAdmin } from '../kit/actors.ts';
import { newNumber, send, untilStatus } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('an administrator reads the month, and gives a part of an invoice back', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const person = await funded(app, '5.00');
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'delivered');
  const seller = {
    ...{ name: 'Topline Ltd', street: 'High Street 1', city: 'London', postcode: 'N1 1AA', country: 'GB' },
    ...{ companyNumber: '12345678', vatNumber: 'GB980780684', email: null },
  };
  const issued = await transact(app.deps, (tx) =>
    issueInvoice(tx, {
      ...{ issuer: '', seller, userId: person.id, periodFrom: '2026-10-01', periodTo: '2026-10-31' },
      items: [{ item: 'messages', gross: parseMoney('12.00') }],
    }),
  );
  await signIn(page, admin, '/admin#books');
  const sheet = page.getByRole('table', { name: 'Trial balance' });
  await expect(sheet.getByRole('row', { name: /2000 Credit of customers/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'DATEV' })).toBeVisible();
  const both = page.getByRole('table', { name: 'Balance sheet' }).getByRole('row', { name: /^Total/ });
  await expect(both).toHaveText(/(£[\d.]+).*\1/);
  await expect(page.getByText('Both sides agree')).toHaveCount(3);
  await expectAccessible(page);
  const row = page.getByRole('row', { name: new RegExp(issued?.number ?? '-') });
  await row.getByRole('button', { name: 'Credit note' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('12.01');
  await dialog.getByLabel('Reason').fill('agreed by telephone');
  await dialog.getByRole('button', { name: 'Credit note' }).click();
  await expect(dialog.getByText('At most £12 of this invoice is left to give back')).toBeVisible();
  await dialog.getByLabel('Amount').fill('6.00');
  await dialog.getByRole('button', { name: 'Credit note' }).click();
  await expect(page.getByRole('row', { name: /Credit note CN-/ })).toContainText('£6.00');
});

test('a customer has invoices beside statements, and says what stands on them', async ({ app, page }) => {
  const person = await funded(app, '5.00');
  await signIn(page, person, '/billing');
  await page.getByRole('link', { name: 'Invoices' }).click();
  await expect(page.getByText('No invoices yet')).toBeInViewport();
  await page.goto(`${app.url}/settings`);
  await page.getByRole('link', { name: 'Billing details' }).click();
  await expect(page.getByRole('heading', { name: 'Billing details' })).toBeInViewport();
  await page.getByLabel('VAT number').fill('GB980780685');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('it is written like GB123456789')).toBeVisible();
  await page.getByLabel('VAT number').fill('GB 980 7806 84');
  await page.getByLabel('I buy as a business').click();
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('An invoice to a business needs this')).toBeVisible();
  for (const label of ['Name on invoices', 'Street and number', 'City']) await page.getByLabel(label).fill('Ander');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('Billing details saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('VAT number')).toHaveValue('GB980780684');
  await expectAccessible(page);
});
