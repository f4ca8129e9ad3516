import { makeTrunk, PROXY_TOKEN, REALM } from '../sip/trunk.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test.use({ env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, SANDBOX_SIP_ROUTE: 'sip:192.0.2.1' } });

test('addresses and calls a second are chosen, and refused beside their fields', async ({ app, page }) => {
  const { person } = await makeTrunk(app);
  await signIn(page, person, '/dashboard?section=voice-packages');
  const own = page.getByRole('region', { name: 'Calls without registering' });
  await own.getByRole('button', { name: 'Choose addresses' }).click();
  const dialog = page.getByRole('dialog');
  const addresses = dialog.getByLabel('Addresses');
  await addresses.fill('198.41.0.4\n192.168.1.1');
  await dialog.getByLabel('Digits before the number').fill('77');
  await dialog.getByRole('button', { name: 'Save addresses' }).click();
  await expect(dialog.getByRole('alert')).toContainText('public address');
  await addresses.fill('198.41.0.4\n198.41.0.16/28');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save addresses' }).click();
  await expect(dialog).toBeHidden();
  await expect(own.getByRole('listitem')).toHaveText(['198.41.0.4', '198.41.0.16/28']);
  await expect(own).toContainText('Digits before the number: 77');
  await expect(own).toContainText('By TCP and TLS only');

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const pace = dialog.getByLabel('Calls a second');
  await pace.fill('51');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter a whole number from 1 to 50');
  await pace.fill('3');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Calls a second: 3')).toBeVisible();
  await page.getByRole('button', { name: 'Choose where incoming calls go' }).click();
  const into = dialog.getByLabel('Addresses for incoming calls');
  await into.fill('10.0.0.1');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Enter a name like pbx.example.com');
  await into.fill('pbx.example.com, 198.41.0.4:5080');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Incoming calls go to pbx.example.com, 198.41.0.4:5080.')).toBeVisible();
  await page.getByRole('button', { name: 'Trace calls for 60 minutes' }).click();
  await expect(page.getByText('SIP messages of calls are kept until')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End the trace' }).click();
  await expect(page.getByText('SIP messages, which show why a call failed, are not kept.')).toBeVisible();
});
