import { funded, makeAdmin } from '../kit/actors.ts';
import { makeDeck } from '../kit/decks.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

const csv = (name: string, body: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(body) });

test('a price list is previewed and sold by, and its prices show before a call', async ({ app, openBrowser }) => {
  const [admin, person] = [await makeAdmin(app), await funded(app, '10.00')];
  const page = await openBrowser();
  await signIn(page, admin, '/admin');
  await page.getByRole('tab', { name: 'Prices' }).click();
  await expect(page.getByText('Flat price now: £0.03, for resellers £0.02.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Use these prices' });
  await expect(save, 'there is nothing to choose').toHaveCount(0);
  await page.getByRole('button', { name: 'A new price list' }).click();
  await expect(page.getByLabel('Segments of a long message')).toHaveValue('160/153');
  await page.getByLabel('Name', { exact: true }).fill('Calls 2026');
  await page.locator('select[name=service]').selectOption('voice');
  await page.getByRole('button', { name: 'Create the list' }).click();
  await expect(page.getByText('Calls 2026', { exact: true }).last(), 'the new list').toBeFocused();
  await expect(save, 'with nothing changed').toBeDisabled();
  await page.getByLabel('Price list for calls').selectOption('Calls 2026');
  await expect(save.locator('..')).toContainText('This price list has no prices that hold now');
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a file into Calls 2026' });
  const file = dialog.getByLabel('CSV or XLSX file');
  await file.setInputFiles(csv('short.csv', 'prefix,to\n44,United Kingdom\n'));
  await expect(dialog.getByText('The file has 2 columns, and 3 are needed. Not found: Name, Rate')).toBeVisible();
  await file.setInputFiles(csv('unknown.csv', 'area,to,asks\n44,United Kingdom,0.05\n'));
  await expect(dialog.getByText('Say which column is: Prefix, Name, Rate')).toBeVisible();
  await file.setInputFiles(csv('wrong.csv', 'prefix,name,rate\n44x,United Kingdom,0.05\n49,Germany,\n'));
  await expect(dialog.getByText('Line 2: the prefix “44x” is not valid')).toBeVisible();
  await expect(dialog.getByText(/^Line 3: a price is pounds .*, not “”$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace the list' })).toBeDisabled();
  const sample = await dialog.getByRole('link', { name: 'Download a sample file' }).getAttribute('href');
  await file.setInputFiles(csv('prices.csv', decodeURIComponent(sample?.split(',').slice(1).join(',') ?? '')));
  await expect(dialog.locator('dl > div', { hasText: 'New' })).toHaveText('New3');
  const listed = 'prefix,name,rate,fee,intervals\n44,United Kingdom,0.05,0,30/6\n49,Germany,0.08,0,60/60\n';
  await file.setInputFiles(csv('calls.csv', listed));
  await expect(dialog.getByRole('cell', { name: /Germany/ })).toBeVisible();
  await expect(dialog.locator('dl > div', { hasText: 'New' })).toHaveText('New2');
  await expect(dialog.locator('dl > div', { hasText: 'Unchanged' })).toHaveText('Unchanged0');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace the list' }).click();
  await page.getByRole('button', { name: 'Import a file' }).click();
  await file.setInputFiles(csv('same.csv', listed));
  await expect(dialog.getByText(/^Nothing changes/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace the list' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use this list' }).click();
  const question = page.getByRole('dialog', { name: 'Sell by Calls 2026?' });
  await expect(question.locator('dl')).toContainText(
    'BeforeFlat price · All open destinationsFlat price now: £0.10, for resellers £0.05.AfterCalls 2026 · 2 prices',
  );
  await question.getByRole('button', { name: 'Use this list' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use this list' })).toHaveCount(0);
  await expect(page.getByText('In use', { exact: true })).toBeVisible();
  // The flat price is dearer for somebody: it is announced, and taken back.
  await page.getByLabel('Price list for calls').selectOption('');
  await save.click();
  const last = page.getByRole('dialog', { name: 'Use these prices?' });
  await expect(last.locator('dl')).toHaveText('BeforeCalls 2026 · 2 pricesAfterFlat price · All open destinations');
  await last.getByRole('button', { name: 'Use these prices' }).click();
  await expect(page.getByText(/^From .*\d\d:\d\d: Flat price/)).toBeVisible();
  const cancel = page.getByRole('button', { name: 'Cancel the change' });
  const take = page.getByRole('dialog', { name: 'Price list for calls: cancel the announced change?' });
  const confirm = take.getByRole('button', { name: 'Cancel the' });
  await cancel.click();
  const stays = 'Flat price will not apply; Calls 2026 (resellers: Calls 2026, 100%) stays.';
  await expect(take.getByText(stays)).toBeVisible();
  await confirm.click();
  await expect(page.getByText(/^From .*Flat price/)).toBeHidden();
  await makeDeck(app, 'voice', [{ prefix: '49', rate: '0.50' }]);
  await page.reload();
  await page.getByRole('button', { name: 'Use this list' }).click();
  const dearer = page.getByRole('dialog', { name: /^Sell by Deck / });
  await expect(dearer).toContainText(
    '1 destination that is sold today is not in this list and will no longer be sold.',
  );
  await expect(dearer).toContainText('the change applies 24 hours later; otherwise at once.What resellers pay');
  await dearer.getByRole('button', { name: 'Use this list' }).click();
  await expect(page.getByText(/^From .*\d\d:\d\d: Deck /), 'at the top and on its card').toHaveCount(2);
  const heading = page.getByRole('heading', { name: /^Deck / });
  await expect(heading, 'the button is gone').toBeFocused();
  await expect(page.getByRole('button', { name: 'Use this list' })).toHaveCount(0);
  await cancel.last().click();
  await confirm.click();
  await expect(page.getByRole('button', { name: 'Use this list' })).toBeVisible();
  await expect(heading).toBeFocused();

  await app.deps.sql`update users set country = 'NG' where id = ${person.id}`;
  const customer = await openBrowser();
  await signIn(customer, person, '/dashboard?section=rates');
  const search = customer.getByRole('searchbox', { name: 'Country, number or prefix' });
  for (const typed of ['Nigeria', '+234', 'NG', '+2348031234567', '08031234567']) {
    await search.fill(typed);
    await expect(customer.getByRole('row', { name: /^Nigeria.*\+234 .*£0.03 per segment/ })).toBeVisible();
  }
  await search.fill('zzzz');
  await expect(customer.getByText('No results')).toBeVisible();
  await expect(customer.getByText('All open destinations')).toHaveCount(0);
  await customer.getByRole('button', { name: 'Clear search' }).click();
  await expect(customer.getByRole('row', { name: /^All open destinations/ })).toBeVisible();
  await search.fill('23');
  await expect(customer.getByRole('row', { name: /^All open destinations/ }), 'codes begin so').toBeVisible();
  const list = await makeDeck(app, 'sms', [{ prefix: '49', rate: '0.50' }]);
  await app.deps.sql`insert into rate_switches (service, deck_id, announced_at, announced_by, holds_from)
    values ('sms', ${list}, now(), ${admin.id}, now() + interval '1 day')`;
  await customer.reload();
  await expect(customer.getByRole('row', { name: /^All open .*Until .* only destinations in the new/ })).toBeVisible();
  await search.fill('Kenya');
  await expect(customer.getByRole('row', { name: /^Kenya .*£0.03 per segment ?Not sold from .*£0.12/ })).toBeVisible();
  await search.fill('+4915');
  await expect(customer.getByRole('row', { name: /\+49 £0.03 per segment ?£0.50 from .*£0.12/ })).toBeVisible();
  await search.fill('Germ');
  await customer.getByRole('tab', { name: 'Calls' }).click();
  await expect(customer.getByRole('cell', { name: /£0.08 per minute/ })).toBeVisible();
  await expectAccessible(customer);
  await customer.goto(`${app.url}/dashboard?section=voice`);
  await customer.getByLabel('My telephone').fill('+447911123456');
  await expect(customer.getByText('30 s, then 6 s')).toBeVisible();
});
