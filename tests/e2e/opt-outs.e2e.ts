import { readFile } from 'node:fs/promises';
import { funded } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, expectToast, signIn, test } from './kit/index.ts';

const [ANN, BEN, CAT] = ['+447700900121', '+447700900122', '+447700900123'];

test('opt-outs are kept by hand and from a file, and left out before a message is sent', async ({ app, page }) => {
  await signIn(page, await funded(app, '10.00'), '/dashboard?section=sms');
  await expect(page.getByText('Nobody has opted out')).toBeVisible();
  await page.getByRole('button', { name: 'Add a number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an opt-out' });
  await dialog.getByLabel('Number').fill(ANN);
  await dialog.getByRole('button', { name: 'Add a number' }).click();
  const list = page.getByRole('list', { name: 'Opt-outs' });
  const row = (number: string) => list.getByRole('listitem').filter({ hasText: number });
  await expect(row(ANN)).toContainText('Added by you');
  const file = Buffer.from(`number\n${ANN}\n${BEN}\nnobody\n`);
  await page.getByLabel('Import CSV').setInputFiles({ name: 'opt-outs.csv', mimeType: 'text/csv', buffer: file });
  await expectToast(page, { title: '1 number added', description: '1 was already listed. 1 line holds no number: 4.' });
  await expect(row(BEN)).toContainText('From a file');

  await page.getByRole('searchbox', { name: 'Search numbers' }).fill('900122');
  await expect(row(ANN)).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search numbers' }).fill('');
  await expect(row(ANN)).toBeVisible();
  const exported = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const lines = await readFile(await (await exported).path(), 'utf8');
  for (const number of [ANN, BEN]) expect(lines).toContain(number.slice(1));

  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('See you at nine');
  await page.getByRole('textbox', { name: 'Recipients' }).fill([ANN, BEN, CAT].join('\n'));
  await expect(page.getByText('2 recipients have opted out and are left out.')).toBeVisible();
  await expectAccessible(page);

  await row(ANN)
    .getByRole('button', { name: `Remove ${ANN}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row(ANN)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(ANN)).toContainText('Added by you');
  await expectFits(page);
});
