import { funded, makeAdmin } from '../kit/actors.ts';
import { newNumber } from '../kit/messages.ts';
import { accepted } from '../api/senders/senders.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test.use({ env: { SENDER_NAMES: 'approved' } });

const SATELLITE = '+881612345678';
const INDIA = '+919812345678';

for (const width of [360, 1280]) {
  test(`the composer names closed recipients and refused senders, ${width} px`, async ({ app, openBrowser }) => {
    const [admin, person] = [await makeAdmin(app), await funded(app, '10.00')];
    await accepted(admin, person, 'Bakery');
    const page = await openBrowser({ viewport: { width, height: 800 } });
    await signIn(page, person, '/dashboard?section=sms');
    await page.getByLabel('Sender ID').fill('Bakery');
    await page.getByLabel('Message', { exact: true }).fill('Fresh bread');
    const refused = page.getByRole('list', { name: 'This message would be refused' });
    await page.getByLabel('Recipients').fill([newNumber(), SATELLITE, INDIA].join('\n'));
    await expect(refused.getByRole('listitem')).toHaveText([
      `${SATELLITE} (Satellite phones) is closed for this account. Ask support to open it`,
      `India takes only names that are registered there (${INDIA}). Ask support to register Bakery`,
    ]);
    await expectAccessible(page);
    // An administrator opens satellite phones, which is seen at once.
    const opened = await admin.withCookie(`/api/admin/users/${person.id}/opened-destinations`, {
      put: { destinations: ['satellite'], reason: 'Asked for by letter' },
    });
    expect(opened.status).toBe(200);
    await expect(refused.getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Sender ID').fill('Baker');
    await expect(refused).toContainText('Register the sender name Baker first');
    await page.getByLabel('Sender ID').fill('Bakery');
    await page.getByLabel('Recipients').fill([newNumber(), SATELLITE].join('\n'));
    await expect(refused).toBeHidden();
    await page.getByLabel('Recipients').fill(INDIA);
    await page.getByRole('link', { name: 'Rates: what is open' }).click();
    await expect(page.getByRole('searchbox', { name: 'Country, number or prefix' })).toBeVisible();
  });
}
