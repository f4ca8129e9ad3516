import { eq } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { credit, funded } from '../../kit/actors.ts';
import { stopClock } from '../kit/clock.ts';
import { expect, expectToast, signIn, test } from '../kit/index.ts';

test.describe.configure({ timeout: 120_000 });

test('DID numbers: tiers, regions, what is missing, balance and expiry', async ({ app, page }) => {
  const person = await funded(app, '50.00');
  await page.clock.install();
  await signIn(page, person, '/did-numbers');
  const countries = page.getByRole('list', { name: 'Choose a country' });
  const buy = () => page.getByRole('button', { name: 'Buy number' }).click();
  await buy();
  await expect(page.getByRole('alert')).toHaveText('Please select a country and number');
  await page.getByRole('button', { name: /^Show (9|10)\d more$/ }).click();
  const cards = await countries.getByRole('button').allInnerTexts();
  expect(cards.length).toBeGreaterThanOrEqual(105);
  for (const card of cards) {
    const price = Number(/£(\d+\.\d\d)/.exec(card)?.[1]);
    expect(price, card).toBeGreaterThanOrEqual(49);
    expect(price, card).toBeLessThanOrEqual(70);
    const tier = price >= 65 ? 'Premium' : price >= 55 ? 'Advanced' : price >= 50 ? 'Standard' : 'Value';
    expect(card).toContain(tier);
  }
  const regions = page.getByLabel('Region').getByRole('option');
  await expect(regions).toHaveText([
    'All regions',
    'Europe',
    'Americas',
    'Asia Pacific',
    'Middle East & Africa',
    'Other',
  ]);

  const numbers = page.getByRole('radio');
  await countries.getByRole('button', { name: 'Austria' }).click();
  await numbers.first().check();
  await expect(page.getByRole('timer')).toHaveText(/^(15:00|14:5\d)$/);
  const failure = { variant: 'destructive' } as const;
  const path = `**/api/users/${person.id}`;
  await page.route(path, (route) => route.abort());
  await buy();
  const unread = 'Failed to check account balance. Please try again.';
  await expectToast(page, { title: 'Error', description: unread, ...failure });
  await page.unroute(path);

  await credit(app, person, '4.00');
  await page.route(`${path}/did-numbers`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await buy();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for £54.00' }).click();
  const unbought = 'Failed to purchase DID number';
  await expectToast(page, { title: 'Purchase Failed', description: unbought, ...failure });
  await page.unroute(`${path}/did-numbers`);
  await buy();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for £54.00' }).click();
  await expectToast(page, { title: 'Number bought' });

  const mine = page.getByRole('list', { name: 'My numbers' });
  for (const [days, state] of [
    [8, 'Active'],
    [6, 'Expiring'],
    [-1, 'Expired'],
  ] as const) {
    const expiresAt = new Date(app.clock.now().getTime() + days * 86_400_000);
    await app.deps.db.update(didNumbers).set({ expiresAt }).where(eq(didNumbers.userId, person.id));
    await page.reload();
    await expect(mine.getByText(state, { exact: true }).first()).toBeVisible();
  }

  await countries.getByRole('button', { name: 'Austria' }).click();
  await numbers.first().check();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buy number' })).toBeEnabled();
  await stopClock(page);
  const balanceRead = page.waitForResponse(path);
  await buy();
  await balanceRead;
  // The first toast of a page is shown with its code.
  await page.clock.runFor(500);
  await expectToast(page, {
    title: 'Insufficient Credits',
    description:
      'You need £54.00 to purchase this DID number. Your current balance is £0.00. Redirecting to billing...',
    ...failure,
  });
  await page.clock.runFor(1_400);
  await expect(page).toHaveURL(/\/did-numbers$/);
  await page.clock.runFor(200);
  await expect(page).toHaveURL(/\/billing$/);
});
