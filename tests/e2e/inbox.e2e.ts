import type { Route } from '@playwright/test';
import { funded } from '../kit/actors.ts';
import { makeDeck, sellBy } from '../kit/decks.ts';
import { comeIn } from '../kit/messages.ts';
import { bought } from '../api/numbers/numbers.ts';
import { expect, expectAccessible, expectFits, PIXEL, signIn, test } from './kit/index.ts';

test('a number is tried out, and the message is in the inbox', async ({ app, page }) => {
  const person = await funded(app, '200.00');
  const { number } = await bought(person);
  await signIn(page, person, '/did-numbers');
  await page.getByRole('link', { name: 'Settings and tests' }).click();
  await page.getByRole('button', { name: 'Simulate a message to it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Simulate a message to it' });
  await dialog.getByRole('button', { name: 'Deliver' }).click();
  await expect(dialog.getByText('Please fill in all fields')).toBeVisible();
  await dialog.getByLabel('Message').fill('Is this thing on?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByText('New message from +447911123456').first()).toBeVisible();
  await expect(page.getByText('Messages received', { exact: true }).locator('../..')).toContainText('1');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications: some are unread');
  await bell.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: '1 unread conversation' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, 360, 1280);
  await page.getByRole('link', { name: 'New message from' }).press('Enter');
  await expect(bell).toHaveAccessibleName('Notifications');
  await bell.press('Enter');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('dialog').getByText('Nothing here yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happened' }), 'not said of what waits').toBeVisible();
  await page.keyboard.press('Escape');
  const row = page.getByRole('button', { name: /\+447911123456/ });
  await expect(row.getByText('Unread: 1')).toBeVisible();
  await expect(page.getByRole('link', { name: /Inbox.*1 unread conversation/ })).toBeVisible();
  await expect(row.getByText(`To ${number}`)).toBeVisible();

  await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '5.10' }]));
  await page.reload();
  await row.click();
  await page.getByLabel('Reply').fill('Loud and clear. '.repeat(20));
  await expect(page.getByText('£10.20')).toBeVisible();
  await page.getByLabel('Reply').press('Control+Enter');
  await expect(page.getByRole('dialog')).toContainText('£10.20');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /£10\.20/ })
    .click();
  await expect(page.getByRole('log').getByText('Loud and clear.').first()).toBeVisible();
  await expect(page.getByLabel('Reply')).toHaveValue('');

  const pictures = [{ address: 'https://carrier.example/1', contentType: 'image/png', size: null }];
  await comeIn(app, { from: '+447911123456', to: number, text: '', pictures });
  // Nobody fetches it meanwhile.
  await app.deps.sql`update received_pictures set due_at = null`;
  await expect(page.getByText('Picture on its way')).toBeVisible();
  await app.deps.objects.put('a-picture', PIXEL);
  await app.deps.sql`
    update received_pictures set status = 'ready', storage_key = 'a-picture', content_type = 'image/png'`;
  await page.reload();
  await row.click();
  await expect(page.getByRole('link', { name: 'Picture' })).toBeVisible();
  await expectAccessible(page);
});

test('two customers write to each other’s numbers, each in their own browser', async ({ app, openBrowser }) => {
  const [ada, bruno] = [await funded(app, '200.00'), await funded(app, '200.00')];
  const [adas, brunos] = [await bought(ada), await bought(bruno)];
  const [hers, his] = [await openBrowser(), await openBrowser({ hasTouch: true, isMobile: true })];
  await signIn(hers, ada, '/dashboard?section=inbox');
  await signIn(his, bruno, '/dashboard?section=inbox');
  await expect(hers.getByText('No messages yet')).toBeVisible();
  const sent = await bruno.as(`/api/users/${bruno.id}/sms`, {
    json: { senderId: brunos.number, recipients: [adas.number], message: 'Are you open on Sunday?' },
  });
  expect(sent.status).toBe(201);
  await hers.getByRole('button', { name: new RegExp(`\\${brunos.number}`) }).click();
  const log = hers.getByRole('log');
  await expect(log.getByText('Are you open on Sunday?')).toBeVisible();
  await expect(hers.getByText('Unread: 1')).toHaveCount(0);
  await expect(log).toContainText('today');
  await app.deps.sql`update conversation_messages set at = at - interval '1 day'`;
  await hers.reload();
  await hers.getByRole('button', { name: new RegExp(`\\${brunos.number}`) }).click();
  await expect(log).toContainText('yesterday');
  await hers.getByLabel('Reply').fill('Yes, from nine');
  await hers.getByLabel('Reply').press('Control+Enter');
  await expect(log.getByText('Yes, from nine')).toBeVisible();
  await expect(log.getByText('Delivered')).toBeVisible();
  await expect(hers.getByLabel('Reply')).toHaveValue('');

  await his.getByRole('button', { name: new RegExp(`\\${adas.number}`) }).click();
  await expect(his.getByRole('log').getByText('Yes, from nine')).toBeVisible();
  await expect(his.getByText('Charged as any message.')).toBeVisible();
  await expect(his.getByText('Ctrl + Enter').filter({ visible: true }), 'no such keys').toHaveCount(0);
  await expect(hers.getByText('Ctrl + Enter')).toBeVisible();

  await hers.getByRole('button', { name: 'Name this contact' }).click();
  await hers.getByLabel('Name', { exact: true }).fill('Bruno');
  await hers.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(hers.getByRole('heading', { name: 'Bruno' })).toBeVisible();
  await expectFits(hers, 1280, 360);
  // A text with the name is kept, and chosen again for its conversation.
  await hers.getByLabel('Reply').fill('Thank you, {name}!');
  await hers.getByRole('button', { name: 'Save as template' }).click();
  await hers.getByRole('dialog').getByLabel('Name').fill('Thanks');
  await hers.getByRole('dialog').getByLabel('Name').press('Enter');
  await expect(hers.getByRole('dialog')).toHaveCount(0);
  await ada.as(`/api/users/${ada.id}/sms-templates`, { json: { name: 'Bye', message: 'Bye, {name}!' } });
  await hers.reload();
  await hers.getByLabel('Reply').fill('See you.');
  await hers.getByLabel('Template').selectOption('Thanks');
  await expect(hers.getByLabel('Reply')).toHaveValue('See you. Thank you, Bruno!');
  await hers.getByRole('combobox', { name: 'Template' }).selectOption('Bye');
  await expect(hers.getByLabel('Reply')).toHaveValue('See you. Bye, Bruno!');
  await expectAccessible(hers);
  await hers.goBack();
  await hers.getByRole('button', { name: /Bruno/ }).click();
  await hers.getByRole('button', { name: 'Back to the list' }).click();
  await expect(hers.getByRole('button', { name: /Bruno/ })).toBeVisible();
  await hers.getByRole('searchbox', { name: 'Search numbers and names' }).fill('nobody');
  await expect(hers.getByText('No conversation found')).toBeVisible();
  await hers.getByRole('searchbox', { name: 'Search numbers and names' }).fill('brun');
  await expect(hers.getByRole('button', { name: /Bruno/ })).toBeVisible();
});

test('a reply that fails stays in the field, and is sent from there', async ({ app, page }) => {
  const person = await funded(app, '200.00');
  const { number } = await bought(person);
  await comeIn(app, { from: '+447911123456', to: number, text: 'Is this thing on?' });
  await signIn(page, person, '/dashboard?section=inbox');
  await page.getByRole('button', { name: /\+447911123456/ }).click();
  const replies = '**/conversations/*/messages';
  const fail = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback());
  await page.route(replies, fail);
  await page.getByLabel('Reply').fill('Loud and clear');
  await expect(page.getByText('14/160 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByLabel('Reply')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Reply')).toHaveValue('Loud and clear');
  await page.unroute(replies, fail);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log').getByText('Loud and clear')).toBeVisible();
  await expect(page.getByLabel('Reply')).toHaveValue('');
});
