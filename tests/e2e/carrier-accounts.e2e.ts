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
      await dialog.getByLabel('SMPP_HOST').fill('127.0.0.1');
      await dialog.getByLabel('SMPP_PORT').fill(String(port));
      await dialog.getByLabel('SMPP_SYSTEM_ID').fill('topline');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('alert')).toContainText('set all of them or none');
      await dialog.getByLabel('SMPP_PASSWORD').fill('secret');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const account = page
        .getByRole('list', { name: 'Further provider accounts' })
        .getByRole('listitem')
        .filter({ hasText: 'smpp-lagos' });
      await expect(account).toContainText('In use');
      await expect(page.getByRole('list', { name: 'Telephony providers' }).getByText('smpp-lagos')).toBeVisible();
      await account.getByRole('button', { name: 'Change smpp-lagos' }).click();
      const changing = page.getByRole('dialog', { name: 'Change smpp-lagos' });
      await expect(changing.getByLabel('SMPP_PASSWORD')).toHaveValue('');
      await changing.getByLabel('SMPP_PER_SECOND').fill('7');
      await expectAccessible(page);
      await changing.getByRole('button', { name: 'Save' }).click();
      await expect(changing).toBeHidden();
      await expect.poll(() => app.deps.carriers.find('smpp-lagos')?.limits.perSecond).toBe(7);
      await account.getByRole('button', { name: 'Stop using smpp-lagos' }).click();
      await expect(account).toContainText('Not in use');
      await expect(account.getByRole('button', { name: 'Use smpp-lagos', exact: true })).toBeVisible();
      await account.getByRole('button', { name: 'Delete smpp-lagos' }).click();
      const asked = page.getByRole('dialog', { name: 'Delete smpp-lagos?' });
      await expectAccessible(page);
      await asked.getByRole('button', { name: 'Delete smpp-lagos' }).click();
      await expect(page.getByText('smpp-lagos is deleted').first()).toBeVisible();
      await expect(page.getByText('No further accounts')).toBeVisible();
    } finally {
      await gateway.kill();
    }
  });
}
