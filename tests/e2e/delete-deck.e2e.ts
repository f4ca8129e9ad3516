import type { Locator, Page } from '@playwright/test';
import { rateDecks } from '../../db/schema/index.ts';
import { eq } from 'drizzle-orm';
import { makeAdmin } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { type DeckRow, makeDeck, sellBy } from '../kit/decks.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test.use({ env: { APPROVAL_ABOVE_GBP: '100' } });

const ROWS: readonly DeckRow[] = [{ prefix: '44', rate: '0.03' }];

async function named(app: TestApp, name: string, made: Promise<string>): Promise<string> {
  const id = await made;
  await app.deps.db.update(rateDecks).set({ name }).where(eq(rateDecks.id, id));
  return id;
}

const cardOf = (page: Page, name: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .last();

async function ask(page: Page, name: string): Promise<Locator> {
  await cardOf(page, name).getByRole('button', { name: 'Delete the list' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(dialog.getByText('This cannot be undone')).toBeVisible();
  return dialog;
}

test('a list that nobody buys by goes, and one that is sold by says why it stays', async ({ app, openBrowser }) => {
  const admin = await makeAdmin(app);
  await named(app, 'Old prices', makeDeck(app, 'sms', ROWS));
  await sellBy(app, 'sms', await named(app, 'Prices of today', makeDeck(app, 'sms', ROWS)));
  const page = await openBrowser({ viewport: { width: 360, height: 800 } });
  await signIn(page, admin, '/admin#prices');

  await expect(cardOf(page, 'Prices of today')).toContainText('Customers buy by Prices of today, or are going to');
  await expect(cardOf(page, 'Prices of today').getByRole('button', { name: 'Delete the list' })).toBeDisabled();
  await expectAccessible(page);

  const left = await ask(page, 'Old prices');
  await left.getByRole('button', { name: 'Cancel' }).click();
  await expect(left).toBeHidden();
  await expect(cardOf(page, 'Old prices')).toBeVisible();
  const gone = await ask(page, 'Old prices');
  await gone.getByRole('button', { name: 'Delete the list' }).click();
  await expect(gone).toBeHidden();
  await expect(cardOf(page, 'Old prices')).toBeHidden();
  await page.reload();
  await expect(cardOf(page, 'Prices of today')).toBeVisible();
  await expect(cardOf(page, 'Old prices')).toBeHidden();
});
