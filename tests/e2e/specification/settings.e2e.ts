import { signUp } from '../../kit/actors.ts';
import { expect, expectToasts, signIn, test } from '../kit/index.ts';

test('profile and password: fields, faults and what is said', async ({ app, page }) => {
  const person = await signUp(app);
  await signIn(page, person, '/settings');
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveAttribute('type', 'email');
  for (const [label, value] of [
    ['Full name', 'Grace Hopper'],
    ['Company', 'Navy'],
    ['Phone', '+447911123456'],
    ['Default caller ID', 'Grace'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('Caller ID type').selectOption('Name');
  const path = `**/api/users/${person.id}`;
  const failure = { title: 'Error', variant: 'destructive' } as const;
  const save = () => page.getByRole('button', { name: 'Save changes' }).click();
  let sent: Record<string, unknown> = {};
  await expectToasts(page, [
    {
      situation: 'profile not saved',
      provoke: async () => {
        // A read that this cuts off would be a fault on the console.
        await page.route(path, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
        await save();
      },
      ...failure,
      description: 'Failed to update profile',
    },
    {
      situation: 'profile saved',
      provoke: async () => {
        await page.unroute(path);
        const request = page.waitForRequest((each) => each.method() === 'PUT');
        await save();
        sent = (await request).postDataJSON();
      },
      title: 'Success',
      description: 'Profile updated successfully',
    },
  ]);
  expect(sent).toEqual({
    fullName: 'Grace Hopper',
    email: person.email,
    company: 'Navy',
    phone: '+447911123456',
    country: null,
    defaultCallerId: 'Grace',
    callerIdType: 'name',
  });
  await expect(page.getByRole('banner').getByText('GH', { exact: true })).toBeVisible();

  for (const [address, mismatch] of [
    ['/settings#security', 'New passwords do not match'],
    ['/dashboard?section=settings', 'Passwords do not match'],
  ] as const) {
    await page.goto(address);
    const current = page.getByLabel('Current password');
    const wanted = page.getByLabel('New password', { exact: true });
    const again = page.getByLabel('Confirm new password');
    const form = page.locator('form').filter({ has: current });
    const change = () => form.getByRole('button', { name: 'Change password' }).click();
    for (const tip of ['8 characters or more', 'Upper and lower case', 'A digit', 'A symbol']) {
      await expect(form.getByText(tip)).toBeVisible();
    }
    await current.fill('not the one');
    await wanted.fill('short');
    await again.fill('other');
    await change();
    await expect(form.getByRole('alert')).toHaveText(['Password must be at least 6 characters', mismatch]);
    await wanted.fill('steam engine');
    await again.fill('steam engine');
    await expectToasts(page, [
      {
        situation: 'password not changed',
        provoke: change,
        ...failure,
        description: 'Failed to update password',
      },
    ]);
  }
  const current = page.getByLabel('Current password');
  await current.fill(person.password);
  await expectToasts(page, [
    {
      situation: 'password changed',
      provoke: () => page.getByRole('button', { name: 'Change password' }).click(),
      title: 'Success',
      description: 'Password updated successfully',
    },
  ]);
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  }
});

test('notifications and preferences are kept in the browser and cause no call', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/settings#notifications');
  const toggle = (name: string) => page.getByRole('switch', { name });
  await expect(toggle('Email notifications')).toBeChecked();
  await expect(toggle('SMS alerts')).not.toBeChecked();
  await expect(toggle('Marketing updates')).toBeChecked();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  await toggle('SMS alerts').click();
  await page.reload();
  await expect(toggle('SMS alerts')).toBeChecked();

  await page.getByRole('tab', { name: 'Preferences' }).click();
  const language = page.getByLabel('Language');
  await expect(language).toHaveValue('en');
  const offered = await language
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => (option instanceof HTMLOptionElement ? option.value : '')));
  expect(offered).toEqual(['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ja', 'ar']);
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  expect(changes).toEqual([]);
});

test('the page has four tabs, the block of the dashboard three cards', async ({ app, page }) => {
  await signIn(page, await signUp(app), '/settings');
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Security', 'Notifications', 'Preferences']);
  // The value that an account starts with is shown by its meaning, and cannot be chosen.
  await expect(page.getByLabel('Caller ID type').getByRole('option')).toHaveText(['Phone number', 'Name', 'Custom']);
  await expect(page.getByLabel('Caller ID type')).toHaveValue('custom');
  await page.goto('/dashboard?section=settings');
  const cards = page.locator('main').getByRole('heading', { level: 2 });
  await expect(cards).toHaveText(['Account Settings', 'Security Settings', 'Notifications']);
  await page.getByRole('link', { name: 'All settings' }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await page.getByRole('link', { name: 'Spend limits' }).click();
  await expect(page.getByRole('heading', { name: 'Spend limits' })).toBeInViewport();
  // What stands on another tab is not among them.
  await expect(page.getByRole('link', { name: 'Language and theme' })).toHaveCount(0);
});
