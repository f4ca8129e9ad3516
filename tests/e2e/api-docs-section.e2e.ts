import type { Page } from '@playwright/test';
import { funded, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

/** An example that costs something says so before it is tried. */
async function confirm(page: Page, cost: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Run this for real?' });
  await expect(dialog).toContainText(cost);
  await dialog.getByRole('button', { name: 'Try it' }).click();
}

async function open(page: Page, app: TestApp): Promise<TestActor> {
  const person = await funded(app, '20.00');
  await signIn(page, person, '/dashboard?section=api');
  await page.getByRole('tab', { name: 'Voice API' }).click();
  return person;
}

test('a call is tried from its documentation, with every field, limit and error beside it', async ({ app, page }) => {
  const { id } = await open(page, app);
  const place = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Place a call' }) });
  await expect(place.getByText(`/api/users/${id}/voice`).first()).toBeVisible();
  await place.getByRole('button', { name: 'Python' }).click();
  await expect(place.getByText('urllib.request.Request')).toBeVisible();
  await place.getByText('Fields, limits and errors').click();
  await expect(place.getByText('pbxFeatures.voicemail').first()).toBeVisible();
  await expect(place.getByText('at most 32 characters').first()).toBeVisible();
  await expect(place.getByText('insufficient_credits')).toBeVisible();
  await place.getByRole('button', { name: 'Try it: Place a call' }).click();
  await confirm(page, 'costs £0.10 a minute');
  await expect(place.getByRole('status')).toContainText('"maxMinutes": 60');
  await place.getByLabel('Body to try').fill('{"destination": "12"}');
  await place.getByRole('button', { name: 'Try it: Place a call' }).click();
  await confirm(page, 'costs £0.10 a minute');
  await expect(place.getByRole('status')).toContainText('Please fill in all required fields');
  await place.getByLabel('Body to try').fill('{');
  await place.getByRole('button', { name: 'Try it: Place a call' }).click();
  await expect(place.getByText('This is not valid JSON')).toBeVisible();
  await expectFits(page);
});
