import type { Page } from '@playwright/test';
import { funded, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

async function open(page: Page, app: TestApp, pounds: string): Promise<TestActor> {
  const person = await (pounds === '0.00' ? signUp(app) : funded(app, pounds));
  await enter(page, person);
  return person;
}

async function enter(page: Page, person: TestActor): Promise<void> {
  await signIn(page, person, '/did-numbers');
  await expect(page.getByRole('heading', { name: 'Global DID Numbers - Worldwide Coverage' })).toBeVisible();
}

const panel = (page: Page) =>
  page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ has: page.getByRole('heading', { name: 'Buy a number' }) });
const countries = (page: Page) => page.getByRole('list', { name: 'Choose a country' });
const mine = (page: Page) => page.getByRole('list', { name: 'My numbers' });
const country = (page: Page, name: string) => countries(page).getByRole('button', { name });
const numbers = (page: Page) => panel(page).getByRole('radio');
const timer = (page: Page) => page.getByRole('timer');
const purchase = (page: Page) => panel(page).getByRole('button', { name: 'Buy number' });

test('a number is held, bought, renewed and set to renew itself', async ({ app, page, openBrowser }) => {
  const notFound: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 404) notFound.push(answer.url());
  });
  await open(page, app, '150.00');
  await expect(page.getByText('No numbers yet')).toBeVisible();
  await expect(panel(page).getByText('Emergency calls are not carried')).toBeVisible();

  await purchase(page).click();
  await expect(page.getByText('Please select a country and number')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search countries' }).fill('united k');
  await expect(countries(page).getByRole('button')).toHaveCount(1);
  await country(page, 'United Kingdom').click();
  await numbers(page).first().check();
  await expect(timer(page)).toHaveText(/^(15:00|14:5\d)$/);
  const chosen = await numbers(page).first().inputValue();

  const rival = await openBrowser();
  await open(rival, app, '150.00');
  await rival.getByRole('button', { name: /Show \d+ more/ }).click();
  await country(rival, 'United Kingdom').click();
  await expect(numbers(rival).first()).toBeVisible();
  await expect(panel(rival).getByText(chosen)).toHaveCount(0);

  await page.reload();
  await expect(timer(page)).toHaveText(/^14:\d\d$/);
  await expect(panel(page).getByRole('radio', { name: chosen })).toBeChecked();

  await purchase(page).click();
  await expect(page.getByRole('dialog')).toContainText('£49.00 each month from your balance');
  await page.getByRole('dialog').getByRole('button', { name: 'Buy for £49.00' }).click();
  await expect(mine(page)).toContainText(chosen);
  await expect(mine(page)).toContainText('Active');
  await expect(page.getByRole('banner')).toContainText('£101.00');
  await expect(timer(page)).toHaveCount(0);

  await mine(page)
    .getByRole('button', { name: `Renew ${chosen}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByRole('banner')).toContainText('£52.00');

  // It stands as it was bought.
  const renewal = mine(page).getByRole('switch', { name: 'Renew automatically' });
  await expect(renewal).toBeChecked();
  await renewal.click();
  await expect(renewal).not.toBeChecked();
  await page.reload();
  await expect(renewal).not.toBeChecked();
  await expectFits(page);
  expect(notFound).toEqual([]);
});

test('a hold that runs out on screen has to be taken again', async ({ app, page }) => {
  await page.clock.install();
  await open(page, app, '100.00');
  await country(page, 'Austria').click();
  await numbers(page).first().check();
  await expect(timer(page)).toBeVisible();
  app.clock.advance(15 * 60_000);
  await page.clock.fastForward(15 * 60_000);
  await expect(page.getByText('The reservation has run out. Choose a number again.')).toBeVisible();
  await expect(timer(page)).toHaveCount(0);
});
