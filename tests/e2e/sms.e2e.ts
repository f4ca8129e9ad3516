import type { Page } from '@playwright/test';
import { z } from 'zod';
import { funded, makeAdmin, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { makeDeck, sellBy } from '../kit/decks.ts';
import { expect, expectAccessible, expectFits, signIn, test, toasts } from './kit/index.ts';
import { workbookOf } from '../kit/price-files.ts';
import { readAs, withId } from '../kit/read.ts';

async function openSms(page: Page, app: TestApp): Promise<TestActor> {
  const person = await funded(app, '10.00');
  await signIn(page, person, '/dashboard?section=sms');
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('See you at nine');
  return person;
}

const recipients = (page: Page) => page.getByRole('textbox', { name: 'Recipients' });
const choose = (page: Page, buffer: Buffer) =>
  page.getByLabel('Choose a file').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
const history = (page: Page) => page.getByRole('list', { name: 'Message history' });

/** Excel on Windows saves "CSV" so: the ü is one byte. */
const csv = Buffer.from(
  'sep=;\nName;Customer;Mobile\nMüller;1000234;07700900121\nBen;1000235;7911123456\n' +
    'Cat;1000236;+447700900123\nAnn;1000237;2.3E+12\nMüller;1000238;+44 7700 900121\n',
  'latin1',
);

test('a file shows as it will be sent, with completed and with wrong numbers', async ({ app, page }) => {
  await openSms(page, app);
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Hallo {name}');
  await choose(page, csv);
  const dialog = page.getByRole('dialog', { name: 'Recipients from a file' });
  const said = dialog.getByRole('status');
  await expect(dialog.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(dialog.getByLabel('Column of the numbers')).toHaveValue('2');
  await expect(said).toHaveText('2 recipients');
  await expect(dialog.getByText('3 rows have no valid number and are left out')).toBeVisible();
  await dialog.getByLabel('Country of numbers without a code').selectOption('GB');
  await expect(said).toHaveText('3 recipients · country code added to 2 numbers · 1 duplicate is left out');
  await expect(dialog.getByText('the spreadsheet has shortened 2.3E+12')).toBeVisible();
  await expect(dialog.getByText('Hallo Müller')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Encoding').selectOption('utf-8');
  await expect(dialog.getByText('Hallo M\uFFFDller')).toBeVisible();
  await dialog.getByLabel('Encoding').selectOption('windows-1252');
  await expect(dialog.getByText('Hallo Müller')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 3 recipients' }).click();
  await expect(page.getByText('3 recipients added').first()).toBeVisible();
});

/** As people type numbers there: with a space, or as a number, which loses its zero. */
const DEBTORS = Array.from({ length: 500 }, (_, place) => {
  const last = String(1_000_000 + place);
  return [`Customer ${place}x`, place % 2 ? `803${last}` : `0803 ${last.slice(0, 3)} ${last.slice(3)}`, '1500'];
});

test('five hundred reminders from a Nigerian spreadsheet are sent with five clicks', async ({ app, openBrowser }) => {
  const page = await openBrowser({ locale: 'en-NG', timezoneId: 'Africa/Lagos' });
  const person = await funded(app, '50.00');
  await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { country: 'NG' } });
  await signIn(page, person);
  await page.getByRole('link', { name: 'SMS', exact: true }).click();
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Dear {name}, {due} naira are due on Friday.');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(workbookOf([['Name', 'Phone', 'Due'], ...DEBTORS]));
  await (await chosen).setFiles({ name: 'debtors.xlsx', mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Add 500 recipients' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await page.getByRole('button', { name: /^Send for £/ }).click();
  await expect(history(page).getByText('500 recipients')).toBeVisible();
  const [first] = await app.deps.sql<{ count: string; number: string; text: string }[]>`
    select count(*) over () as count, number, text from sms_recipients order by number limit 1`;
  expect({ ...first }).toEqual({
    ...{ count: '500', number: '+2348031000000', text: 'Dear Customer 0x, 1500 naira are due on Friday.' },
  });
});

test('numbers of another country are told, and one press takes that country, which is kept', async ({ app, page }) => {
  const person = await openSms(page, app);
  const country = page.getByLabel('Country of numbers without a code');
  await country.selectOption('GB');
  await recipients(page).fill('0803 123 4567\n0806 123 4567');
  const doubt = 'These look like numbers of Nigeria (+234). They would go to +44 (United Kingdom).';
  await expect(page.getByText(doubt)).toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText(doubt);
  await expect(asked.getByRole('button', { name: 'Send anyway for £0.06' })).toBeVisible();
  await asked.getByRole('button', { name: 'Use Nigeria' }).click();
  await expect(page.getByText('country code added to 2 numbers')).toBeVisible();
  await expect(page.getByText('These look like')).toHaveCount(0);
  // The first choice is the account's own.
  expect(await readAs(await person.as(`/api/users/${person.id}`), z.looseObject({}))).toMatchObject({ country: 'GB' });
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.reload();
  await expect(country).toHaveValue('NG');
});

test('numbers without a code are told once, and taking their country ends the fault', async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSms(page, app);
  await recipients(page).fill(['08031234567', '08051234568', '08091234569', '07031234560', '08161234561'].join('\n'));
  await expect(page.getByText('5 numbers lack their country code. These look like numbers of Nigeria')).toBeVisible();
  await expect(page.getByText('7911')).toHaveCount(0);
  const send = page.getByRole('button', { name: 'Send SMS' });
  await page.evaluate(() => scrollTo(0, 0));
  await send.click();
  const fault = page.getByText('Choose the country of the 5 numbers that have no code');
  await expect(fault).toBeVisible();
  const use = page.getByRole('button', { name: 'Use Nigeria' });
  // The bar with the price does not cover it.
  const topOf = async (each: typeof use) => (await each.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await topOf(send)) - (await topOf(use))).toBeGreaterThan(40);
  await use.click();
  await expect(page.getByText('country code added to 5 numbers')).toBeVisible();
  await expect(page.getByText('Nigeria: only names that are registered there are safe')).toBeVisible();
  await expect(fault).toHaveCount(0);
  await expect(page.getByLabel('Country of numbers without a code')).toBeFocused();
});

test('a text names columns of the file: previewed, priced and sent for each recipient', async ({ app, page }) => {
  await openSms(page, app);
  const long = 'x'.repeat(160);
  const list = `mobile,name\n+447700900121,Ann\n+447700900122,${long}\n+447700900123,\n`;
  await choose(page, Buffer.from(list));
  await page.getByRole('button', { name: 'Add 3 recipients' }).click();
  await page.getByRole('button', { name: '{name}' }).click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(message).toHaveValue('See you at nine{name}');
  await message.fill('Dear {Nmae}');
  await expect(page.getByText('No column is called {Nmae}. There are: {mobile}, {name}.')).toBeVisible();
  await message.fill('Dear ');
  await page.getByRole('button', { name: '{name}' }).click();
  await expect(message).toHaveValue('Dear {name}');
  await expect(page.getByRole('figure')).toContainText('Dear Ann');
  await expect(page.getByText('Line 3: no value for {name}')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(page.getByText('Fill in the missing values or remove the placeholder')).toBeVisible();
  const numbers = await recipients(page).inputValue();
  await recipients(page).fill(numbers.replace('+447700900123', ''));
  await expect(page.getByText('1–2', { exact: true })).toBeVisible();
  await expect(page.getByText('£0.09')).toBeVisible();
});

test('a placeholder that nothing fills is asked about before it is sent', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Dear {name}');
  await expect(page.getByText('Nothing fills {name}')).toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  const asked = page.getByRole('dialog', { name: 'Send this message?' });
  await expect(asked).toContainText('Nothing fills {name}');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner')).toContainText('£10.00');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await asked.getByRole('button', { name: 'Send anyway for £0.03' }).click();
  await expect(history(page).getByText('Delivered')).toBeVisible();
});

test('a busy button takes no second click, neither by hand nor by the keyboard', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await page.getByRole('button', { name: 'Send as a test' }).click();
  await expect(page.getByLabel('State')).toHaveValue('tests');
  await expect(history(page).getByRole('listitem'), 'its report comes into sight').toBeInViewport();
  await page.goto('/dashboard?section=sms');
  await page.getByRole('button', { name: 'Show my tests' }).click();
  await expect(history(page).getByText('Delivered')).toBeVisible();
  const held = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/users/*/sms', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    asked++;
    await held.promise;
    return route.fallback();
  });
  const button = page.getByRole('button', { name: 'Send SMS' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.dispatchEvent('click');
  await button.press('Enter');
  await page.getByLabel('Sender ID').press('Enter');
  held.resolve();
  await expect(history(page).getByText('Delivered')).toBeVisible();
  expect(asked).toBe(1);
  await expect(page.getByLabel('State')).toHaveValue('');
});

test('a file that is dropped on the field is read, and a price of four places is shown with four', async ({
  app,
  page,
}) => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0355' }]));
  await openSms(page, app);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['+447700900121\n+447700900122\n'], 'numbers.txt', { type: 'text/plain' }));
    return data;
  });
  await recipients(page).dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('button', { name: 'Add 2 recipients' }).click();
  await expect(page.getByText('One per line · 2 recipients')).toBeVisible();
  await expect(page.getByText('£0.0355').first()).toBeVisible();
});

test('a message is scheduled, moved, taken back into the form, cancelled and refunded', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await page.getByRole('switch', { name: 'Send later' }).click();
  await expect(page.getByText('In your time zone, Europe/London')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByLabel('Date and time'), 'beside its button').toBeInViewport();
  await expectFits(page, 360, 1280);
  await page.getByRole('button', { name: 'Schedule SMS' }).click();
  await expect(toasts(page)).toHaveText(/^SMS Scheduled\d+ \w+ \d{4}, \d\d:\d\d/);
  const scheduled = page.getByRole('list', { name: 'Scheduled' });
  await expect(scheduled.getByText('See you at nine')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('£9.97');
  await scheduled.getByRole('button', { name: 'Change time' }).click();
  const inThreeDays = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T09:30`;
  await page.getByRole('dialog').getByLabel('Date and time').fill(inThreeDays);
  await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).click();
  await expect(scheduled.getByText(/, 09:30$/)).toBeVisible();
  await expect(history(page).getByText(/^Goes out .*, 09:30$/)).toBeVisible();
  await scheduled.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('banner')).toContainText('£10.00');
  await expect(recipients(page)).toHaveValue('+447700900121');
  await expect(page.getByText('The message is back in the form.')).toBeInViewport();
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused();
  await page.getByLabel('Message', { exact: true }).fill('See you at ten');
  await page.getByRole('button', { name: 'Schedule SMS' }).click();
  await expect(scheduled.getByText('See you at ten')).toBeVisible();
  await scheduled.getByRole('button', { name: 'Cancel sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
  await expect(scheduled).toHaveCount(0);
  await expect(page.getByText('See you at ten · Unsent messages were refunded.').first()).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('£10.00');
  await expect(history(page).getByText('Cancelled')).toHaveCount(2);
});

test('a text is kept as a template, chosen again and removed', async ({ app, page }) => {
  await openSms(page, app);
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Reminder');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveText(/Reminder/);
  await page.reload();
  await page.getByRole('combobox', { name: 'Template' }).selectOption('Reminder');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('See you at nine');
  await page.getByRole('button', { name: 'Delete the template Reminder' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveCount(0);
});

test('history is searched; what failed is explained, traced and sent again', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121\n+447700900000');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(history(page).getByText('Partly delivered')).toBeVisible();
  // Its sender is offered again, unless it is taken off the list.
  const offered = page.locator('datalist option[value=Topline]');
  await expect(offered).toHaveCount(1);
  await page.getByRole('button', { name: 'Take off the list of senders' }).click();
  await expect(offered).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(offered).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('no such words');
  await expect(page.getByText('No message matches your search')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('07700 900 000');
  await history(page)
    .getByRole('button', { name: /1 Delivered 1 Failed/ })
    .click();
  await expect(page.getByText('Rejected messages are refunded.', { exact: false })).toBeVisible();
  const perRecipient = page.getByRole('list', { name: 'Recipients', exact: true }).getByRole('listitem');
  await expect(perRecipient).toHaveCount(2);
  await expectFits(page, 360, 1280);
  await page.getByRole('button', { name: '1 Failed', exact: true }).click();
  await expect(perRecipient).toHaveText([/447700900000/]);
  await page.getByRole('button', { name: 'Providers tried' }).click();
  const route = page.getByRole('dialog');
  await expect(route.getByText('sandbox rejected it')).toBeVisible();
  await expect(route.getByText('Refunded').first()).toBeVisible();
  await route.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Resend to 1 failed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('');
  await expect(history(page).getByRole('button', { name: /Topline/ })).toHaveCount(2);
  await page.getByLabel('State', { exact: true }).selectOption('partial');
  await expect(history(page).getByRole('button', { name: /Topline/ })).toHaveCount(1);
  await expect(page).toHaveURL(/status=partial/);
  await page.reload();
  await expect(history(page).getByRole('button', { name: /Topline/ })).toHaveCount(1);
  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as CSV' }).first().click();
  expect((await csv).suggestedFilename()).toMatch(/^messages-.*\.csv$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(history(page).getByRole('button', { name: /See you at nine/ })).toHaveCount(2);
});

test('administrators see the health of carriers and settle what is unknown', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const customer = await funded(app, '10.00');
  const json = { senderId: 'Topline', recipients: ['+447700900121'], message: 'Hello' };
  const sent = await customer.as(`/api/users/${customer.id}/sms`, { json });
  const { id } = await readAs(sent, withId);
  await signIn(page, admin, '/dashboard?section=api#providers');
  await expect(page.getByRole('img', { name: /sandbox in the last 24 hours/ })).toBeVisible();
  await expect(page.getByText('Every message is accounted for')).toBeVisible();
  await app.deps.sql`update sms_recipients set status = 'unknown' where message_id = ${id}`;
  await app.deps.sql`
    update sms_messages set queued_count = 0, sent_count = 0, delivered_count = 0, unknown_count = 1
    where id = ${id}`;
  await page.reload();
  await page.getByRole('button', { name: 'Refund: +447700900121' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Every message is accounted for')).toBeVisible();
  await expectAccessible(page);
});
