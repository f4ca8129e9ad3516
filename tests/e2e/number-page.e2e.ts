import { bought } from '../api/numbers/numbers.ts';
import { funded } from '../kit/actors.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('a number is named, tried out and counted on its own page', async ({ app, page }) => {
  const person = await funded(app, '100.00');
  const { id, number } = await bought(person);
  await signIn(page, person, '/did-numbers');
  await page.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(new RegExp(`/did-numbers/${id}$`));
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expect(page.getByText('Without a step, callers hear the busy tone.')).toBeVisible();

  await page.getByRole('button', { name: 'Name this number' }).click();
  const naming = page.getByRole('dialog', { name: 'Name this number' });
  await naming.getByLabel('Name').fill('Front desk');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming).toBeHidden();
  await expect(page.getByText('Front desk', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Simulate a message to it' }).click();
  const trying = page.getByRole('dialog', { name: 'Simulate a message to it' });
  await expect(trying).toContainText('simulated');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send a test message' }).click();
  const sending = page.getByRole('dialog', { name: 'Send a test message' });
  await expect(sending.getByText('Confirm a number of your own first.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const topOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
  expect(await topOf('Routing'), 'before what was').toBeLessThan(await topOf('Messages received'));

  await page.goto(`/did-numbers/${crypto.randomUUID()}`);
  await expect(page.getByText('This number was not found')).toBeVisible();
});

test('a number that takes no messages says so before it is bought', async ({ app, page }) => {
  const person = await funded(app, '100.00');
  await signIn(page, person, '/did-numbers');
  await page.getByLabel('Search countries').fill('Japan');
  await page.getByRole('button', { name: /Japan/ }).click();
  await page.getByRole('radio').first().click();
  const words = 'This number carries calls only. It cannot receive or send messages.';
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('button', { name: 'Buy number' }).click();
  await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
});
