import { askAsEdge } from '../../sip/as-edge.ts';
import { z } from 'zod';
import { sipReports } from '../../../db/schema/index.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { MINUTE_MS } from '../../../src/platform/kit/durations.ts';
import { appForFile, readAs } from '../../kit/index.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, SIP_SETTINGS, type Trunk } from '../../sip/trunk.ts';
import { trunkOf } from '../payments/orders.ts';
import { digestOf } from '../trunks/digest.ts';

const LIMIT_SECONDS = 600;
let trunk: Trunk;
/** The edge's answer about the dialog; null: it has none, and undefined: it does not answer as an edge. */
let dialog: { state: number; start_ts: number } | null | undefined;
let asked: string[] = [];
const edge = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    expect(request.headers.get('authorization')).toBe(`Bearer ${PROXY_TOKEN}`);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/limit/')) {
      asked.push(pathname);
      return new Response('');
    }
    const { method } = await readAs(request, z.looseObject({ method: z.string() }));
    asked.push(method);
    if (dialog === undefined) return new Response('away', { status: 502 });
    // Kamailio 5.6 answers so.
    if (dialog === null) return Response.json({ result: {} });
    return Response.json({ result: { h_entry: 1, h_id: 2, ...dialog } });
  },
});
const app = await appForFile({
  background: false,
  env: { ...SIP_SETTINGS, SIP_CALL_SECONDS: String(LIMIT_SECONDS) },
  soundBooks: true,
});
beforeEach(async () => {
  trunk = await makeTrunk(app);
  asked = [];
});
afterAll(() => edge.stop(true));

async function admitted(): Promise<string> {
  const response = await askAsEdge(app, '/api/sip/calls', {
    ...{ digest: digestOf(trunk.credentials), destination: '447911123456', edge: `http://127.0.0.1:${edge.port}/` },
  });
  expect(response.status).toBe(201);
  return (await readAs(response, z.looseObject({ id: z.string() }))).id;
}

async function report(callId: string, more: Partial<typeof sipReports.$inferInsert>): Promise<void> {
  await app.deps.db.insert(sipReports).values({ callId, kind: 'ended', at: app.clock.now(), ...more });
  await takeReports(app.deps);
}

const passMinutes = async (minutes: number) => {
  app.clock.advance(minutes * MINUTE_MS);
  await lookAfterCalls(app.deps);
};
const only = async () => (await callsOf(trunk.person))[0];

test('whose answer was never reported runs from the answer that the edge knows', async () => {
  const id = await admitted();
  const answeredAt = new Date(app.clock.now().getTime() + 10_000);
  dialog = { state: 4, start_ts: Math.floor(answeredAt.getTime() / 1000) };
  await passMinutes(2);
  expect(asked).toContain('dlg.dlg_list');
  expect(await only()).toMatchObject({ status: 'in-progress', answeredAt: answeredAt.toISOString() });
  await report(id, { answeredAt });
  expect(await only()).toMatchObject({ status: 'completed', duration: 110, billedMinutes: 2, packageMinutes: 2 });
});

test('that the edge has no more was never answered, as far as anybody knows, and costs nothing', async () => {
  const id = await admitted();
  dialog = null;
  await passMinutes(2);
  expect(await only()).toMatchObject({ status: 'failed', billedMinutes: 0, actualCost: '0.0000' });
  await report(id, { answeredAt: app.clock.now() });
  expect(await only(), 'a report that comes after that').toMatchObject({ status: 'failed', billedMinutes: 0 });
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 0 });
});

test('whose end is never reported is settled once, with what is proven', async () => {
  const id = await admitted();
  await report(id, { kind: 'answered', carrier: 'sandbox' });
  dialog = null;
  await passMinutes(2);
  expect(await only(), 'its end may still be reported').toMatchObject({ status: 'in-progress' });
  await passMinutes(120);
  await passMinutes(2);
  expect(await only()).toMatchObject({ status: 'completed', billedMinutes: 1, packageMinutes: 1 });
  await report(id, { answeredAt: app.clock.now() });
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 1 });
});

test('is kept while its edge does not answer, and then hung up where it is over its limit', async () => {
  const id = await admitted();
  const answeredAt = app.clock.now();
  await report(id, { kind: 'answered', carrier: 'sandbox', at: answeredAt });
  dialog = undefined;
  await passMinutes(62);
  expect(await only()).toMatchObject({ status: 'in-progress' });
  dialog = { state: 4, start_ts: Math.floor(answeredAt.getTime() / 1000) };
  asked = [];
  await passMinutes(2);
  expect(asked).toContain('/limit/1/2/1');
  await report(id, { answeredAt });
  const ended = await only();
  expect(ended?.status).toBe('completed');
  // More than was set aside is never charged.
  expect(ended?.billedMinutes).toBe(ended?.maxMinutes);
});

test.each([
  ['cancelled where it still rings', 2, 'tm.cancel', '/limit/1/2/1'],
  ['ended where it was answered', 4, '/limit/1/2/1', 'tm.cancel'],
])('that its owner hangs up is %s', async (_what, state, told, untold) => {
  const id = await admitted();
  dialog = { state, start_ts: Math.floor(app.clock.now().getTime() / 1000) };
  const path = `/api/users/${trunk.person.id}/voice/${id}/hang-up`;
  expect((await trunk.person.as(path, { method: 'POST' })).status).toBe(200);
  await lookAfterCalls(app.deps);
  expect(asked).toContain(told);
  expect(asked).not.toContain(untold);
});
