import { bought } from '../api/numbers/numbers.ts';
import { plan } from '../api/voice/incoming.ts';
import { forFile, freePort } from '../kit/index.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { callIn, CARRIER_ADDRESS, type CarrierScript, expectPlayed, startCarrier } from './sipp.ts';
import { sipApp } from './sip-app.ts';
import { makeTrunk, type Trunk, endOfReceived, ringing } from './trunk.ts';

/** Calls in to telephone systems (SIPp) that do not register, by their addresses, over the edge (Kamailio). */

const app = await sipApp({
  SANDBOX_SIP_ROUTE: 'sip:192.0.2.1',
  SANDBOX_SIP_ADDRESSES: CARRIER_ADDRESS,
  WEBHOOKS_TO_LOOPBACK: 'on',
});
const edge = await forFile(startEdge(app));
await knowsCarriers(edge, ['sandbox']);
let trunk: Trunk;
let own: { id: string; number: string };
beforeEach(async () => {
  trunk = await makeTrunk(app);
  own = await bought(trunk.person);
  await plan(trunk.person, own.id, [ringing(trunk)]);
});

/** No request chooses addresses of this machine. */
const leadTo = (ports: readonly number[]) =>
  app.deps.sql`update voice_packages set calls_in_to = ${ports.map((port) => `127.0.0.1:${port}`)}
    where id = ${trunk.trunkId}`;

/** Somebody calls the number. @param systems what the first address does, and the second; null: nobody is there */
async function play(systems: readonly (CarrierScript | null)[], end: 'answered' | 'busy') {
  const ports = await Promise.all(systems.map(() => freePort()));
  const running = await Promise.all(
    systems.flatMap((script, place) => (script ? [startCarrier(script, ports[place] ?? 0)] : [])),
  );
  await leadTo(ports);
  const script =
    end === 'busy' ? ({ end: 'refused', status: 486 } as const) : ({ end: 'we hang up', afterMs: 100 } as const);
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: own.number }));
  const call = await endOfReceived(trunk);
  for (const each of running) await each.stop();
  return call;
}

test.each([
  ['the first address answers', ['answers', null]],
  ['nobody is at the first address', [null, 'answers']],
  ['the first address says that it cannot', [{ refuses: '503 Service Unavailable' }, 'answers']],
] as const)('a call in is answered where %s', async (_what, systems) => {
  expect(await play(systems, 'answered')).toMatchObject({ outcome: 'answered', cost: '0.0000' });
});

test('a person who is busy at the first address is not rung at the second', async () => {
  expect(await play([{ refuses: '486 Busy Here' }, 'answers'], 'busy')).toMatchObject({ outcome: 'missed' });
});
