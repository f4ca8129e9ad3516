import { Gateway } from '../carriers/smpp-gateway.ts';
import { makeAdmin } from '../kit/actors.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

for (const width of [360, 1280]) {
  test(`a gateway is added, changed and no longer used, ${width} px`, async ({ app, openBrowser }) => {
    const { gateway, port } = await Gateway.start();
    try {
      const page = await openBrowser({ viewport: { width, height: 800 } });
      await signIn(page, await makeAdmin(app), '/dashboard?section=api#providers');
      await page.getByRole('button', { name: 'Add an account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an account' });
      await dialog.getByLabel('Kind').selectOption({ label: 'SMPP' });
      await dialog.getByLabel('Name').fill('lagos');
      await dialog.getByLabel('Host').fill('127.0.0.1');
      await dialog.getByLabel('Port', { exact: true }).fill(String(port));
      await dialog.getByLabel('System ID').fill('topline');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('alert').first()).toContainText('set all of them or none');
      await dialog.getByLabel('Password').fill('secret');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const account = page.getByRole('listitem').filter({ hasText: /In use|Not in use/ });
      await expect(account).toContainText('In use');
      await expect(page.getByRole('list', { name: 'Telephony providers' }).getByText('smpp-lagos')).toBeVisible();
      await account.getByRole('button', { name: 'Change smpp-lagos' }).click();
      const changing = page.getByRole('dialog', { name: 'Change smpp-lagos' });
      await expect(changing.getByLabel('Password')).toHaveValue('');
      await changing.getByLabel('Messages per second').fill('7');
      // By key, as the toast of the account before may still stand over it.
      await changing.getByRole('button', { name: 'Save' }).press('Enter');
      await expect(changing).toBeHidden();
      await expect.poll(() => app.deps.carriers.find('smpp-lagos')?.limits.perSecond).toBe(7);
      // By key: the list above gets its row again, and the button may move beneath the pointer.
      await account.getByRole('button', { name: 'Stop using smpp-lagos' }).press('Enter');
      await expect(account).toContainText('Not in use');
      await account.getByRole('button', { name: 'Delete smpp-lagos' }).click();
      const asked = page.getByRole('dialog', { name: 'Delete smpp-lagos?' });
      await expectAccessible(page);
      await asked.getByRole('button', { name: 'Delete smpp-lagos' }).click();
      await expect(page.getByText('No further accounts')).toBeVisible();
    } finally {
      await gateway.kill();
    }
  });
}
