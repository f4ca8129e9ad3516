import type { Page } from '@playwright/test';
import { portOf, requestAs, requested } from '../api/numbers/port-kit.ts';
import { makeAdmin, signUp } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './kit/index.ts';

/** Bringing a number from another carrier, as its owner and as administrators see it. */

const requests = (page: Page) => page.getByRole('list', { name: 'Bring your number' });
const dialog = (page: Page) => page.getByRole('dialog');

test('its owner asks for it, hands in what is missing, and withdraws', async ({ app, page }) => {
  const person = await signUp(app);
  await requested(person);
  await requestAs(person, portOf(null));
  await signIn(page, person, '/did-numbers');
  await expect(requests(page)).toContainText('Documents needed');
  await expect(requests(page)).toContainText('Submitted');
  await expectFits(page, 360, 1280);
  await page.getByRole('button', { name: 'Bring a number' }).click();
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
  await expect(dialog(page).getByText('Please fill this in').first()).toBeVisible();
  await expectFits(page, 360, 1280);
  await page.keyboard.press('Escape');
  await requests(page)
    .getByRole('button', { name: /^Hand in documents/ })
    .click();
  await expect(dialog(page).getByText('Signed letter of authority')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await requests(page)
    .getByRole('button', { name: /^Withdraw/ })
    .first()
    .click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(requests(page)).toContainText('Withdrawn');
});

test('an administrator opens a request and says how far it is', async ({ app, page }) => {
  const person = await signUp(app);
  const { numbers } = await requested(person);
  await signIn(page, await makeAdmin(app), '/admin#papers');
  const list = page.getByRole('list', { name: 'Numbers to bring here' });
  await expect(list).toContainText(person.email);
  await expectFits(page, 360, 1280);
  await list.getByRole('button', { name: `View: ${numbers[0]}` }).click();
  await expect(dialog(page)).toContainText('2580');
  await expectFits(page, 360, 1280);
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: `Change state: ${numbers[0]}` }).click();
  await dialog(page).getByLabel('Agreed day').fill('2030-01-15');
  await expectFits(page, 360, 1280);
  await dialog(page).getByRole('button', { name: 'Change state' }).click();
  await expect(list).toHaveCount(0);
  await page.getByRole('radio', { name: 'In progress' }).check();
  await expect(list).toContainText(numbers[0] ?? '');
  await expectAccessible(page);
});
