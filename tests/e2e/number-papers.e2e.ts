import type { Locator, Page } from '@playwright/test';
import { funded } from '../kit/actors.ts';
import { SAMPLES } from '../api/uploads/uploads.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

const MOST_STEPS = 40;
const EXCERPT = { name: 'excerpt.pdf', mimeType: 'application/pdf', buffer: Buffer.from(SAMPLES['application/pdf']) };

/** Goes on by the Tab key until a control has the focus. */
async function walkTo(page: Page, control: Locator): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('documents are filled in and handed in by the keyboard', async ({ app, page }) => {
  const person = await funded(app, '50.00');
  await signIn(page, person, '/did-numbers');
  // A browser hands over its file choosers some time after it was asked for them, and a chooser that opens before
  // that is nobody's. So this is asked long before the key is pressed.
  page.on('filechooser', (chooser) => chooser.setFiles(EXCERPT));
  await page.getByRole('searchbox', { name: 'Search countries' }).fill('norw');
  await page.getByRole('list', { name: 'Choose a country' }).getByRole('button', { name: 'Norway' }).click();
  await page.getByRole('radio').first().check();
  const section = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Documents this country requires', exact: true }),
  });
  await expect(section.last().getByText('Missing')).toBeVisible();

  await walkTo(page, page.getByRole('button', { name: 'Fill in' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Documents for this number' });
  await expect(dialog.getByRole('heading', { name: 'Documents for this number' })).toBeVisible();
  await expectAccessible(page);

  // An empty field is marked, and nothing is sent.
  await walkTo(page, dialog.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please fill this in').first()).toBeVisible();
  await expectAccessible(page);

  const type = async (name: string, text: string) => {
    await walkTo(page, dialog.getByRole('textbox', { name, exact: true }));
    await page.keyboard.insertText(text);
  };
  await walkTo(page, dialog.getByRole('radio', { name: 'As a company' }));
  await type('Business name', 'Bakery AS');
  await type('Registration number', '987 654 321');
  await type('Name or company', 'Bakery AS');
  await type('Street and house number', 'Storgata 1');
  await type('City', 'Oslo');
  await type('Postal code', '0155');
  const kind = dialog.getByRole('combobox', { name: 'Document' });
  await walkTo(page, kind);
  await page.keyboard.type('Excerpt');
  await expect(kind).toHaveValue('register_excerpt');
  await type('Document number', 'A 12');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('excerpt.pdf')).toBeVisible();
  const submit = dialog.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeEnabled();
  await walkTo(page, submit);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(section.last().getByText('In review')).toBeVisible();
});
