import { funded } from '../kit/actors.ts';
import { comeIn } from '../kit/messages.ts';
import { bought } from '../api/numbers/numbers.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './kit/index.ts';

test('a notice is read again, leads to its thing, and is marked as read', async ({ app, page }) => {
  const person = await funded(app, '200.00');
  const { number } = await bought(person);
  await signIn(page, person, '/settings');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('Nothing here yet')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const text of ['One', 'Two']) await comeIn(app, { from: '+447911123456', to: number, text });
  await expect(bell).toHaveAccessibleName('Notifications: some are unread');
  await page.reload();
  await bell.press('Enter');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await expectFits(page, 360);
  await panel.getByRole('link', { name: 'New message from' }).first().press('Enter');
  await expect(page).toHaveURL(/section=inbox/);
  await bell.click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel.getByText('Unread')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bell).toHaveAccessibleName('Notifications');
});
