import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readCounts } from '../../src/carriers/counts.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { expectSoundBooks } from '../kit/books.ts';
import { RunningClock } from '../kit/clock.ts';
import { eventually } from '../kit/eventually.ts';
import { type Edge, startEdge } from './edge.ts';
import { callFrom, type CallScript, expectPlayed } from './sipp.ts';
import { callsOf, makeTrunk, PROXY_TOKEN, REALM } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';

/** A BYE that is lost on its way to the carrier is sent again: an end that it does not reach would go on with the call. */

/** The fourth is sent three and a half seconds after the first. */
const LOST = 3;

let app: TestApp;
let edge: Edge;
let carrier: UdpCarrier;
beforeAll(async () => {
  carrier = await openUdpCarrier(null);
  app = await startTestApp({
    clock: new RunningClock(),
    env: {
      SIP_PROXY_TOKEN: PROXY_TOKEN,
      SIP_REALM: REALM,
      SIP_CALL_SECONDS: '3',
      SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}`,
    },
  });
  edge = await startEdge(app);
}, 120_000);
afterAll(async () => {
  await edge.stop();
  carrier.close();
  await expectSoundBooks(app);
  await app.stop();
});

test.each([
  ['of a telephone system', { end: 'we hang up', afterMs: 100 }],
  ['of a call at its limit', { end: 'they hang up' }],
] satisfies [string, CallScript][])('the BYE %s', async (_whose, script) => {
  const trunk = await makeTrunk(app);
  carrier.taken.length = 0;
  carrier.lostByes = LOST;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script }));
  await eventually('the carrier knows of the end', async () =>
    carrier.taken.some(({ first }) => first.startsWith('BYE ')),
  );
  const [call] = await eventually('the end is known', async () => {
    const calls = await callsOf(trunk.person);
    return calls.every(({ endedAt }) => endedAt !== null) && calls;
  });
  expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
});

test('a BYE that a carrier never answers is given up after half a minute; it is said, and only then the call is over', async () => {
  const trunk = await makeTrunk(app);
  carrier.taken.length = 0;
  carrier.lostByes = Infinity;
  await expectPlayed(
    await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'we hang up', afterMs: 100 } }),
  );
  await eventually('the BYE was sent again and again', async () => carrier.ignored.length > LOST);
  expect((await callsOf(trunk.person))[0]?.endedAt).toBeNull();
  const call = await eventually(
    'the edge has given up',
    async () => {
      const [one] = await callsOf(trunk.person);
      return one?.endedAt ? one : null;
    },
    45_000,
  );
  // Whoever hung up pays for the time until then.
  expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
  expect(call.duration).toBeLessThan(10);
  const counted = await readCounts(app.deps);
  expect(counted).toContainEqual({ name: 'sandbox', what: 'byes_unanswered', count: 1 });
}, 90_000);
