import { makeTrunk, PROXY_TOKEN, REALM } from '../sip/trunk.ts';
import { expectAccessible } from './kit/accessible.ts';
import { signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** How a telephone system is set up: on the trunk's page, with the package's own values. */

test.use({ env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM } });

test('each telephone system is told server and user of the package, on a phone in the dark too', async ({
  app,
  openBrowser,
}) => {
  const { person, credentials } = await makeTrunk(app);
  const page = await openBrowser({ viewport: { width: 360, height: 780 }, colorScheme: 'dark' });
  await signIn(page, person, '/dashboard?section=voice-packages');
  await page.getByRole('button', { name: 'Set up your telephone system' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Asterisk', 'FreePBX', 'FreeSWITCH', '3CX', 'Yeastar', 'Softphone']) {
    await dialog.getByRole('tab', { name, exact: true }).click();
    const outgoing = dialog.getByRole('region', { name: 'Registration and outgoing calls' });
    await expect(outgoing).toContainText(credentials.username);
    await expect(outgoing).toContainText(REALM);
    await expect(outgoing).toContainText('SIP_PASSWORD');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  await expect(dialog).toContainText(`Let SIP from ${REALM} through your firewall, port 5060 by UDP or TCP`);
  await expectAccessible(page);
});
