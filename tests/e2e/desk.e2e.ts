import { setAs } from '../api/admin/settings.ts';
import { funded, makeAdmin } from '../kit/actors.ts';
import { newNumber } from '../kit/messages.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('a message with a held word waits on the desk, and a person releases or refuses it', async ({
  app,
  openBrowser,
}) => {
  const [admin, person] = [await makeAdmin(app), await funded(app, '10.00')];
  await setAs(admin, 'held_words', 'lottery');
  for (const message of ['Your lottery ticket', 'A lottery for you']) {
    const json = { senderId: 'Bakery', recipients: [newNumber()], message };
    expect((await person.as(`/api/users/${person.id}/sms`, { json })).status).toBe(201);
  }
  const customer = await openBrowser({ viewport: { width: 360, height: 800 } });
  await signIn(customer, person, '/dashboard?section=sms');
  await expect(customer.getByText('In review')).toHaveCount(2);

  const page = await openBrowser();
  await signIn(page, admin, '/admin#desk');
  const waiting = page.getByRole('list', { name: 'Messages that wait for you' }).getByRole('listitem');
  await expect(waiting).toHaveCount(2);
  await expectAccessible(page);
  await waiting
    .filter({ hasText: 'ticket' })
    .getByRole('button', { name: /^Release/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(waiting).toHaveCount(1);
  await expect(customer.getByText('In review')).toHaveCount(1);
  await waiting.getByRole('button', { name: /^Refuse/ }).press('Enter');
  await page.getByRole('dialog').getByLabel('Reason').fill('No lotteries here');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('No message waits')).toBeVisible();
  await expect(customer.getByText('In review')).toHaveCount(0);
  await expect(customer.getByText('Cancelled').filter({ visible: true })).toHaveCount(1);
});
