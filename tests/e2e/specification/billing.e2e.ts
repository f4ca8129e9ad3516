import { credit, makeAdmin, signUp } from '../../kit/actors.ts';
import { expect, expectToast, expectToasts, openQueue, PIXEL, refuse, signIn, submit, test } from '../kit/index.ts';

const HASH = 'ab'.repeat(32);

test('coins and amounts: presets, the minimum, conversion, and what is missing', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/billing');
  const go = () => page.getByRole('button', { name: 'Continue to payment' }).click();
  const missing = page.getByText('Please select cryptocurrency and amount');
  await go();
  await expect(missing).toBeVisible();
  await expect(page.getByRole('group', { name: 'Cryptocurrency' })).toContainText('Please select a cryptocurrency');
  await expect(page.getByRole('group', { name: 'Amount' })).toContainText('Please select an amount');
  await page.getByRole('radio', { name: /^Ethereum/ }).click();
  await expect(missing).toHaveCount(0);
  await go();
  await expect(missing).toBeVisible();
  await expect(page.getByRole('radio', { name: /^£/ })).toHaveCount(3);
  for (const preset of [/£50\s*Minimum/, /£100$/, /£250\s*Popular/]) {
    await expect(page.getByRole('radio', { name: preset })).toBeVisible();
  }
  await expect(page.getByPlaceholder('Minimum £50')).toBeVisible();
  await expect(page.getByText(/keeping at least £50 of credit for uninterrupted service/)).toBeVisible();
  await page.getByRole('radio', { name: /^£100/ }).click();
  for (const [coin, amount] of [
    [/^Bitcoin/, '0.00180000 BTC'],
    [/TRC-20/, '127.000000 USDT'],
    [/ERC-20/, '127.000000 USDT'],
    [/^Ethereum/, '1.60000000 ETH'],
    [/^Solana/, '26.00000000 SOL'],
  ] as const) {
    await page.getByRole('radio', { name: coin }).first().click();
    await expect(page.getByText(amount, { exact: true })).toBeVisible();
  }
  const custom = page.getByLabel('Custom amount');
  for (const [amount, fault] of [
    ['49.99', 'The minimum amount is £50'],
    ['1,000', 'Amount must be a positive number of pounds with at most 2 decimals'],
    ['-50', 'Amount must be a positive number of pounds with at most 2 decimals'],
  ] as const) {
    await custom.fill(amount);
    await go();
    await expect(page.getByRole('alert')).toHaveText(fault);
  }
  await custom.fill('50');
  await expect(page.getByText('13.00000000 SOL', { exact: true })).toBeVisible();
});

test('the payment dialog: copying, the hash, the receipt, and how submitting went', async ({ app, openBrowser }) => {
  // Copying wants an address that counts as secure.
  const page = await openBrowser({
    baseURL: app.url.replace('127.0.0.1', 'localhost'),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const person = await signUp(app);
  await signIn(page, person, '/billing');
  await page.getByRole('radio', { name: 'Bitcoin' }).click();
  await page.getByRole('radio', { name: /^£50/ }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const dialog = page.getByRole('dialog');
  // Dialogs have at most the large size.
  const panel = page.locator('[id^="headlessui-dialog-panel"]');
  expect((await panel.boundingBox())?.width).toBe(512);
  const file = dialog.locator('input[type=file]');
  await expect(file).not.toHaveAttribute('multiple');
  const accepted = (await file.getAttribute('accept')) ?? '';
  for (const kind of ['image/png', 'image/jpeg', '.pdf', '.doc', '.docx']) expect(accepted).toContain(kind);
  const press = () => dialog.getByRole('button', { name: 'Submit payment' }).click();
  await press();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a transaction hash');
  const png = { name: 'receipt.png', mimeType: 'image/png' };
  const path = `**/api/users/${person.id}/transactions`;
  const failure = { variant: 'destructive' } as const;
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT') calls.push(pathname.replace(/[\w-]{20,}.*/, '…'));
  });
  let sent: Record<string, unknown> = {};
  const copied: string[] = [];
  for (const what of ['amount', 'address']) {
    const provoke = () => dialog.getByRole('button', { name: `Copy ${what}` }).click();
    await expectToasts(page, [{ situation: `the ${what} is copied`, provoke, title: 'Copied' }]);
    copied.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  await expectToasts(page, [
    {
      situation: 'a receipt above 5 MB',
      provoke: () => file.setInputFiles({ ...png, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }),
      title: 'File Too Large',
      description: 'File must be smaller than 5MB',
      ...failure,
    },
    {
      situation: 'a receipt of another kind',
      provoke: () => file.setInputFiles({ name: 'receipt.exe', mimeType: 'application/x-msdownload', buffer: PIXEL }),
      title: 'Upload Failed',
      description: 'Failed to upload file. Please try again.',
      ...failure,
    },
    {
      situation: 'a receipt that does not arrive',
      provoke: async () => {
        await refuse(page, '**/api/objects/upload', { status: 503 });
        await file.setInputFiles({ ...png, buffer: PIXEL });
      },
      title: 'Upload Failed',
      description: 'Failed to upload file. Please try again.',
      ...failure,
    },
    {
      situation: 'a receipt that arrives',
      provoke: async () => {
        await page.unroute('**/api/objects/upload');
        await file.setInputFiles({ ...png, buffer: PIXEL });
      },
      title: 'Upload Successful',
    },
    {
      situation: 'not submitted',
      provoke: async () => {
        await dialog.getByLabel('Transaction hash').fill(HASH);
        await page.route(path, (route) => route.abort());
        await press();
      },
      title: 'Error',
      description: 'Failed to submit payment details',
      ...failure,
    },
    {
      situation: 'submitted',
      provoke: async () => {
        await page.unroute(path);
        const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/transactions'));
        await press();
        sent = (await request).postDataJSON();
      },
      title: 'Payment Submitted Successfully',
      description: 'Your balance will be credited once the payment has been verified by an admin.',
    },
  ]);
  expect(calls).toEqual(expect.arrayContaining(['/api/objects/upload']));
  expect(sent).toMatchObject({
    type: 'credit_purchase',
    amount: '50',
    status: 'pending',
    cryptocurrency: 'BTC',
    // Each quote has an amount of its own, told apart by the last digits.
    cryptoAmount: expect.stringMatching(/^0\.00090[01]\d\d$/),
    transactionHash: HASH,
    walletAddress: expect.any(String),
    receiptImageUrl: expect.any(String),
    description: expect.any(String),
  });
  expect(copied).toEqual([String(sent.cryptoAmount).replace(/0+$/, ''), sent.walletAddress]);
});

test('the five latest transactions, with the mark of each status', async ({ app, page, openBrowser }) => {
  const person = await signUp(app);
  await submit(person);
  for (const pounds of ['1.00', '2.00', '3.00', '4.00']) await credit(app, person, pounds);
  const rejected = await submit(person);
  const admin = await makeAdmin(app);
  await admin.as('/api/admin/reject-payment', { json: { transactionId: rejected.id } });
  await signIn(page, person, '/billing');
  const table = page.getByRole('table', { name: 'Recent transactions' });
  await expect(table.getByRole('row')).toHaveCount(6);
  const shown = (state: string) => table.getByText(state, { exact: true }).filter({ visible: true });
  await expect(shown('Pending')).toHaveCount(1);
  await expect(table.getByRole('row').last(), 'by their dates').toContainText('Pending');
  await expect(shown('Failed')).toHaveCount(1);
  await expect(shown('Completed')).toHaveCount(3);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Payment waiting for verification' })).toBeVisible();
  await page.keyboard.press('Escape');
  const panel = await openBrowser();
  await signIn(panel, admin, '/admin');
  await openQueue(panel);
  const card = panel.getByRole('article').filter({ hasText: person.email });
  await card.getByRole('button', { name: /use customer.s hash/i }).click();
  await card.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(shown('Verified')).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 740 });
  const last = () => table.getByRole('row').last().boundingBox();
  await expect.poll(async () => (await last())?.height, 'two lines').toBeLessThan(90);
  await expectToast(page, { title: 'Payment Verified' });
  await expect(page.getByRole('banner')).toContainText('£110.00');
});
