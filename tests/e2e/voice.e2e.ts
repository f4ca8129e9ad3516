import type { Page } from '@playwright/test';
import { credit, funded, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectFits, signIn, test } from './kit/index.ts';

async function open(page: Page, app: TestApp, pounds = '20.00'): Promise<TestActor> {
  const person = await (pounds === '0.00' ? signUp(app) : funded(app, pounds));
  await signIn(page, person, '/dashboard?section=voice');
  await page.getByRole('radio', { name: /^Only the destination/ }).click();
  await page.getByRole('switch', { name: 'Voicemail' }).click();
  return person;
}

const history = (page: Page) => page.getByRole('list', { name: 'Call history' });
const placeCall = (page: Page) => page.getByRole('button', { name: 'Place call' });

async function fill(page: Page, destination: string, callerId = '+447911123456'): Promise<void> {
  await page.getByLabel('Caller ID').fill(callerId);
  await page.getByRole('textbox', { name: 'Destination' }).fill(destination);
}

test('a call that is under way shows so, and is hung up after asking', async ({ app, page }) => {
  const person = await open(page, app);
  await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { country: 'GB' } });
  await page.reload();
  await expect(page.getByText('Emergency calls are not carried')).toBeVisible();
  await fill(page, '07911 120004');
  await expect(page.getByText('£6.00 is reserved for the longest possible call.')).toBeVisible();
  await placeCall(page).click();
  await expect(history(page)).toContainText('In progress');
  await expect(history(page).getByRole('button', { name: 'Hang up' })).toBeInViewport();
  await expect(history(page)).toContainText('£6.00 reserved');
  await expect(page.getByRole('banner')).toContainText('£14.00');
  await expectFits(page, 360, 1280);
  await history(page).getByRole('button', { name: 'Hang up the call to +447911120004' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hang up' }).click();
  await expect(history(page)).toContainText('Completed');
  await expect(page.getByRole('banner')).toContainText('£19.90');
});

test('a call that has ended stays so when the answer to its hang-up comes after that', async ({ app, page }) => {
  const placed = Promise.withResolvers<void>();
  // The history is read later than that.
  await page.route(/\/voice(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await placed.promise;
    await route.continue();
  });
  await open(page, app);
  await fill(page, '+447911120004');
  await placeCall(page).click();
  await expect(page.getByRole('banner')).toContainText('£14.00');
  placed.resolve();
  await expect(history(page)).toContainText('In progress');
  await expect(history(page).getByRole('button', { name: 'Hang up' })).toBeInViewport();
  const ended = Promise.withResolvers<void>();
  await page.route(/\/hang-up$/, async (route) => {
    const answer = await route.fetch();
    await ended.promise;
    await route.fulfill({ response: answer });
  });
  await history(page).getByRole('button', { name: 'Hang up the call to +447911120004' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hang up' }).click();
  await expect(page.getByRole('list', { name: 'Call history', includeHidden: true })).toContainText('Completed');
  ended.resolve();
  await expect(dialog).toBeHidden();
  await expect(history(page)).toContainText('Completed');
  await expect(history(page)).not.toContainText('In progress');
});

test('the screen says who is not reached, and what the carrier says', async ({ app, page }) => {
  await open(page, app);
  await fill(page, '+447911120002');
  await page.getByRole('switch', { name: 'Voicemail' }).click();
  await placeCall(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'answers hears: IVR menu, Voicemail' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await page.getByRole('switch', { name: 'Voicemail' }).click();
  await placeCall(page).click();
  await expect(page.getByText('The line was busy. Nothing was charged.').first()).toBeVisible();
  await fill(page, '+447911120000');
  await placeCall(page).click();
  await expect(page.getByText('The carrier refused this number').first()).toBeVisible();
  await expect(history(page)).toContainText('Busy');
  await expect(history(page)).toContainText('Failed');
});

test('a recording is heard, kept and deleted', async ({ app, page }) => {
  await open(page, app);
  await fill(page, '+447911125678');
  await page.getByRole('switch', { name: 'Record the call' }).click();
  await page.getByRole('switch', { name: 'Call forwarding' }).click();
  await page.getByLabel('Forwarding number').fill('+442079460000');
  await placeCall(page).click();
  await expect(history(page)).toContainText('Connected with +442079460000');
  const player = page.getByLabel('Recording of the call to +447911125678');
  await expect(player).toBeVisible();
  const heard = await player.evaluate(async (audio: HTMLAudioElement) => {
    await audio.play();
    return audio.duration;
  });
  expect(heard).toBeCloseTo(1, 1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the recording' }).click();
  expect((await download).suggestedFilename()).toMatch(/^call-.*\.wav$/);
  await page.getByRole('button', { name: 'Delete the recording' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Recording Deleted').first()).toBeVisible();
  await expect(player).toHaveCount(0);
});

test('with a telephone in the profile it rings first, and both calls are priced and charged', async ({ app, page }) => {
  const person = await signUp(app);
  await credit(app, person, '20.00');
  const own = '+447911121234';
  const saved = await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { phone: own } });
  expect(saved.status).toBe(200);
  await signIn(page, person, '/dashboard?section=voice');
  await expect(page.getByRole('radio', { name: /^Mine/ })).toBeChecked();
  await expect(page.getByLabel('My telephone')).toHaveValue(own);
  await expect(page.getByRole('switch', { name: 'Voicemail' })).toHaveCount(0);
  await fill(page, '07700 900123');
  await placeCall(page).click();
  await expect(page.getByText(/has no country code/).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Destination' })).toHaveAttribute('aria-invalid', 'true');
  await fill(page, '+442079460000');
  await expect(page.getByText('Onward to +442079460000, per minute')).toBeVisible();
  await placeCall(page).click();
  await expect(history(page)).toContainText(own);
  await expect(history(page)).toContainText('Connected with +442079460000');
  await expect(history(page)).toContainText('Completed');
});

test('without credit the way to more of it is shown', async ({ app, page }) => {
  await open(page, app, '0.00');
  await expect(page.getByText('Your balance and your spend limits do not cover a minute.')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Voicemail' }), 'rare on a telephone').toBeHidden();
  await fill(page, '+447911121234');
  await placeCall(page).click();
  await page.getByRole('alert').getByRole('link', { name: 'Top up' }).click();
  await expect(page.getByRole('heading', { name: 'Billing & Credits' })).toBeVisible();
});
