import { proveBooks, PROVE_MS } from '../../src/money/proof/prove.ts';
import { makeAdmin, signUp } from '../kit/actors.ts';
import { liftGuard } from '../ledger/rows.ts';
import { expect, expectAccessible, openQueue, send, signIn, submit, test, timeline } from './kit/index.ts';

test('a verified payment is reversed, and its owner sees what is owed', async ({ app, page, openBrowser }) => {
  const admin = await makeAdmin(app, await signUp(app, { fullName: 'Ada Admin' }));
  const customer = await signUp(app, { email: 'bob@example.com', fullName: 'Bob Noakes' });
  const payment = await submit(customer);
  const { id: transactionId, transactionHash } = payment;
  await send(admin, '/api/admin/verify-payment', { transactionId, transactionHash });
  await send(admin, `/api/admin/users/${customer.id}/adjustments`, { amount: '-70', reason: 'Spent' });

  const theirs = await openBrowser();
  await signIn(theirs, customer, '/billing');

  await signIn(page, admin);
  await openQueue(page);
  await page.getByLabel('Payments shown').selectOption('verified');
  await page.getByRole('button', { name: /Details of the payment of £100.00/ }).click();
  await page.getByRole('button', { name: 'Reverse payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse a verified payment' });
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue('100.00');
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
  await expect(dialog).toContainText('Please give a reason');
  await dialog.getByLabel('Reason, which the customer reads').fill('It never arrived');
  await dialog.getByRole('switch', { name: 'Free the transaction hash' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(timeline(page)).toContainText('Reversed');
  await expect(timeline(page)).toContainText('It never arrived');
  await expect(page.getByRole('button', { name: 'Reverse payment' })).toBeHidden();

  await expect(theirs.getByText('You owe £70.00')).toBeVisible();
  await expectAccessible(theirs);
});

test('administrators see whether the books add up, and for how long data is kept', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const customer = await signUp(app, { email: 'bob@example.com' });
  await send(admin, `/api/admin/users/${customer.id}/adjustments`, { amount: '10', reason: 'A gift' });
  await signIn(page, admin, '/admin');
  await expect(page.getByRole('heading', { name: 'Ledger check' })).toBeVisible();
  const kept = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Data retention' }) });
  await expect(kept.locator('dl > div').filter({ hasText: 'Webhook logs' })).toContainText('30 days · 0 due');
  await expect(kept.locator('dl > div').filter({ hasText: 'Texts of messages' })).toContainText('730 days');
  await liftGuard(app.deps.sql);
  await app.deps.sql`update users set credits = 500 where id = ${customer.id}`;
  for (let minute = 0; minute < 3; minute++) {
    app.clock.advance(PROVE_MS);
    await proveBooks(app.deps);
  }
  const differences = page.getByRole('list', { name: 'Not balanced' });
  await expect(differences).toContainText('bob@example.com');
  await expect(page.getByText('Payments cannot be verified')).toBeVisible();
  await expectAccessible(page);
});
