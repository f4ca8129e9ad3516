import { type Transaction, pendingPayment } from '../../src/money/payments/contract.ts';
import { newHash } from '../api/payments/payments.ts';
import { makeAdmin, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectFits, openQueue, says, send, signIn, submit, test, timeline } from './kit/index.ts';
import { readAs } from '../kit/read.ts';

/** Payments of two customers, verified, verified with less, rejected and waiting. */
async function decided(app: TestApp): Promise<{ admin: TestActor; first: Transaction }> {
  const admin = await makeAdmin(app, await signUp(app, { fullName: 'Ada Admin' }));
  const [ada, bob] = [
    await signUp(app, { email: 'ada@example.com' }),
    await signUp(app, { email: 'bob@example.com', fullName: 'Bob Noakes' }),
  ];
  const first = await submit(ada);
  const hash = `0x${newHash()}`;
  const second = await submit(bob, { amount: '250', cryptocurrency: 'ETH', transactionHash: hash });
  const third = await submit(bob, { amount: '75' });
  await submit(ada, { amount: '60' });
  const verify = (id: string, transactionHash: string | null, more = {}) =>
    send(admin, '/api/admin/verify-payment', { transactionId: id, transactionHash, ...more });
  await verify(first.id, first.transactionHash);
  await verify(second.id, hash, { amountReceived: '240' });
  await send(admin, '/api/admin/reject-payment', { transactionId: third.id, reason: 'Nothing arrived' });
  return { admin, first };
}

test('the history is filtered, searched, opened and exported, and grows by itself', async ({ app, page }) => {
  const { admin, first } = await decided(app);
  await signIn(page, admin);
  await openQueue(page);
  await page.getByLabel('Payments shown').selectOption('decided');
  const history = page.getByRole('list', { name: 'Payments' });
  const rows = history.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('Nothing arrived');
  await expectFits(page, 360, 1280);

  await page.getByLabel('Coin').selectOption('ETH');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('£240.00 arrived, £250.00 was due');
  await page.getByLabel('Coin').selectOption('');
  await page.getByLabel('Amount from').fill('80');
  await page.getByLabel('Amount to').fill('200');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Amount to').fill('');
  const wrong = page.getByRole('alert').filter({ hasText: 'Amounts are pounds, like 1000 or 49.50.' });
  for (const typed of ['abc', '1,000']) {
    await page.getByLabel('Amount from').fill(typed);
    await expect(wrong).toBeVisible();
  }
  await page.getByLabel('Amount from').fill('');
  await expect(wrong).toHaveCount(0);
  await page.getByLabel('Search email, hash or ID').fill('BOB@');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Payments shown').selectOption('failed');
  await expect(rows).toHaveCount(1);
  const exported = page.getByRole('link', { name: 'Export' });
  await expect(exported).toHaveAttribute('href', '/api/admin/payments.csv?status=failed&search=BOB%40');

  await page.getByLabel('Payments shown').selectOption('verified');
  await page.getByLabel('Search email, hash or ID').fill(`https://mempool.space/tx/${first.transactionHash}`);
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /Details of the payment of £100.00/ }).click();
  const drawer = page.getByRole('dialog');
  await expectFits(page, 360, 1280);
  await expect(drawer).toContainText('ada@example.com');
  await expect(timeline(page)).toContainText('by Ada Admin');
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Search email, hash or ID').fill('ada@');
  await expect(rows).toHaveCount(1);
  const [waiting] = await readAs(admin.as('/api/admin/pending-payments'), pendingPayment.array());
  await send(admin, '/api/admin/verify-payment', {
    transactionId: waiting?.id,
    transactionHash: waiting?.transactionHash,
  });
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Payments shown').selectOption('pending');
  await says(page, 'No pending payments');
});
