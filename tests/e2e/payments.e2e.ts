import { chainEvidence } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import type { Transaction } from '../../src/money/payments/contract.ts';
import { balanceOf, signUp } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { parseMoney } from '../../src/platform/kit/money.ts';
import { submit, openBilling, cardOf, balance, says, timeline, administrator } from './kit/payments.ts';
import { signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { paymentEvidenceEvent } from '../../src/money/evidence/events.ts';

/** Stores evidence of a payment as the watcher would. */
const see = (app: TestApp, payment: Transaction, found: Partial<typeof chainEvidence.$inferInsert>) =>
  transact(app.deps, async (tx) => {
    const { id: transactionId, userId } = payment;
    const row = { transactionHash: payment.transactionHash ?? '', confirmationsWanted: 2, confirmations: 0 };
    const shown = { ...row, ...found, foundAt: tx.now, checkedAt: tx.now };
    await tx.db
      .insert(chainEvidence)
      .values({ transactionId, ...shown })
      .onConflictDoUpdate({ target: chainEvidence.transactionId, set: shown });
    const { confirmations, confirmationsWanted } = shown;
    tx.publish(paymentEvidenceEvent, userId, {
      transactionId,
      userId,
      foundAt: tx.now.toISOString(),
      confirmations,
      confirmationsWanted,
    });
  });

test('less and more than was due is credited while the customer looks', async ({ app, page, openBrowser }) => {
  const customer = await signUp(app);
  await signIn(page, customer);
  await openBilling(page);
  const panel = await openBrowser();
  await administrator(app, panel, 'Ada Admin');

  await test.step('less, in the coin, at the rate of the payment', async () => {
    const payment = await submit(customer);
    const card = cardOf(panel, customer);
    const hash = panel.getByLabel('Transaction hash', { exact: true });
    await hash.fill('zz');
    await card.getByRole('button', { name: 'Verify' }).click();
    await expect(hash).toBeFocused();
    await expect(hash).toHaveAccessibleDescription(/^A Bitcoin transaction hash has 64 characters/);
    await expect(panel.getByRole('dialog')).toHaveCount(0);
    await card.getByRole('button', { name: /use customer.s hash/i }).click();
    await expect(hash).not.toHaveAttribute('aria-invalid');
    await card.getByLabel('Amount that arrived').fill('1e5');
    await expect(card.getByText('Please enter an amount')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Verify' })).toBeDisabled();
    await see(app, payment, {
      confirmations: 1,
      arrived: '0.00144',
      arrivedValue: parseMoney('80'),
      reasons: ['too_little'],
    });
    await card.getByRole('button', { name: 'Use the blockchain amount: 0.00144 BTC' }).click();
    await expect(card.getByText("£80.00 at the payment's own rate will be credited.")).toBeVisible();
    await card.getByRole('button', { name: 'Verify' }).click();
    await expect(card).toHaveCount(0);
    await expect(
      panel.getByRole('heading', { name: 'Payment Verification' }),
      'the focus stays in the queue',
    ).toBeFocused();
    await expect(balance(page)).toContainText('£80.00');
    await says(page, '£80.00 arrived and has been added to your balance; £100.00 was due.');
    await says(page, '£80.00 arrived, £100.00 was due');
    await says(page, '0.00144000 BTC arrived, 0.00180000 BTC was due');
  });
});

test('verifying against what the chain says asks for a reason, which the history keeps', async ({
  app,
  page,
  openBrowser,
}) => {
  const customer = await signUp(app);
  const payment = await submit(customer);
  const elsewhere = 'It went to another address than ours.';
  await see(app, payment, { confirmations: 2, verdict: 'differs', reasons: ['wrong_address'] });
  const evidence = Promise.withResolvers<void>();
  await page.route('**/evidence', (route) => evidence.promise.then(() => route.continue()));
  await administrator(app, page, 'Ada Admin');
  const theirs = await openBrowser();
  await signIn(theirs, customer);
  await says(theirs, '£100.00');
  await theirs.goto('/healthz');
  const card = cardOf(page, customer);
  const verify = card.getByRole('button', { name: 'Verify' });
  // The hash is the customer's own: only the chain speaks against it.
  await card.getByRole('button', { name: /use customer.s hash/i }).click();
  await expect(verify, 'it waits until the evidence is known').toHaveAttribute('aria-busy', 'true');
  await verify.press('Enter');
  evidence.resolve();
  await expect(card.getByText(/no node of Bitcoin is set/), 'what is known of it was read').toBeVisible();
  await verify.click();
  await expect(page.getByText('The blockchain contradicts this payment.').first()).toBeVisible();
  await card.getByLabel('Why it is verified all the same').fill('The customer showed the transfer between our wallets');
  await verify.click();
  const asked = page.getByRole('dialog', { name: 'Verify despite this?' });
  await expect(asked).toContainText('£100.00');
  await expect(asked).toContainText(customer.email);
  await expect(asked.getByRole('list', { name: 'What does not match' }).getByRole('listitem')).toHaveText([elsewhere]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await balanceOf(customer)).toBe('0.00');

  await verify.click();
  await asked.getByRole('button', { name: 'Verify anyway' }).click();
  await expect(card).toHaveCount(0);
  expect(await balanceOf(customer)).toBe('100.00');
  // Decided while their page was closed: the bell says so until the list was seen.
  await openBilling(theirs);
  const bell = theirs.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications: some are unread');
  await bell.press('Enter');
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Payment verified' })).toContainText('Unread');
  await theirs.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Notifications');
  // Even if the chain agrees later.
  await see(app, payment, { confirmations: 3, verdict: 'matches', reasons: [] });
  await page.getByLabel('Payments shown').selectOption('verified');
  await page.getByRole('button', { name: /Details of the payment of £100.00/ }).click();
  const verified = timeline(page).getByRole('listitem').filter({ hasText: 'by Ada Admin' });
  await expect(verified).toContainText('Verified despite objections');
  await expect(verified).toContainText(elsewhere);
});

test.describe('above the configured amount', () => {
  test.use({ env: { APPROVAL_ABOVE_GBP: '500' } });

  test('a second administrator agrees, in two browsers', async ({ app, page, openBrowser }) => {
    const customer = await signUp(app);
    const [first, second] = [await openBrowser(), await openBrowser()];
    await administrator(app, first, 'Ada Admin');
    await administrator(app, second, 'Bea Admin');
    await signIn(page, customer);
    const payment = await submit(customer, { amount: '600' });
    const [card, other] = [cardOf(first, customer), cardOf(second, customer)];

    await card.getByRole('button', { name: /use customer.s hash/i }).click();
    await card.getByLabel('Currency').selectOption('pounds');
    await card.getByLabel('Amount that arrived').fill('590');
    await expect(card.getByText('Above £500.00, two approvals are needed. Yours is first.')).toBeVisible();
    await card.getByRole('button', { name: 'Verify' }).click();
    await says(first, 'Another administrator has to verify it with the same hash and amount.');
    await expect(card.getByText('Approved by Ada Admin, waiting for a second administrator')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Verify' })).toBeDisabled();

    await test.step('taken back and given again, live', async () => {
      await expect(other.getByText('Approved by Ada Admin, waiting for a second administrator')).toBeVisible();
      await card.getByRole('button', { name: 'Withdraw my approval' }).click();
      await expect(other.getByText(/waiting for a second administrator/)).toHaveCount(0);
      await card.getByRole('button', { name: /use customer.s hash/i }).click();
      await card.getByRole('button', { name: 'Verify' }).click();
      await expect(other.getByText(/waiting for a second administrator/)).toBeVisible();
    });

    await other.getByText('Payment progress').click();
    await expect(timeline(second)).toContainText('Approved by a first administrator');
    await expect(timeline(second)).toContainText('by Ada Admin');
    await other.getByRole('button', { name: 'Use the same hash and amount' }).click();
    await expect(second.getByLabel('Transaction hash', { exact: true })).toHaveValue(payment.transactionHash ?? '');
    await other.getByRole('button', { name: 'Verify' }).click();
    await expect(other).toHaveCount(0);
    await expect(card).toHaveCount(0);
    await expect(balance(page)).toContainText('£590.00');
  });
});
