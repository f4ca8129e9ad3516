import { readCounts } from '../../src/carriers/counts.ts';
import { startEdge } from './edge.ts';
import { callFrom, type CallScript, expectPlayed } from './sipp.ts';
import { callsOf, makeTrunk, endOf } from './trunk.ts';
import { openUdpCarrier } from './udp-carrier.ts';
import { eventually, forFile } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** A BYE that is lost on its way to the carrier is sent again: an end that it does not reach would go on with the call. */

/** The fourth is sent three and a half seconds after the first. */
const LOST = 3;
const carrier = await forFile(openUdpCarrier(null));
const app = await sipApp({ SIP_CALL_SECONDS: '3', SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${carrier.port}` });
const edge = await forFile(startEdge(app));

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
  expect(await endOf(trunk)).toMatchObject({ status: 'completed', billedMinutes: 1 });
});

test('a BYE that a carrier never answers is given up after half a minute; it is said, and only then the call is over', async () => {
  const trunk = await makeTrunk(app);
  carrier.taken.length = 0;
  carrier.lostByes = Infinity;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'we hang up', afterMs: 100 } }));
  await eventually('the BYE was sent again and again', async () => carrier.ignored.length > LOST);
  expect((await callsOf(trunk.person))[0]?.endedAt).toBeNull();
  const call = await endOf(trunk, 45_000);
  // Whoever hung up pays for the time until then.
  expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
  expect(call.duration).toBeLessThan(10);
  expect(await readCounts(app.deps)).toContainEqual({ name: 'sandbox', what: 'byes_unanswered', count: 1 });
}, 90_000);
