import { funded } from '../kit/actors.ts';
import { expect, expectAccessible, expectFits, expectToast, signIn, test } from './kit/index.ts';

const PEOPLE = [
  '+447900111101,Ada,Leeds,',
  '+447900111102,Grace,York,A;B',
  '+447900110000,Alan,Hull,B',
  'nobody,No,Where,',
];

test('contacts come from a file that is shown first, and get a campaign from its start to its report', async ({
  app,
  page,
}) => {
  const person = await funded(app, '10.00');
  await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { country: 'NG' } });
  await signIn(page, person, '/dashboard?section=contacts');
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a contact' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a contact' });
  await expect(adding).toContainText('Like 0802 123 4567 or +234 802 123 4567');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByRole('alert')).toHaveText('Please enter a phone number');
  await adding.getByLabel('Number').fill('08034143477');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Contacts' })).toContainText('+2348034143477');
  const file = Buffer.from(`number,name,town,Groups\n${PEOPLE.join('\n')}\n`);
  await page.getByLabel('Import').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: file });
  const preview = page.getByRole('dialog', { name: 'Import contacts' });
  await expect(preview.getByText('1 row has no valid number and is left out')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Grace · York' })).toBeVisible();
  await preview.getByLabel('Lists').fill('spring');
  await expectAccessible(page);
  await expect(preview.getByRole('status')).toContainText('3 contacts');
  await preview.getByRole('button', { name: 'Import 3 contacts' }).click();
  await expectToast(page, { title: '3 contacts added' });
  const list = page.getByRole('list', { name: 'Contacts' });
  await expect(list.getByRole('listitem'), 'the list of the import').toHaveCount(3);

  for (const named of ['A (1)', 'B (2)', 'spring (3)'])
    await page.getByLabel('List', { exact: true }).selectOption(named);
  await page.getByRole('button', { name: 'Rename the list' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename the list' });
  await renaming.getByLabel('New name of spring').fill('summer');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('List', { exact: true })).toHaveValue('summer');
  await page.getByRole('searchbox', { name: 'Search name or number' }).fill('grac');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const number = list.getByText('+447900111102');
  await expect(number.getByText(/^/)).toHaveText(['+44', '7900', '111102']);
  await number.selectText();
  expect(await page.evaluate(() => String(getSelection()))).toBe('+447900111102');
  await page.getByRole('button', { name: 'Put into a list' }).click();
  const naming = page.getByRole('dialog', { name: 'Put into a list' });
  await naming.getByLabel('List').fill('tall');
  await naming.getByRole('button', { name: 'Put into a list' }).click();
  await expectToast(page, { title: '1 contact put into the list' });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await page.getByRole('button', { name: 'New campaign' }).click();
  const form = page.getByRole('dialog', { name: 'New campaign' });
  await form.getByRole('button', { name: 'Begin' }).click();
  const missing = ['Please give it a name', 'Please enter a sender', 'Please write a message'];
  await expect(form.getByRole('alert')).toHaveText(missing);
  await expect(form.getByRole('checkbox', { name: 'All contacts (4)' })).toBeChecked();
  await form.getByLabel('Name').fill('Opening');
  await form.getByLabel('Sender ID').fill('Topline');
  await form.getByRole('checkbox', { name: 'summer (3)' }).check();
  await form.getByLabel('Message', { exact: true }).fill('We open in ');
  await form.getByRole('button', { name: '{town}' }).click();
  await expect(form.getByText(/^We open in (Leeds|York|Hull)$/), 'a first contact’s text').toBeVisible();
  await expect(form.getByText('19/160 characters')).toBeVisible();
  await form.getByLabel('Not at night where the recipient is').click();
  await expectAccessible(page);
  await expect(form).toContainText('3 × £0.03');
  await form.getByRole('button', { name: 'Begin' }).click();
  const campaign = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem').filter({ hasText: 'Opening' });
  await expect(campaign.getByText('3 of 3 contacts')).toBeVisible();
  await expect(campaign.getByText('Done')).toBeVisible();
  await expect(async () => {
    await campaign.getByRole('button', { name: 'Report' }).click();
    const figures = page.getByRole('dialog', { name: 'Report' }).getByRole('row').last();
    await expect(figures).toContainText('We open in {town}');
    await page.keyboard.press('Escape');
  }).toPass();
  await campaign.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report' });
  await expect(report.getByText('Why messages failed')).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(campaign.getByText('£0.03 refunded')).toBeVisible();

  await campaign.getByRole('button', { name: 'Repeat' }).click();
  await form.getByLabel('Send later').click();
  await form.getByLabel('Date and time').fill('2020-01-01T09:00');
  await form.getByLabel('Date and time').evaluate((field) => field.scrollIntoView({ block: 'end' }));
  await form.getByRole('button', { name: 'Schedule' }).click();
  await expect(form.getByText('Choose a time in the future')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await campaign.getByRole('button', { name: 'Repeat' }).click();
  await expect(form.getByLabel('Date and time'), 'the draft').toHaveValue('2020-01-01T09:00');
  for (const _ of ['off', 'on']) await form.getByLabel('Send later').click();
  await form.getByRole('button', { name: 'Schedule' }).click();
  const next = page.getByRole('list', { name: 'Campaigns' }).getByRole('listitem').first();
  await expect(next).toContainText(/Scheduled.*summer.*About £0.09 when it goes out.*Begins .* GMT/);
  await next.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit' });
  await expect(editing.getByLabel('Sender ID')).toHaveValue('Topline');
  await editing.getByLabel('Name').fill('Closing');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(next.getByText('Closing')).toBeVisible();
  await next.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nothing has been charged');
  await page.getByRole('button', { name: 'Cancel the campaign' }).click();
  await expect(next.getByText('Cancelled')).toBeVisible();
  await expect(next.getByRole('button')).toHaveText(['Report', 'Repeat']);
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByLabel('List', { exact: true }).selectOption('tall (1)');
  await page.getByRole('button', { name: 'Send to these' }).click();
  await expect(page.getByLabel('Contacts who get it as well')).toHaveValue('tall');
  await page.getByLabel('Contacts who get it as well').selectOption('All contacts (4)');
  await page.getByLabel('Only those whose name or number has').fill('');
  await page.getByLabel('Message', { exact: true }).fill('See you in {town}');
  await expect(page.getByText('Without a value for {town}: 1 of 4 contacts')).toBeVisible();
  await expect(page.getByText('£0.09'), 'the price of those who have one').toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(page.getByText('Fill in the missing values or remove the placeholder')).toBeVisible();
});

test('a file of local numbers of another country is not taken without a question', async ({ app, page }) => {
  const person = await funded(app, '1.00');
  await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { country: 'GB' } });
  await signIn(page, person, '/dashboard?section=contacts');
  const buffer = Buffer.from('number\n0803 123 4567\n0806 123 4567\n');
  await page.getByLabel('Import').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  // The row says its number as it is meant and as it is written, and no third time.
  await expect(page.getByText('0803 123 4567')).toHaveCount(1);
  const country = page.getByLabel('Country of numbers without a code');
  await country.selectOption('None');
  await expect(page.getByText('No row has a valid number yet.')).toBeVisible();
  await country.selectOption('GB');
  const add = page.getByRole('button', { name: 'Import 2 contacts' });
  await add.click();
  const asked = page.getByRole('dialog', { name: 'Which country are these numbers of?' });
  await expect(asked).toContainText('They would go to +44 (United Kingdom).');
  await expect(asked.getByRole('button', { name: 'Add anyway' })).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Use Nigeria' }).click();
  await expect(page.getByText('+2348031234567')).toBeVisible();
  await add.click();
  await expect(page.getByRole('list', { name: 'Contacts' })).toContainText('+2348061234567');
});
