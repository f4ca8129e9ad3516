import { funded } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './kit/index.ts';

test('marks that cost a second SMS are shown, and go by one click', async ({ app, page }) => {
  await signIn(page, await funded(app, '10.00'), '/dashboard?section=sms');
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill(`“${'x'.repeat(80)}”`);
  await expect(page.getByText('this text takes 2 SMS in place of 1')).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, 360);
  await page.getByRole('button', { name: 'Use the cheaper spelling' }).click();
  await expect(message).toHaveValue(`"${'x'.repeat(80)}"`);
  await expect(page.getByText('in place of')).toBeHidden();
});
