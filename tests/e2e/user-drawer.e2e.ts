import { z } from 'zod';
import { funded, makeAdmin, signIn as newSession, signUp, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { newNumber, send, untilStatus } from '../kit/messages.ts';
import { expect, expectAccessible, sideways, signIn, test } from './kit/index.ts';
import { readAs } from '../kit/read.ts';

async function makeBusy(app: TestApp): Promise<TestActor> {
  const person = await funded(app, '500.00');
  const { id } = await send(person, [newNumber()], 'Your table is ready');
  await untilStatus(person, id, 'delivered');
  const post = async (path: string, json: object): Promise<void> => {
    const answer = await person.as(`/api/users/${person.id}${path}`, { json });
    if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
  };
  await post('/voice', { callerId: '+447911123456', destination: newNumber() });
  const free = await person.as('/api/did-numbers/available?country=United%20Kingdom');
  const [number] = await readAs(free, z.string().array());
  await post('/did-numbers', { number, country: 'United Kingdom' });
  await post('/voice-packages', { packageType: 'basic' });
  return person;
}

test('it shows all there is of an account, and signs it out', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const person = await makeBusy(app);
  await newSession(app, person);
  await signIn(page, admin, `/admin?user=${person.id}`);
  const drawer = page.getByRole('dialog', { name: 'Ada Lovelace' });
  await expect(drawer.getByText(person.email)).toBeVisible();
  await expect(drawer.getByText(person.id)).toBeVisible();
  await expectAccessible(page);

  const open = async (name: string, shown: string | RegExp) => {
    await drawer.getByRole('tab', { name, exact: true }).click();
    await expect(drawer.getByRole('tabpanel').getByText(shown).first()).toBeVisible();
    await expectAccessible(page);
  };
  await open('Balance', 'Spent today');
  await open('Transactions', 'Test credit');
  await open('Messages', 'Your table is ready');
  await open('Calls', /from \+447911123456/i);
  await open('Numbers', 'United Kingdom');
  await open('Packages', 'Payment pending');
  await open('Sessions', 'Last used');

  const ends = drawer.getByRole('button', { name: 'End session' });
  await expect(ends).toHaveCount(2);
  await ends.first().click();
  await expect(page.getByText('Session ended').first()).toBeVisible();
  await expect(ends).toHaveCount(1);
});

test('it is reached by keyboard and by address, closes by the way back, and fits a phone', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const person = await signUp(app, { fullName: 'Grace Hopper' });
  await signIn(page, admin, '/admin');
  await page.getByRole('tab', { name: 'User Management' }).click();
  await page.getByRole('button', { name: `View ${person.email}` }).press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Grace Hopper' });
  await expect(page).toHaveURL(new RegExp(`user=${person.id}`));
  const profile = drawer.getByRole('tab', { name: 'Profile' });
  await profile.focus();
  for (const empty of [
    'Spent today',
    'No transactions yet.',
    'No messages yet.',
    'No calls yet.',
    'No numbers yet.',
    'No packages yet.',
  ]) {
    await page.keyboard.press('ArrowRight');
    await expect(drawer.getByText(empty)).toBeVisible();
  }
  await page.goBack();
  await expect(drawer).toHaveCount(0);
  await page.goForward();
  await expect(profile).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin#users$/);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin?user=${person.id}`);
  await expect(drawer.getByText('Customer', { exact: true })).toBeVisible();
  await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0);
  await drawer.getByRole('tab', { name: 'Balance' }).click();
  await expect(drawer.getByText('Spent today')).toBeVisible();
  await expectAccessible(page);

  // An account that there is not says so, and does not end the screen.
  await page.goto('/admin?user=0199a3d0-0000-7000-8000-0000000000ff');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible();
});
