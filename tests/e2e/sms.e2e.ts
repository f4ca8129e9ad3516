import type { Page } from '@playwright/test';
import { funded, makeAdmin, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { makeDeck, sellBy } from '../kit/decks.ts';
import { expectAccessible } from './kit/accessible.ts';
import { signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { readAs, withId } from '../kit/read.ts';

/** SMS Services: recipients from text and files, scheduling, history, resending and the route. */

async function enter(page: Page, person: TestActor, section: string): Promise<void> {
  await signIn(page, person, `/dashboard?section=${section}`);
}

async function openSms(page: Page, app: TestApp): Promise<TestActor> {
  const person = await funded(app, '10.00');
  await enter(page, person, 'sms');
  await page.getByLabel('Sender ID').fill('Topline');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('See you at nine');
  return person;
}

const recipients = (page: Page) => page.getByRole('textbox', { name: 'Recipients' });
const history = (page: Page) => page.getByRole('list', { name: 'Message history' });

const csv = 'name;mobile\nAnn;+447700900121\nBen;07700900122\nCat;+447700900123\nAnn;+44 7700 900121\n';

test('recipients come from a file; wrong and repeated lines are named, and corrected before sending', async ({
  app,
  page,
}) => {
  await openSms(page, app);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('Taken from the column mobile').first()).toBeVisible();
  await expect(page.getByText(/2 recipients · 1 duplicate is left out · 1 invalid line/)).toBeVisible();
  await expect(page.getByText('Line 2: 07700900122 has no country code')).toBeVisible();
  await expect(page.getByText('Line 4: +44 7700 900121 repeats line 1')).toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(page.getByText('Please correct or remove the invalid lines')).toBeVisible();
  await recipients(page).fill((await recipients(page).inputValue()).replace('07700900122', '+447700900122'));
  await expect(page.getByText(/3 recipients · 1 duplicate is left out/)).toBeVisible();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(history(page).getByText('3 recipients')).toBeVisible();
  await expect(history(page).getByText('Delivered')).toBeVisible();
});

test('a text names columns of the file: previewed, priced and sent for each recipient', async ({
  app,
  page,
}) => {
  const person = await openSms(page, app);
  const long = 'x'.repeat(160);
  const list = `mobile,name\n+447700900121,Ann\n+447700900122,${long}\n+447700900123,\n`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await page.getByRole('button', { name: '{name}' }).click();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await expect(message).toHaveValue('See you at nine{name}');
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
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(history(page).getByText('Delivered')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('£9.91');
  const texts = await app.deps.sql<{ text: string }[]>`
    select r.text from sms_recipients r join sms_messages m on m.id = r.message_id
    where m.user_id = ${person.id} order by r.id`;
  expect(texts.map(({ text }) => text)).toEqual(['Dear Ann', `Dear ${long}`]);
});

test('a placeholder that nothing fills is asked about before it is sent', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Dear {name}');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  const asked = page.getByRole('dialog', { name: 'Send this message?' });
  await expect(asked).toContainText('Nothing fills {name}');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner')).toContainText('£10.00');
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await asked.getByRole('button', { name: 'Send for £0.03' }).click();
  await expect(history(page).getByText('Delivered')).toBeVisible();
});

test('a busy button takes no second click, neither by hand nor by the keyboard', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
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
});

test('a price of four places is shown with four', async ({ app, page }) => {
  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0355' }]));
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await expect(page.getByText('£0.0355').first()).toBeVisible();
});

test('a file that is dropped on the field is read', async ({ app, page }) => {
  await openSms(page, app);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['+447700900121\n+447700900122\n'], 'numbers.txt', { type: 'text/plain' }));
    return data;
  });
  await recipients(page).dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('One per line · 2 recipients')).toBeVisible();
});

test('a message is scheduled, listed, cancelled and refunded', async ({ app, page }) => {
  await openSms(page, app);
  await recipients(page).fill('+447700900121');
  await page.getByRole('switch', { name: 'Send later' }).click();
  await expect(page.getByText('In your time zone, Europe/London')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule SMS' }).click();
  const scheduled = page.getByRole('list', { name: 'Scheduled' });
  await expect(scheduled.getByText('See you at nine')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('£9.97');
  await scheduled.getByRole('button', { name: 'Cancel sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
  await expect(scheduled).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('£10.00');
  await expect(history(page).getByText('Cancelled')).toBeVisible();
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
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('no such words');
  await expect(page.getByText('No message matches your search')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('900000');
  await history(page)
    .getByRole('button', { name: /See you at nine/ })
    .click();
  await expect(page.getByText('Rejected messages are refunded.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Route' }).click();
  const route = page.getByRole('dialog');
  await expect(route.getByText('sandbox rejected it')).toBeVisible();
  await expect(route.getByText('Refunded').first()).toBeVisible();
  await route.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Resend to 1 failed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('');
  await expect(history(page).getByRole('button', { name: /See you at nine/ })).toHaveCount(2);
});

test('the screens are accessible, and fit a phone and a desk', async ({ app, openBrowser }) => {
  const page = await openBrowser();
  const check = async () => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  };
  await openSms(page, app);
  await recipients(page).fill('+447700900121\n+447700900000\n+447700900121\nnobody');
  await page.getByRole('switch', { name: 'Send later' }).click();
  await expect(page.getByText('Line 4: nobody')).toBeVisible();
  await check();
  await recipients(page).fill('+447700900121\n+447700900000');
  await page.getByRole('switch', { name: 'Send later' }).click();
  await page.getByRole('button', { name: 'Send SMS' }).click();
  await expect(history(page).getByText('Partly delivered')).toBeVisible();
  await history(page)
    .getByRole('button', { name: /See you at nine/ })
    .click();
  await expect(page.getByRole('list', { name: 'Recipients', exact: true })).toBeVisible();
  await check();
});

test('administrators see the health of carriers and settle what is unknown', async ({ app, page }) => {
  const admin = await makeAdmin(app);
  const customer = await funded(app, '10.00');
  const json = { senderId: 'Topline', recipients: ['+447700900121'], message: 'Hello' };
  const sent = await customer.as(`/api/users/${customer.id}/sms`, { json });
  const { id } = await readAs(sent, withId);
  await enter(page, admin, 'api');
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
