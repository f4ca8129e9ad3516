import { funded } from '../kit/actors.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

test('a call has its example, and a way to its fields and errors, where it is tried', async ({ app, page }) => {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=api');
  const search = page.getByRole('searchbox', { name: 'Find an operation' });
  await expect(page.getByRole('tab', { selected: true })).toHaveText('SMS API');
  await expect(page.getByRole('heading', { name: 'Send no more messages to a number' }), 'folded').toBeHidden();
  await page.getByRole('navigation', { name: 'All operations' }).getByText('Send no more messages to a number').click();
  await expect(page.getByText(`/api/users/${person.id}/opt-outs`).first()).toBeInViewport();
  await expect(search, 'it stays in view').toBeInViewport();
  await search.fill('DELETE opt-out');
  await expect(page.getByText('/opt-outs/').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Send a message to one' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Send no more messages' }), 'each word counts').toHaveCount(0);
  await page.getByRole('tab', { name: 'Voice API' }).click();
  const place = page.locator('details').filter({ has: page.getByRole('heading', { name: 'Place a call' }) });
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
