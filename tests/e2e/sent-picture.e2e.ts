import { receiptImage } from '../../src/demonstration/receipt-image.ts';
import { bought } from '../api/numbers/numbers.ts';
import { funded } from '../kit/actors.ts';
import { comeIn } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

const PICTURE = { name: 'flat.png', mimeType: 'image/png', buffer: Buffer.from(receiptImage('a flat')) };

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`a picture is sent and seen in the history, ${width} px`, async ({ app, openBrowser }) => {
    const page = await openBrowser({ viewport: { width, height: 900 }, colorScheme });
    const person = await funded(app, '10.00');
    await signIn(page, person, '/dashboard?section=sms');
    await page.getByLabel('Sender ID').fill('Topline');
    await page.getByRole('textbox', { name: 'Recipients' }).fill('+12025550123\n+447911123456');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Your flat');
    const file = page.getByLabel('Picture', { exact: true });
    await file.setInputFiles({ ...PICTURE, name: 'flat.pdf', mimeType: 'application/pdf' });
    await expect(page.getByText('Choose a PNG, JPEG or GIF')).toBeVisible();
    await file.setInputFiles(PICTURE);
    await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible();
    const ways = page.getByRole('list', { name: 'Picture' }).getByRole('listitem');
    await expect(ways).toContainText(['As picture (MMS), 1 recipient: £0.12', 'With a link, 1 recipient: £0.03']);
    await ways.first().getByText('As picture').click();
    await expect(ways.first()).toContainText('+12025550123');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send SMS' }).click();
    const row = page.getByRole('list', { name: 'Message history' }).getByRole('listitem').first();
    await row.getByRole('button').first().click();
    await expect(row.getByRole('img')).toBeVisible();
    await expect(row.getByText('MMS', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test('a reply has a picture', async ({ app, page }) => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  await comeIn(app, { from: '+12025550123', to: number, text: 'Show me' });
  await signIn(page, person, '/dashboard?section=inbox');
  await page.getByRole('button', { name: /12025550123/ }).click();
  await page.getByLabel('Reply').fill('Here');
  await page.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByText('As picture (MMS), 1 recipient: £0.12')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Picture' })).toHaveCount(1);
  await expectAccessible(page);
});
