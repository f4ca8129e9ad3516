import { makeAdmin, signUp } from '../kit/actors.ts';
import { sipEdges } from '../../db/schema/index.ts';
import { watchAlarms } from '../../src/admin/alarms/watch-alarms.ts';
import { metricSources } from '../../src/metric-sources.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test('administrators, customers and strangers see a silent edge come and go', async ({ app, openBrowser, page }) => {
  const look = () => watchAlarms(app.deps, metricSources(app.deps));
  const admin = await openBrowser();
  await signIn(admin, await makeAdmin(app), '/admin');
  await signIn(page, await signUp(app), '/dashboard');
  await expect(admin.getByText(/^No alarms/)).toBeVisible();
  await app.deps.db
    .insert(sipEdges)
    .values({ ...{ edge: 1, slots: 0, taken: 0, full: 0 }, at: new Date(Date.now() - 120_000) });
  await look();
  await expect(admin.getByText('A SIP edge is silent')).toBeVisible();
  await expectAccessible(admin);
  await expect(page.getByText('Calls over SIP trunks may fail at the moment.')).toBeVisible();
  await expectAccessible(page);
  const stranger = await openBrowser();
  await stranger.goto('/status');
  await expect(stranger.locator('[aria-current=page]'), 'leads not to itself').toHaveText('Status');
  await expect(stranger.getByText('Calls over SIP trunks may fail at the moment.')).toBeVisible();
  await expectAccessible(stranger);
  await app.deps.db.delete(sipEdges);
  await look();
  await expect(admin.getByText(/^No alarms/)).toBeVisible();
  await expect(page.getByText('Calls over SIP trunks may fail at the moment.')).toBeHidden();
  await stranger.reload();
  for (const name of ['Calls', 'DID numbers']) await expect(stranger.getByText(name, { exact: true })).toBeVisible();
  await expect(stranger.getByText(/^SIP trunks: .* to /), 'in the last day').toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('link', { name: 'Back to the start' }).click();
  await expect(stranger).toHaveURL(/[0-9]\/$/);
});
