import { chainEvidence } from '../../db/schema/index.ts';
import { balanceOf, signUp } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, test } from './kit/index.ts';
import { administrator, cardOf, openPayment, says, send, submit } from './kit/payments.ts';

test('several that match are verified in one go, and each has its own answer', async ({ app, page }) => {
  const [ada, bob, eve] = [await signUp(app), await signUp(app), await signUp(app)];
  const payments = [await submit(ada), await submit(bob), await submit(eve)] as const;
  const verdicts = ['matches', 'matches', 'differs'] as const;
  await app.deps.db.insert(chainEvidence).values(
    payments.map(({ id: transactionId, transactionHash }, at) => ({
      ...{ transactionId, transactionHash: transactionHash ?? '', confirmationsWanted: 2 },
      verdict: verdicts[at],
    })),
  );
  const admin = await administrator(app, page, 'Ada Admin');
  await page.getByRole('banner').getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: '3 payments waiting' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mark 2 that match' }).click();
  await page.getByRole('button', { name: 'Verify 2 marked payments' }).click();
  // Somebody else is quicker with one of them.
  await page.route('**/api/admin/verify-payment', async (route) => {
    const { id: transactionId } = payments[1];
    const isSecond = route.request().postData()?.includes(transactionId);
    if (isSecond) await send(admin, '/api/admin/reject-payment', { transactionId });
    await route.continue();
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click();
  const results = page.getByRole('dialog', { name: 'What became of them' });
  await expect(results.getByRole('listitem')).toHaveText([/Verified$/, /Ada Admin has already rejected this payment$/]);
  await results.getByRole('button', { name: 'Close' }).click();
  expect([await balanceOf(ada), await balanceOf(bob), await balanceOf(eve)]).toEqual([...['100.00', '0.00', '0.00']]);
  await expect(cardOf(page, eve)).toBeVisible();
  await expectAccessible(page);
});

test('filters are in the address, keys lead through, and the second learns of the first', async ({
  app,
  page,
  openBrowser,
}) => {
  const [ada, bob] = [await signUp(app), await signUp(app)];
  await submit(ada);
  const second = await submit(bob, { amount: '250' });
  await administrator(app, page, 'Ada Admin');
  const elsewhere = await openBrowser();
  const other = await administrator(app, elsewhere, 'Bea Admin');

  await openPayment(page, bob);
  await page.keyboard.press('t');
  await expect(elsewhere.getByText('Ada Admin is at it')).toBeVisible();
  await page.keyboard.press('k');
  await expect(cardOf(page, ada)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(bob.email);
  await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(bob.email);
  await expect(page.getByRole('list', { name: 'Pending Crypto Payments' }).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Search email, hash or ID')).toHaveValue(bob.email);
  await expect(cardOf(page, bob)).toBeVisible();
  await page.getByLabel('Search email, hash or ID').fill('');
  await page.getByLabel('Amount from').fill('200');
  await expect(cardOf(page, bob)).toBeVisible();
  await expect(page.getByText(ada.email)).toHaveCount(0);

  const hash = page.getByLabel('Transaction hash', { exact: true });
  await page.getByLabel('Amount from').fill('');
  await openPayment(page, bob);
  await page.keyboard.press('u');
  await expect(hash).toHaveValue(second.transactionHash ?? '');
  await send(other, '/api/admin/verify-payment', {
    ...{ transactionId: second.id, transactionHash: second.transactionHash },
  });
  await says(page, 'Bea Admin has already verified this payment');
  await expect(hash, 'what was typed does not meet the next payment').toHaveValue('');
  await expect(cardOf(page, ada)).toBeVisible();
  await expectFits(page, 360, 1280);

  await submit(bob);
  await page.keyboard.press('u');
  await cardOf(page, ada).getByRole('button', { name: 'Verify' }).dblclick();
  await expect(cardOf(page, ada), 'a second press meets no other payment').toContainText('This payment is verified.');
  await page.getByRole('button', { name: 'Next payment' }).click();
  await expect(cardOf(page, bob).getByRole('button', { name: 'Verify' })).toBeVisible();
});
