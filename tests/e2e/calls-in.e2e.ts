import { funded } from '../kit/actors.ts';
import { bought } from '../api/numbers/numbers.ts';
import { wavOf } from '../api/uploads/uploads.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('calls are led to voicemail, tried out, heard of live, and a caller is blocked', async ({ app, page }) => {
  const person = await funded(app, '100.00');
  const { number } = await bought(person);
  await signIn(page, person, '/did-numbers');
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('No calls yet')).toBeVisible();

  await page.getByRole('button', { name: `Incoming calls: ${number}` }).click();
  const dialog = page.getByRole('dialog', { name: `Calls to ${number}` });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a number with its country code')).toBeVisible();
  await dialog.getByLabel('Action').selectOption('Menu');
  await dialog.getByLabel('Greeting').fill('Welcome to Topline.');
  await dialog.getByLabel('When').selectOption('At certain times');
  await dialog.getByRole('checkbox', { name: 'Sat' }).check();
  await dialog.getByRole('checkbox', { name: 'Sun' }).check();
  await dialog.getByLabel('From').fill('00:00');
  await dialog.getByLabel('Until').fill('00:00');
  await dialog.getByRole('button', { name: 'Add step' }).click();
  const second = dialog.getByRole('group', { name: 'Step 2' });
  await second.getByLabel('Action').selectOption('Voicemail');
  const file = second.getByLabel('Upload a recording');
  await file.setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: wavOf(1, { channels: 2 }) });
  await expect(second.getByRole('alert')).toContainText('WAV file with one channel');
  await file.setInputFiles({ name: 'hello.wav', mimeType: 'audio/wav', buffer: wavOf(1) });
  await expect(second.getByLabel('Recorded greeting')).toBeVisible();
  await expect(second.getByRole('alert')).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove step 1' }).click();
  await expect(dialog.getByRole('group', { name: 'Step 2' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('group', { name: 'Step 1' }).getByLabel('Action')).toHaveValue('menu');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Settings and tests' }).click();
  await page.getByRole('button', { name: 'Simulate a call to it' }).click();
  const calling = page.getByRole('dialog', { name: 'Simulate a call to it' });
  await calling.getByLabel('In a menu, the caller presses').selectOption('2');
  await calling.getByRole('button', { name: 'Call', exact: true }).click();
  await page.goBack();
  const calls = page.getByRole('list', { name: 'Calls received' });
  await expect(calls.getByText('Voicemail', { exact: true })).toBeVisible();
  await expect(calls.getByText('Please call me back.')).toBeVisible();
  await expect(calls.getByLabel('Voicemail from +447911123456')).toBeVisible();
  await expectAccessible(page);

  const isBlocked = page.waitForResponse(
    (response) => response.url().endsWith('/blocked-callers') && response.request().method() === 'POST',
  );
  await calls.getByRole('button', { name: 'Block +447911123456' }).click();
  expect((await isBlocked).status()).toBe(200);
  await page.getByRole('button', { name: 'Blocked callers' }).click();
  const blocked = page.getByRole('dialog', { name: 'Blocked callers' });
  await blocked.getByRole('button', { name: 'Unblock +447911123456' }).click();
  await expect(blocked.getByText('No caller is blocked.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(blocked.getByRole('button', { name: 'Unblock +447911123456' })).toBeVisible();
});
