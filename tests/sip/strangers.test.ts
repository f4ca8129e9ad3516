import { bought } from '../api/numbers/numbers.ts';
import { forward, plan } from '../api/voice/incoming.ts';
import { machinePort, machineStands } from './machine-kit.ts';
import { type Edge, knowsCarriers, startEdge } from './edge.ts';
import { callIn, CARRIER_ADDRESS, type Sipp, startCarrier } from './sipp.ts';
import { openTelephone, registerDesk, request } from './telephone.ts';
import { makeTrunk, ringing } from './trunk.ts';
import { eventually, forFile, freePort } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** Whoever makes the edge wait for Topline keeps nobody else waiting; each edge here has two processes for SIP. */

const WAITING = 6;
let number: string;
const carrier = await forFile(startCarrier('answers', await freePort()));
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
});
const trunk = await makeTrunk(app, 'enterprise');
const own = await bought(trunk.person);
({ number } = own);
await plan(trunk.person, own.id, [ringing(trunk), forward('+442079460000')]);

/** Passes on what an edge asks, but keeps back those questions until the end. */
function startGate(isKept: (path: string, body: string) => boolean) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const gate = { waiting: 0, asked: 0, url: '', stop: () => (open(), server.stop(true)) };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (question) => {
      const { method, headers } = question;
      const { pathname } = new URL(question.url);
      const body = await question.text();
      gate.asked += Number(pathname === '/api/sip/incoming-calls');
      if (isKept(pathname, body)) {
        gate.waiting += 1;
        await opened;
      }
      return fetch(app.url + pathname, { method, headers, ...(body ? { body } : {}) });
    },
  });
  gate.url = `http://127.0.0.1:${server.port}`;
  return gate;
}

const edgeAt = async (url: string, env: Record<string, string> = {}): Promise<Edge> => {
  const edge = await startEdge({ url, databaseUrl: app.databaseUrl }, { SIP_WORKERS: '2', ...env });
  await knowsCarriers(edge, ['sandbox']);
  return edge;
};

async function expectAnswers(edge: Edge): Promise<void> {
  const phone = await openTelephone();
  const uri = `sip:127.0.0.1:${edge.port}`;
  for (let count = 1; count <= 8; count++) {
    phone.send(request(phone, { method: 'OPTIONS', uri, callId: crypto.randomUUID() }), edge.port);
    expect((await phone.next())?.status).toBe(200);
  }
  phone.close();
}

const callsIn = (edge: Edge): Promise<Sipp[]> =>
  Promise.all(
    Array.from({ length: WAITING }, () =>
      callIn({ edgePort: edge.port, script: { end: 'we hang up', afterMs: 100 } }, { to: number }),
    ),
  );

test.each([
  ['calls in that wait for Topline', (path: string) => path === '/api/sip/incoming-calls'],
  [
    'calls whose telephone was busy, and that wait for the next step',
    (path: string, body: string) => path === '/api/sip/incoming-calls' && body.includes('"after":0'),
  ],
])('%s keep no other message waiting', async (_what, isKept) => {
  const gate = startGate(isKept);
  const edge = await edgeAt(gate.url);
  const telephone = await startCarrier({ refuses: '486 Busy Here' }, await freePort());
  await registerDesk(edge.port, trunk.credentials, { port: telephone.port });
  const calls = await callsIn(edge);
  await eventually('all of them wait', async () => gate.waiting === WAITING);
  await expectAnswers(edge);
  for (const call of calls) await call.stop();
  await telephone.stop();
  await gate.stop();
  await edge.stop();
});

test('the address of a leg is nobody’s business but this machine’s: a stranger is challenged, and Topline not asked', async () => {
  const gate = startGate(() => false);
  const first = await machinePort();
  const edge = await edgeAt(gate.url, { SIP_ANSWERING_PORT: String(first), SIP_ANSWERING_SLOTS: '2' });
  await machineStands(first);
  const stranger = await openTelephone('127.0.0.3');
  const uri = `sip:ring-${crypto.randomUUID()}-0123456789abcdef@127.0.0.1:${edge.port}`;
  for (let count = 1; count <= 60; count++) {
    stranger.send(request(stranger, { method: 'INVITE', uri, callId: crypto.randomUUID() }), edge.port);
    expect((await stranger.next())?.status).toBe(407);
  }
  expect(gate.asked).toBe(0);
  stranger.close();
  await gate.stop();
  await edge.stop();
});
