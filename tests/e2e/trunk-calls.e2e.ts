import type { Page } from '@playwright/test';
import { askAsEdge } from '../sip/as-edge.ts';
import { z } from 'zod';
import { sipReports } from '../../db/schema/index.ts';
import { takeReports } from '../../src/services/sip/take-reports.ts';
import { digestOf } from '../api/trunks/digest.ts';
import { funded, makeAdmin } from '../kit/actors.ts';
import type { TestApp } from '../kit/app.ts';
import { readAs } from '../kit/read.ts';
import { makeTrunk, PROXY_TOKEN, REALM, type Trunk } from '../sip/trunk.ts';
import { expect, expectAccessible, signIn, test } from './kit/index.ts';

test.use({ env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, SANDBOX_SIP_ROUTE: 'sip:192.0.2.1' } });

const history = (page: Page) => page.getByRole('list', { name: 'Call history' });

/** Asks for a call as an edge does when the trunk calls. @param edge where that edge is asked about its calls */
async function begin(app: TestApp, { credentials }: Trunk, destination: string, edge: string): Promise<string> {
  const response = await askAsEdge(app, '/api/sip/calls', { digest: digestOf(credentials), destination, edge });
  return (await readAs(response, z.looseObject({ id: z.string() }))).id;
}

async function report(app: TestApp, reported: Omit<typeof sipReports.$inferInsert, 'at'>): Promise<void> {
  await app.deps.db.insert(sipReports).values({ at: app.clock.now(), carrier: 'sandbox', ...reported });
  await takeReports(app.deps);
}

test('an administrator sees a call while it lasts, and hangs it up', async ({ app, page, openBrowser }) => {
  const person = await funded(app, '20.00');
  const json = { callerId: '+447911123456', destination: '+447911120004' };
  expect((await person.as(`/api/users/${person.id}/voice`, { json })).status).toBe(201);
  await signIn(page, person, '/dashboard?section=voice');
  await expect(history(page)).toContainText('In progress');
  const administrator = await openBrowser();
  await signIn(administrator, await makeAdmin(app), '/admin#calls');
  const calls = administrator.getByRole('list', { name: 'Live calls' });
  await expect(calls).toContainText(person.email);
  await expectAccessible(administrator);
  await calls.getByRole('button', { name: 'Hang up the call to +447911120004' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Hang up' }).click();
  await expect(history(page)).toContainText('Completed');
  await expect(administrator.getByText('No calls at the moment')).toBeVisible();
});

test('a customer reads the SIP messages of a call as a ladder, by keyboard too', async ({ app, page }) => {
  const trunk = await makeTrunk(app);
  const id = await begin(app, trunk, '447911123456', 'http://127.0.0.1:9/');
  const said = [
    ['in', 'INVITE sip:+447911123456@sip.example.com SIP/2.0\r\nCSeq: 2 INVITE\r\n\r\n'],
    ['out', 'SIP/2.0 486 Busy Here\r\nCSeq: 2 INVITE\r\nServer: Topline\r\n\r\n'],
    ['in', 'ACK sip:+447911123456@sip.example.com SIP/2.0\r\nCSeq: 2 ACK\r\n\r\n'],
  ] as const;
  const began = app.clock.now().getTime() / 1000;
  for (const [place, [way, text]] of said.entries()) {
    await app.deps.sql`
      select sip.keep_trace('out', encode(sip_call_id::bytea, 'hex'), encode(from_tag::bytea, 'hex'), ${way},
        ${began + place / 8}, ${Buffer.from(text).toString('hex')})
      from trunk_calls where call_id = ${id}`;
  }
  await report(app, { callId: id, kind: 'failed', status: 486 });
  await signIn(page, trunk.person, '/dashboard?section=voice');
  await expect(history(page)).toContainText('SIP trunk');
  await history(page).getByRole('button', { name: 'SIP trace' }).click();
  const ladder = page.getByRole('dialog').getByRole('list', { name: 'SIP trace' }).getByRole('listitem');
  await expect(ladder).toHaveText([
    /From your telephone system: INVITE\+0 s/,
    /From our SIP server: 486 Busy Here\+0.125 s/,
    /From your telephone system: ACK\+0.25 s/,
  ]);
  const answer = ladder.nth(1);
  await expect(answer.getByText('Server: Topline')).toBeHidden();
  await answer.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(answer.getByText('Server: Topline')).toBeVisible();
  await expectAccessible(page);
});

test('an administrator sees how busy each answering machine is', async ({ app, page }) => {
  await app.deps.sql`insert into sip.edges (edge, slots, taken, "full") values (1, 4, 3, 17), (2, 0, 0, 0)`;
  await signIn(page, await makeAdmin(app), '/admin#calls');
  await expect(
    page.getByText('Answering machine of edge 1: 3 of 4 in use. Calls that found none free: 17'),
  ).toBeVisible();
  await expect(page.getByText('Answering machine of edge 2')).toHaveCount(0);
  await expectAccessible(page);
});
