import { afterAll, beforeAll, expect, test } from 'bun:test';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { type Edge, freeSipPort, startEdge } from './edge.ts';
import { callFrom, expectPlayed, startCarrier } from './sipp.ts';
import { challenged, openTelephone, request } from './telephone.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM, type Trunk } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/** A telephone or a carrier that is gone amid a call: the call ends soon, and no other one does. */

/** The edge asks after half a minute, repeats it for twelve seconds, and ends the call ten seconds later. */
const SOON_MS = 60_000;

let app: TestApp;
let edge: Edge;
let carrier: UdpCarrier;
let other: Awaited<ReturnType<typeof startCarrier>>;
beforeAll(async () => {
  carrier = await openUdpCarrier(null);
  const port = await freeSipPort();
  other = await startCarrier('answers', port);
  app = await startTestApp({
    clock: new RunningClock(),
    env: {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
      SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${port}`,
    },
  });
  edge = await startEdge(app);
}, 120_000);
afterAll(async () => {
  await edge.stop();
  carrier.close();
  await other.stop();
  await expectSoundBooks(app);
  await app.stop();
});

const ended = ({ person }: Trunk) =>
  eventually(
    'the call is over',
    async () => {
      const [call] = await callsOf(person);
      return call?.endedAt ? call : null;
    },
    SOON_MS,
  );

const running = ({ person }: Trunk) =>
  eventually('it is answered', async () => (await callsOf(person))[0]?.status === 'in-progress');

test('a telephone that is gone has its call ended, at the carrier too', async () => {
  const trunk = await makeTrunk(app);
  const phone = await openTelephone();
  const asked = {
    method: 'INVITE',
    uri: `sip:+447911123456@127.0.0.1:${edge.port}`,
    callId: crypto.randomUUID(),
  };
  const answer = await challenged(phone, edge.port, trunk.credentials, asked);
  expect(answer?.status).toBe(200);
  const target = /<([^>]+)>/.exec(answer?.header('Contact') ?? '')?.[1] ?? '';
  const ends = [`From: ${answer?.header('From')}`, `To: ${answer?.header('To')}`];
  const ack = { ...asked, method: 'ACK', uri: target, cseq: 2 };
  phone.send(
    request(phone, { ...ack, more: [...ends, `Route: ${answer?.header('Record-Route')}`] }),
    edge.port,
  );
  await running(trunk);
  phone.close();
  const call = await ended(trunk);
  expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
  expect(carrier.taken.some(({ first }) => first.startsWith('BYE '))).toBe(true);
}, 90_000);

test('a carrier that is gone has its call ended at the telephone, and a call of two that are there goes on', async () => {
  const [gone, there] = [await makeTrunk(app), await makeTrunk(app)];
  const lost = await callFrom(
    { ...gone, edgePort: edge.port, script: { end: 'they hang up' } },
    { timeout: 90 },
  );
  await running(gone);
  carrier.isSilent = true;
  // The first route says nothing, so it goes by the second one.
  const kept = await callFrom(
    { ...there, edgePort: edge.port, script: { end: 'we hang up', afterMs: SOON_MS + 5000 } },
    { timeout: 90 },
  );
  await expectPlayed(lost);
  await running(there);
  await expectPlayed(kept);
  const call = await ended(there);
  expect(call.duration).toBeGreaterThanOrEqual(SOON_MS / 1000);
  expect((await ended(gone)).status).toBe('completed');
}, 120_000);
