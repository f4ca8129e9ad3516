import { funded } from '../kit/actors.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

test('a call has its example, and a way to its fields and errors, where it is tried', async ({ app, page }) => {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=api');
  await page.getByRole('tab', { name: 'Voice API' }).click();
  const place = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Place a call' }) });
  await expect(place.getByText(`/api/users/${person.id}/voice`).first()).toBeVisible();
  await place.getByRole('button', { name: 'Python' }).click();
  await expect(place.getByText('urllib.request.Request')).toBeVisible();
  await expectFits(page);
  const reference = page.waitForEvent('popup');
  await place.getByRole('link', { name: 'Try it: Place a call' }).click();
  const tried = await reference;
  await expect(tried.getByRole('button', { name: 'Try it out' })).toBeVisible({ timeout: 60_000 });
  await expect(tried.getByText('insufficient_credits').first()).toBeVisible();
});
