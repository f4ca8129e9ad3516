import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { sipCredentials, sipLocation, sipReports, trunkEchoes, trunks } from '../../db/schema/index.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { tellOfRegistrations } from '../../src/services/sip/registrations/tell-of-registrations.ts';
import { funded, makeAdmin, makeReseller, type TestActor } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { expectAccessible, expectFits } from './kit/accessible.ts';
import { signIn } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** SIP trunk and reseller packages: ordered, paid on Billing, active, upgraded, expired. */

async function open(page: Page, app: TestApp, pounds: string): Promise<TestActor> {
  const person = await funded(app, pounds);
  await signIn(page, person);
  return person;
}

const showTrunks = async (page: Page) => {
  await page.goto('/dashboard?section=voice-packages');
  await expect(
    page.getByRole('heading', { name: 'SIP TRUNK Packages - Annual VOIP Plans', level: 1 }),
  ).toBeVisible();
};
const showReseller = async (page: Page) => {
  await page.goto('/dashboard?section=reseller');
  await expect(page.getByRole('heading', { name: 'Reseller Packages', level: 1 })).toBeVisible();
};

const plan = (page: Page, name: string) => page.getByRole('article', { name });
const packages = (page: Page) => page.getByRole('list', { name: 'My packages' });
const orders = (page: Page) => page.getByRole('list', { name: 'Pending orders' });
const dialog = (page: Page) => page.getByRole('dialog');
const says = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** What the edge writes when somebody's telephone registers. */
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

test('a SIP package is ordered, paid from the balance, given credentials and upgraded', async ({
  app,
  page,
}) => {
  const person = await open(page, app, '500.00');
  await showTrunks(page);
  await says(page, 'No packages yet');
  await plan(page, 'Basic').getByRole('button', { name: 'Purchase Package' }).click();
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
  await expect(dialog(page)).toContainText('No sound came from your telephone.');
  await expect(dialog(page)).toContainText('Packets: 250');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();

  await packages(page).getByRole('button', { name: 'Replace SIP password' }).click();
  await dialog(page).getByRole('button', { name: 'Replace SIP password' }).click();
  await expect(dialog(page)).toContainText('Your SIP credentials');
  await dialog(page).getByRole('button', { name: 'I have saved it' }).click();

  await plan(page, 'Professional').getByRole('button', { name: 'Upgrade for £250.00' }).click();
  await page.waitForURL('**/billing');
  await orders(page).getByRole('button', { name: 'Pay from balance' }).click();
  await dialog(page).getByRole('button', { name: 'Pay £250.00' }).click();
  await says(page, 'Order paid');
  await showTrunks(page);
  await expect(plan(page, 'Professional').getByRole('button', { name: 'Already Subscribed' })).toBeDisabled();
  await expect(packages(page)).toContainText('0 of 8,000 minutes used');
});

test('an order that costs something else by now shows its price and asks again', async ({ app, page }) => {
  const person = await open(page, app, '2000.00');
  await showTrunks(page);
  await plan(page, 'Basic').getByRole('button', { name: 'Purchase Package' }).click();
  await page.waitForURL('**/billing');
  await orders(page).getByRole('button', { name: 'Pay from balance' }).click();
  await dialog(page).getByRole('button', { name: 'Pay £150.00' }).click();
  await says(page, 'Order paid');
  await showTrunks(page);
  await plan(page, 'Enterprise')
    .getByRole('button', { name: /^Upgrade for/ })
    .click();
  await page.waitForURL('**/billing');
  await orders(page).getByRole('button', { name: 'Pay from balance' }).click();
  await expect(dialog(page)).toContainText('£1,350.00');
  // Most of the year passes while the dialog is open.
  const days = 350 * 86_400_000;
  const [bought] = await app.deps.db.select().from(trunks).where(eq(trunks.userId, person.id));
  await app.deps.db.update(trunks).set({
    purchasedAt: new Date(Number(bought?.purchasedAt) - days),
    expiresAt: new Date(Number(bought?.expiresAt) - days),
  });
  await dialog(page).getByRole('button', { name: 'Pay £1,350.00' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(/The price of this order is now £5\d\.\d\d/);
  await dialog(page)
    .getByRole('button', { name: /^Pay £5\d\.\d\d$/ })
    .click();
  await says(page, 'Order paid');
  await expect(page.getByRole('banner')).toContainText(/£1,79\d\.\d\d/);
});

test('an order is topped up for; its verification activates it while the customer looks', async ({
  app,
  page,
  openBrowser,
}) => {
  await open(page, app, '20.00');
  const admin = await makeAdmin(app);
  await showReseller(page);
  await plan(page, 'Monthly').getByRole('button', { name: 'Become a reseller' }).click();
  await page.waitForURL('**/billing');
  await orders(page).getByRole('button', { name: 'Top up and pay' }).click();
  await expect(dialog(page)).toContainText('buy £230.00 of credit');
  await dialog(page)
    .getByRole('radio', { name: /Bitcoin/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Continue to payment' }).click();
  await expect(dialog(page)).toContainText('it pays your order: Reseller package, 1 month');
  const hash = randomBytes(32).toString('hex');
  await dialog(page).getByLabel('Transaction hash').fill(hash);
  await dialog(page).getByRole('button', { name: 'Submit payment' }).click();
  await says(page, 'Payment Submitted Successfully');
  await page.waitForURL(/\/billing\/payments\/[\da-f-]{36}$/);
  await page.locator('main').getByRole('link', { name: 'Billing', exact: true }).click();
  await expect(orders(page)).toContainText('A top-up for this order is waiting for verification.');

  const administrator = await openBrowser();
  await signIn(administrator, admin, '/admin');
  await administrator.getByRole('tab', { name: /Payment Verification/ }).click();
  await administrator.getByRole('button', { name: /use customer.s hash/i }).click();
  await administrator.getByRole('button', { name: 'Verify' }).click();

  await expect(orders(page)).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('£0.00');
  await page.getByRole('link', { name: 'Reseller' }).first().click();
  await says(page, 'Your reseller package');
});

test('the dashboard of a reseller gives way to the plans at the very moment of the expiry', async ({
  app,
  page,
}) => {
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
