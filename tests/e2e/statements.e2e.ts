import type { Page } from '@playwright/test';
import { transact } from '../../src/platform/events/transact.ts';
import { negate, parseMoney } from '../../src/platform/kit/money.ts';
import { post } from '../../src/money/ledger/post.ts';
import type { TransactionRow } from '../../src/money/ledger/transaction-row.ts';
import { credit, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

async function charge(app: TestApp, person: TestActor, type: TransactionRow['type'], pounds: string): Promise<void> {
  const amount = parseMoney(pounds);
  const row = {
    userId: person.id,
    type,
    status: 'completed',
    amount,
    description: `${type} to +447911123456`,
  } as const;
  await transact(app.deps, (tx) => post(tx, row, { change: negate(amount), reason: type }));
}

/** A year of history that ends today, and a browser on its statement. */
async function open(page: Page, app: TestApp): Promise<TestActor> {
  const person = await signUp(app);
  const today = new Date();
  for (let back = 11; back >= 0; back--) {
    const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back));
    app.clock.moveTo(day.toISOString());
    await credit(app, person, '500.00');
    await charge(app, person, 'sms_charge', `${30 + 7 * back}.00`);
    await charge(app, person, 'voice_charge', `${12 + 3 * (back % 4)}.50`);
    await charge(app, person, 'did_purchase', '49.00');
    if (back === 6) await charge(app, person, 'voice_package', '150.00');
    if (back === 3) await charge(app, person, 'reseller_package', '250.00');
  }
  app.clock.moveTo(today.toISOString());
  await signIn(page, person);
  await expect(page.getByText('123456', { exact: true })).toHaveCount(2);
  await page.goto('/billing');
  await expect(page.getByText('123456', { exact: true })).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('heading', { name: 'Statements', exact: true })).toBeVisible();
  return person;
}

const lines = (page: Page) => page.getByRole('table', { name: 'Statement of account' });
const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');

test('a statement shows its period, its type and what happens meanwhile, and comes as files', async ({ app, page }) => {
  const person = await open(page, app);
  await expect(lines(page).getByRole('row')).toHaveCount(5);
  await expect(lines(page).getByText('123456', { exact: true }).filter({ visible: true })).toHaveCount(3);
  await expect(figure(page, 'Total in')).toHaveText('£500.00');
  await expect(figure(page, 'Total out')).toHaveText('£91.50');

  await credit(app, person, '5.00');
  await expect(figure(page, 'Total in')).toHaveText('£505.00');
  await expect(lines(page).getByRole('row')).toHaveCount(6);

  await page.getByLabel('Type').selectOption({ label: 'SMS' });
  await expect(figure(page, 'Total out')).toHaveText('£30.00');
  await expect(lines(page).getByRole('row')).toHaveCount(2);

  await page.getByLabel('Type').selectOption({ label: 'All types' });
  await page.getByRole('button', { name: 'Last 12 months' }).click();
  await expect(figure(page, 'Opening balance')).toHaveText('£0.00');
  await expect(page.getByText('51 transactions')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  expect((await lines(page).getByRole('row').last().boundingBox())?.height, 'three lines').toBeLessThan(90);
  await expect(lines(page).getByText('DID number', { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(/times are in \w/)).toBeVisible();
  await page.getByRole('link', { name: 'Billing details' }).click();
  await expect(page.getByRole('heading', { name: 'Billing details' })).toBeInViewport();
  await expectFits(page, 360, 1280);
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the statement as CSV' }).click();
  expect((await csv).suggestedFilename()).toMatch(/^statement-.*\.csv$/);
  const pdf = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the statement as PDF' }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^statement-.*\.pdf$/);

  await page.getByLabel('First day').fill('2020-01-01');
  await expect(page.getByRole('alert').filter({ hasText: 'at most 366 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(figure(page, 'Total in')).toHaveText('£500.00');

  await expect(page.getByRole('listbox', { name: /^Spend by kind: £/ })).toBeVisible();
  const bars = page.getByRole('listbox', { name: /^Spend by kind: £/ }).getByRole('option');
  await expect(bars).toHaveCount(12);
  await bars.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(bars.nth(10)).toBeFocused();
  await expect(bars.nth(10)).toHaveAccessibleName(/£\d/);
  await test.step('a bar that is pointed at shows its amounts, and each kind has a look of its own', async () => {
    const chart = page.getByRole('figure').filter({ has: bars.first() });
    const details = chart.getByText('Reseller', { exact: true });
    // In the legend, and beside the bar of the month in which one was bought.
    await expect(details).toHaveCount(1);
    await bars.nth(8).hover();
    await expect(details).toHaveCount(2);
    await expect(chart.getByText('£371.50')).toBeVisible();
    await bars.nth(9).focus();
    await expect(details).toHaveCount(1);
    await expect(chart.getByText('£111.50')).toBeVisible();

    const looks = await bars.nth(8).evaluate((bar) =>
      [...bar.querySelectorAll('rect')].slice(1).map((part) => {
        const fill = part.getAttribute('fill') ?? '';
        const pattern = /^url\(#(.+)\)$/.exec(fill)?.[1];
        return pattern
          ? (document.getElementById(pattern)?.firstElementChild?.nextElementSibling?.nodeName ?? '')
          : fill;
      }),
    );
    expect(looks).toEqual(['var(--accent)', 'path', 'circle', 'path']);
  });
  await page.getByRole('button', { name: 'Show table' }).click();
  const spend = page.getByRole('table', { name: 'Spend over the last 12 months' }).getByRole('row');
  await expect(spend).toHaveCount(13);
  await expect(spend.nth(1)).toContainText('£91.50');
  await expectFits(page, 360, 1280);
});

/** Makes an account by the form, and waits for the card with its key. */
async function register(page: Page) {
  await page.goto('/register');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Full name').fill('Ada Lovelace');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: /create account/i }).click();
  await page.waitForURL('**/dashboard');
  const key = page.locator('code').filter({ hasText: /^tl_live_[\w-]{20,}$/ });
  await expect(key).toBeVisible();
  return { key, text: await key.innerText() };
}

test('a new account is shown its API key until it is put away, in its tab alone', async ({ page }) => {
  const { key, text } = await register(page);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text);
  const answer = await page.request.get('/api/auth/session', { headers: { authorization: `Bearer ${text}` } });
  expect(answer.status()).toBe(200);
  await page.reload();
  await expect(key).toHaveText(text);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(key).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(text);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Hello, ada/ })).toBeVisible();
  await expect(key).toHaveCount(0);
});

test('a key that was copied is shown until the page is left, and its mask is never copied', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const { key, text } = await register(page);
  const copyCommand = async () => {
    await page.getByRole('link', { name: 'API Docs' }).click();
    await page.getByRole('tab', { name: 'SMS API' }).click();
    const before = await copied();
    await page.getByRole('button', { name: 'Copy example: Authentication' }).click();
    await expect.poll(copied).not.toBe(before);
    return copied();
  };
  await page.reload();
  expect(await copyCommand()).toContain(text);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('button', { name: 'Copy API key' }).click();
  await expect.poll(copied).toBe(text);
  await expect(key).toHaveText(text);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Hello, ada/ })).toBeVisible();
  await expect(key).toHaveCount(0);
  expect(await copyCommand()).not.toContain('tl_live_');
});
