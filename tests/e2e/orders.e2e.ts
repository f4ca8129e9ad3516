import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sipCredentials, sipLocation, sipReports, trunkEchoes, trunks } from '../../db/schema/index.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { tellOfRegistrations } from '../../src/services/sip/registrations/tell-of-registrations.ts';
import { funded, makeReseller, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expect, expectAccessible, expectFits, signIn, test } from './kit/index.ts';

async function open(page: Page, app: TestApp, pounds: string): Promise<TestActor> {
  const person = await funded(app, pounds);
  await signIn(page, person);
  return person;
}

const showTrunks = async (page: Page) => {
  await page.goto('/dashboard?section=voice-packages');
  await expect(page.getByRole('heading', { name: 'SIP TRUNK Packages - Annual VOIP Plans', level: 1 })).toBeVisible();
};
const showReseller = async (page: Page) => {
  await page.goto('/dashboard?section=reseller');
  await expect(page.getByRole('heading', { name: 'Reseller Packages', level: 1 })).toBeVisible();
};

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const packages = (page: Page) => page.getByRole('list', { name: 'My packages' });
const orders = (page: Page) => page.getByRole('list', { name: 'Pending orders' });
const dialog = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The row that the edge writes when somebody's telephone registers. */
async function registerPhone({ deps, clock }: TestApp, { id }: TestActor): Promise<void> {
  const [trunk] = await deps.db
    .select({ username: sipCredentials.username })
    .from(sipCredentials)
    .innerJoin(trunks, eq(trunks.id, sipCredentials.trunkId))
    .where(eq(trunks.userId, id));
  const username = trunk?.username ?? '';
  const expires = new Date(clock.now().getTime() + 600_000);
  const contact = `sip:${username}@192.0.2.5:5060`;
  await deps.db.insert(sipLocation).values({
    ruid: username,
    username,
    contact,
    expires,
    socket: 'udp:192.0.2.1:5060',
    userAgent: 'Yealink T46',
  });
  await tellOfRegistrations(deps);
}

/** A call to the echo without sound from the telephone, as the edge reports it. */
async function callEcho({ deps, clock }: TestApp, { id }: TestActor): Promise<void> {
  const [trunk] = await deps.db.select({ id: trunks.id }).from(trunks).where(eq(trunks.userId, id));
  const [callId, at] = [crypto.randomUUID(), clock.now()];
  await deps.db.insert(trunkEchoes).values({
    ...{ trunkId: trunk?.id ?? '', callId, sipCallId: callId, source: '192.0.2.5:5060', calledAt: at },
  });
  await deps.db.insert(sipReports).values([
    { callId, kind: 'ended', at, answeredAt: at },
    { callId, kind: 'sound', at, heard: 0, sent: 250 },
  ]);
  await takeReports(deps);
}

test('a SIP package is ordered, paid from the balance, given credentials and upgraded', async ({ app, page }) => {
  const person = await open(page, app, '500.00');
  await showTrunks(page);
  await says(page, 'No packages yet');
  await says(page, 'Emergency calls are not carried: keep another telephone for them.');
  await plan(page, 'Basic').getByRole('button', { name: 'Purchase Package' }).click();
  await expect(dialog(page)).toContainText('One year costs £150.00.');
  await dialog(page).getByRole('button', { name: 'Place order for £150.00' }).click();
  await says(page, 'Order placed');
  await page.waitForURL('**/billing');

  await expect(orders(page)).toContainText('SIP TRUNK Basic, 1 year');
  await expectFits(page, 360, 1280);
  await orders(page).getByRole('button', { name: 'Pay from balance' }).click();
  await expect(dialog(page)).toContainText('You will have £350.00 left.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Pay £150.00' }).click();
  await says(page, 'Order paid');
  await expect(orders(page)).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('£350.00');

  await showTrunks(page);
  await expect(plan(page, 'Basic').getByRole('button', { name: 'Already Subscribed' })).toBeDisabled();
  await expect(packages(page)).toContainText('0 of 2,000 minutes used');
  await packages(page).getByRole('button', { name: 'Create credentials' }).click();
  await expect(dialog(page)).toContainText('The password is shown only once.');
  await expectFits(page, 360, 1280);
  await dialog(page).getByRole('button', { name: 'I have saved it' }).click();
  await expect(packages(page).getByText(/^tl[0-9a-f]{12}$/)).toBeVisible();
  const sha256 = packages(page).getByRole('switch', { name: 'Sign in by SHA-256 only' });
  await expectFits(page, 360, 1280);
  await sha256.click();
  await page.reload();
  await expect(sha256).toBeChecked();
  await packages(page).getByRole('button', { name: 'Set up your telephone system' }).click();
  await expect(dialog(page).getByText(/server_uri=sip:/)).toContainText(
    /username=tl[0-9a-f]{12}\npassword=SIP_PASSWORD/,
  );
  await dialog(page).getByRole('tab', { name: 'Yeastar' }).click();
  await expect(dialog(page).getByText('Register Trunk')).toBeVisible();
  await expect(dialog(page).getByRole('region', { name: 'Incoming calls' })).toContainText('Get DID From');
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await says(page, 'Nothing is registered with this package.');
  await registerPhone(app, person);
  await expect(packages(page)).toContainText('Yealink T46');
  await packages(page).getByRole('button', { name: 'Test my trunk' }).click();
  await expect(dialog(page)).toContainText('Dial *43 from your telephone system');
  await callEcho(app, person);
  await expect(dialog(page)).toContainText('No audio came from your phone.');
  await expect(dialog(page)).toContainText('Packets: 250');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await packages(page).getByRole('button', { name: 'Replace SIP password' }).click();
  await dialog(page).getByRole('button', { name: 'Replace SIP password' }).click();
  await expect(dialog(page)).toContainText('Your SIP credentials');
  await dialog(page).getByRole('button', { name: 'I have saved it' }).click();

  await plan(page, 'Professional').getByRole('button', { name: 'Upgrade for £250.00' }).click();
  await dialog(page).getByRole('button', { name: 'Place order for £250.00' }).click();
  await page.waitForURL('**/billing');
  await orders(page).getByRole('button', { name: 'Pay from balance' }).click();
  await dialog(page).getByRole('button', { name: 'Pay £250.00' }).click();
  await says(page, 'Order paid');
  await showTrunks(page);
  await expect(plan(page, 'Professional').getByRole('button', { name: 'Already Subscribed' })).toBeDisabled();
  await expect(packages(page)).toContainText('0 of 8,000 minutes used');
});

test('the dashboard of a reseller gives way to the plans at the very moment of the expiry', async ({ app, page }) => {
  await page.clock.install();
  const person = await open(page, app, '1.00');
  const tenMinutes = 600_000;
  await makeReseller(app, person, new Date(app.clock.now().getTime() + tenMinutes));
  await showReseller(page);
  await says(page, 'Your rates');
  await says(page, '50% off');
  await expectAccessible(page);
  await page.clock.fastForward(tenMinutes - 120_000);
  const lapsed = page.getByText('Your reseller package has ended', { exact: false });
  await expect(lapsed).toHaveCount(0);
  await page.clock.fastForward(120_000);
  await expect(lapsed).toBeVisible();
  await expect(plan(page, 'Yearly')).toContainText('Save £500');
  await expectAccessible(page);
});
