import { startEdge } from './edge.ts';
import { callFrom, expectPlayed, startCarrier } from './sipp.ts';
import { challenged, openTelephone, request } from './telephone.ts';
import { callsOf, makeTrunk, REALM, type Trunk } from './trunk.ts';
import { eventually, forFile, freePort } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** More than the edge has processes for SIP in this file, and fewer than it asks Topline about at once. */
const WAITING = 12;
const carrier = await forFile(startCarrier('answers', await freePort()));
const app = await sipApp({ SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}` });

/** Passes on what an edge asks, but keeps back all questions about calls until it is opened. */
function openGate(url: string) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const gate = { waiting: 0, open, url: '', stop: () => server.stop(true) };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (asked) => {
      const { pathname } = new URL(asked.url);
      const body = await asked.text();
      if (pathname === '/api/sip/calls') {
        gate.waiting += 1;
        await opened;
      }
      return fetch(url + pathname, { method: asked.method, headers: asked.headers, ...(body ? { body } : {}) });
    },
  });
  gate.url = `http://127.0.0.1:${server.port}`;
  return gate;
}

/** Waits until these calls of a trunk are over, each of them answered. */
async function expectAnswered({ person }: Trunk, count: number): Promise<void> {
  const calls = await eventually('all calls have ended', async () => {
    const all = await callsOf(person);
    return all.length === count && all.every(({ endedAt }) => endedAt !== null) && all;
  });
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 'completed'));
}

test('calls that wait for Topline keep no other message waiting', async () => {
  const trunk = await makeTrunk(app, 'enterprise');
  const gate = openGate(app.url);
  const edge = await startEdge({ url: gate.url, databaseUrl: app.databaseUrl }, { SIP_WORKERS: '2' });
  const script = { end: 'we hang up', afterMs: 100 } as const;
  const calls = await callFrom({ ...trunk, edgePort: edge.port, script }, { calls: WAITING, rate: 1000, timeout: 60 });
  await eventually('all of them wait for Topline', 4000, async () => gate.waiting === WAITING);
  const phone = await openTelephone();
  const uri = `sip:127.0.0.1:${edge.port}`;
  phone.send(request(phone, { method: 'OPTIONS', uri, callId: crypto.randomUUID() }), edge.port);
  expect((await phone.next())?.status).toBe(200);
  phone.close();
  gate.open();
  await expectPlayed(calls);
  await expectAnswered(trunk, WAITING);
  await edge.stop();
  await gate.stop();
});

test('a telephone system that was let in is not blocked for what it sends at once, but bounded', async () => {
  const trunk = await makeTrunk(app);
  const edge = await startEdge(app, { SIP_FLOOD: '20' });
  const phone = await openTelephone();
  const uri = `sip:127.0.0.1:${edge.port}`;
  const name = `<sip:${trunk.credentials.username}@${REALM}>`;
  const registered = await challenged(phone, edge.port, trunk.credentials, {
    ...{ method: 'REGISTER', uri, callId: crypto.randomUUID() },
    more: [`From: ${name};tag=r`, `To: ${name}`],
  });
  expect(registered?.status).toBe(200);
  const ask = () => phone.send(request(phone, { method: 'OPTIONS', uri, callId: crypto.randomUUID() }), edge.port);
  for (let count = 1; count <= 60; count++) ask();
  for (let count = 1; count <= 60; count++) expect((await phone.next(10_000))?.status).toBe(200);
  // Far more than that: what is too much gets no answer, and a moment later it is answered again.
  for (let count = 1; count <= 600; count++) ask();
  let answered = 0;
  while (await phone.next(1000)) answered += 1;
  expect(answered).toBeLessThan(600);
  await eventually('it is answered again', async () => {
    ask();
    return (await phone.next(500)) !== null;
  });
  phone.close();
  await edge.stop();
});
