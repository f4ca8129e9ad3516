import type { Page } from '@playwright/test';
import { credit, makeAdmin, makeReseller } from '../kit/actors.ts';
import { makeCustomer, holdPrices, transfer } from '../kit/customers.ts';
import { makeDeck } from '../kit/decks.ts';
import { expect, expectAccessible, expectFits, signIn, signInByPassword, test, toasts } from './kit/index.ts';

async function openTab(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard?section=reseller');
  await page.getByRole('tab', { name }).click();
}

test('a reseller makes a customer, passes credit on, and suspends', async ({ app, page, openBrowser }) => {
  const reseller = await makeReseller(app);
  await credit(app, reseller, '100.00');
  await signIn(page, reseller);
  await openTab(page, 'Customers');
  await expect(page.getByText('No customers yet')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add customer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByText('Invalid email address')).toBeVisible();
  await dialog.getByLabel('Email').fill('grace@example.com');
  await dialog.getByLabel('Full name').fill('Grace Hopper');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog.getByText('Account created')).toBeVisible();
  const password = (await dialog.locator('.font-mono span').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'View Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Transfer credit' }).click();
  const amount = page.getByLabel('Amount in pounds');
  await amount.fill('500');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Only £100.00 is available.')).toBeVisible();
  await amount.fill('40');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('£40.00 goes from').or(page.getByText('£40 goes from'))).toBeVisible();
  await page.getByRole('button', { name: 'Transfer credit' }).last().click();
  await expect(page.getByText('Credit transferred', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByText('£40.00')).toBeVisible();
  await expectAccessible(page);

  const customer = await openBrowser();
  await signInByPassword(customer, { email: 'grace@example.com', password });
  await expect(customer.getByRole('banner').getByText('£40.00')).toBeVisible();

  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Suspend' }).last().click();
  await expect(page.getByText('Customer suspended', { exact: true })).toBeVisible();
  await expect(customer.getByText(/suspended/i).first()).toBeVisible();
});

test('a price list reaches the customer, who has no coin to pay with', async ({ app, page, openBrowser }) => {
  const reseller = await makeReseller(app);
  const person = await makeCustomer(app, reseller);
  await signIn(page, reseller);
  await openTab(page, 'Prices');
  const sms = page.getByLabel('SMS, per segment (£)');
  await sms.fill('0.01');
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'your own rate' }).first()).toBeVisible();
  await sms.fill('0.07');
  const raise = async (answer: string) => {
    await page.getByRole('button', { name: 'Save prices' }).click();
    await expect(page.getByRole('dialog')).toContainText('£0.03 → £0.07');
    await page.getByRole('dialog').getByRole('button', { name: answer }).click();
  };
  await raise('Back');
  await raise('Save prices');
  await expect(page.getByText('Prices saved', { exact: true })).toBeVisible();
  // It is dearer than before: the customer has been told, and pays it a day later.
  await expect(page.getByText('A message segment will cost £0.07 from')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel the change' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the change' }).click();
  await expect(page.getByText('The change was cancelled', { exact: true })).toBeVisible();
  await expect(sms).toHaveValue('');
  await sms.fill('0.07');
  await raise('Save prices');
  await expect(page.getByText('A message segment will cost £0.07 from')).toBeVisible();
  const overview = await openBrowser();
  await signIn(overview, await makeAdmin(app), '/admin');
  const told = overview
    .getByRole('listitem')
    .filter({ hasText: 'Prices of a reseller changed · Price list · Messages' });
  await expect(told).toHaveText([
    /: standard price → £0.07, applies from .*:\d\d/,
    /: £0.07 will not apply; standard price stays/,
    /: standard price → £0.07, applies from .*:\d\d/,
  ]);
  await holdPrices(app);

  await page.getByRole('tab', { name: 'Customers' }).click();
  await expect(page.getByText('Grace Hopper')).toBeVisible();
  await expectFits(page);

  const customer = await openBrowser();
  await signIn(customer, person);
  await customer.goto('/billing');
  await expect(customer.getByText(/tops up your balance/)).toBeVisible();
  await expect(customer.getByText('Bitcoin')).toHaveCount(0);
  await expectAccessible(customer);
  await customer.goto('/dashboard?section=sms');
  await expect(customer.getByText('£0.07').first()).toBeVisible();
  // Resale ends with the first reseller, whose own rates customers do not read.
  await expect(customer.getByRole('link', { name: 'Reseller' })).toHaveCount(0);
  await customer.goto('/dashboard?section=reseller');
  await customer.waitForURL('**/dashboard');
  await expect(customer.getByText('£0.02')).toHaveCount(0);
});

test('one customer’s price: asked by name, in sight when announced, taken back, lowered', async ({ app, page }) => {
  const reseller = await makeReseller(app);
  await credit(app, reseller, '100.00');
  const person = await makeCustomer(app, reseller);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, reseller);
  await openTab(page, 'Customers');
  await page.getByRole('button', { name: 'View Grace Hopper' }).click();
  const drawer = page.getByRole('dialog', { name: 'Grace Hopper', exact: true });
  const question = page.getByRole('dialog', { name: 'Raise prices for Grace Hopper?' });
  const sms = drawer.getByLabel('SMS, per segment (£)');
  await sms.fill('0.07');
  await sms.press('Enter');
  await expect(question).toContainText('Grace Hopper is told by email now');
  await expect(question).toContainText('£0.03 → £0.07');
  await question.getByRole('button', { name: 'Save prices' }).click();
  await expect(drawer.getByText(/will cost £0.07 from .* emailed Grace Hopper/)).toBeInViewport();
  const [head, toast] = [drawer.getByRole('heading', { name: 'Grace Hopper' }), toasts(page)];
  const [top, low] = await Promise.all([head.boundingBox(), toast.boundingBox()]);
  expect(low?.y, 'below the name').toBeGreaterThan((top?.y ?? 740) + (top?.height ?? 0));
  await page.keyboard.press('Tab');
  const cancel = drawer.getByRole('button', { name: 'Cancel the change' });
  await expect(cancel).toBeFocused();

  // What is charged now is compared; what is typed stays when the customer's balance changes.
  await sms.fill('0.08');
  await drawer.getByRole('button', { name: 'Save prices' }).click();
  await expect(question).toContainText(/£0.03 → £0.08.*Instead of what is announced: .* £0.07 from/);
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(question).toHaveCount(0);
  await transfer(reseller, person, '12.34');
  await expect(drawer.getByText('£12.34')).toBeVisible();
  await expect(sms).toHaveValue('0.08');
  await cancel.click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel the change' }).click();
  await expect(cancel).toHaveCount(0);
  await expect(drawer.getByRole('group', { name: 'Messages', exact: true })).toBeFocused();

  await sms.fill('0.02');
  await sms.press('Enter');
  await expect(drawer.getByText('Charged now: £0.02.')).toBeVisible();
  await sms.fill('');
  await sms.press('Enter');
  await expect(question).toContainText('£0.02 → £0.03');
});

test('a reseller chooses a list of prices by keyboard; administrators see it', async ({ app, page, openBrowser }) => {
  const reseller = await makeReseller(app);
  await makeCustomer(app, reseller);
  const deckId = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0250' }]);
  await signIn(page, reseller);
  await openTab(page, 'Prices');
  const messages = page.getByRole('group', { name: 'What messages cost' });
  await page.getByLabel('Single destinations of messages').fill('44 0.05\n44x');
  await expect(page.getByText('Write each line as a prefix and a price: 44x')).toBeVisible();
  await messages.getByRole('radio', { name: 'One price' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Messages, % of our price')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('No list is offered to you at the moment.')).toBeVisible();

  const administrator = await openBrowser();
  await signIn(administrator, await makeAdmin(app), '/admin');
  await administrator.getByRole('tab', { name: 'Prices' }).click();
  const offer = administrator.getByRole('button', { name: 'Offer to resellers' });
  await offer.click();
  await expect(offer).toHaveAttribute('aria-pressed', 'true');

  await openTab(page, 'Prices');
  await messages.getByRole('radio', { name: 'A list of prices' }).check();
  await page.getByLabel('List of message prices').selectOption(deckId);
  await expect(page.getByRole('link', { name: 'See the prices (CSV)' })).toBeVisible();
  await expectFits(page, 1280, 360);
  // Nobody pays more by it, so nobody is asked.
  await page.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Prices saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('List of message prices')).toHaveValue(deckId);

  await administrator.reload();
  await administrator.getByRole('tab', { name: 'Prices' }).click();
  await expect(administrator.getByText(`In the price lists of: ${reseller.email}`)).toBeVisible();
  await expectAccessible(administrator);
});
