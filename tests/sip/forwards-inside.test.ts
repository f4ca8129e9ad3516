import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../db/schema/index.ts';
import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import { ZERO } from '../../src/platform/kit/money.ts';
import { bought } from '../api/numbers/numbers.ts';
import { forward, plan, received } from '../api/voice/incoming.ts';
import { balanceOf, eventually, freePort } from '../kit/index.ts';
import { callFrom, callIn, type CallScript, expectPlayed, startCarrier } from './sipp.ts';
import { sipAppWithEdge } from './sip-app.ts';
import { registerDesk } from './telephone.ts';
import { callsOf, makeTrunk, makeTrunkWithout, type Trunk, ringing } from './trunk.ts';

/** A number forwards a call to a number of another customer (SIPp at both ends): that leg stays at the edge. */

const OUTSIDE = '+442079460000';
const { carrier, app, edge } = await sipAppWithEdge();

let first: Trunk;
let second: Trunk;
let own: { id: string; number: string };
let other: { id: string; number: string };
beforeEach(async () => {
  carrier.taken.length = 0;
  // Without minutes of a package, so that the leg costs money.
  first = await makeTrunkWithout(app, 10_000);
  second = await makeTrunk(app);
  own = await bought(first.person);
  other = await bought(second.person);
});

const hangUp: CallScript = { end: 'we hang up', afterMs: 100 };
const outgoing = () => carrier.taken.filter(({ first: line }) => line.startsWith('INVITE '));

/** The calls that somebody got, once all of it is over. */
const ended = (trunk: Trunk, count = 1): Promise<ReceivedCall[]> =>
  eventually('its calls have ended', async () => {
    const calls = await received(trunk.person);
    const all = calls.flatMap((call) => [call, ...call.legs]);
    return calls.length === count && all.every(({ endedAt }) => endedAt !== null) && calls;
  });

async function fromCarrier(script: CallScript): Promise<void> {
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: own.number }));
  expect(edge.log()).not.toContain('ERROR');
}

/** The second's telephone. */
async function desk(script: 'answers' | 'rings') {
  const telephone = await startCarrier(script, await freePort());
  await registerDesk(edge.port, second.credentials, { port: telephone.port });
  return telephone;
}

test('rings the other’s telephone: the one who forwards pays for the leg, the other and we nothing', async () => {
  await plan(first.person, own.id, [forward(other.number)]);
  await plan(second.person, other.id, [ringing(second)]);
  const [credit, before] = [Number(await balanceOf(first.person)), await balanceOf(second.person)];
  const telephone = await desk('answers');
  await fromCarrier(hangUp);
  const [[forwarded], [got]] = [await ended(first), await ended(second)];
  await telephone.stop();
  expect(forwarded).toMatchObject({
    ...{ outcome: 'answered' },
    legs: [{ destination: other.number, status: 'completed', billedMinutes: 1, actualCost: '0.1000' }],
  });
  expect(got).toMatchObject({
    ...{ from: own.number, to: other.number },
    outcome: 'answered',
    legs: [],
    cost: '0.0000',
  });
  expect(Number(await balanceOf(first.person))).toBeCloseTo(credit - 0.1);
  expect(await balanceOf(second.person)).toBe(before);
  const [row] = await app.deps.db
    .select()
    .from(voiceCalls)
    .where(eq(voiceCalls.id, forwarded?.legs[0]?.id ?? ''));
  expect([row?.carrierCost, row?.listCost]).toEqual([ZERO, null]);
  expect(outgoing()).toEqual([]);
});

test('goes on to the next step where nobody is reached there, at no cost for that', async () => {
  await plan(first.person, own.id, [forward(other.number), forward(OUTSIDE)]);
  await plan(second.person, other.id, [ringing(second)]);
  await fromCarrier(hangUp);
  const [[forwarded], [got]] = [await ended(first), await ended(second)];
  expect(forwarded?.legs).toMatchObject([
    { destination: other.number, status: 'busy', actualCost: '0.0000' },
    { destination: OUTSIDE, status: 'completed', actualCost: '0.1000' },
  ]);
  expect(got).toMatchObject({ outcome: 'missed', legs: [] });
  expect(outgoing()).toHaveLength(1);
});

test('of a trunk’s call is one more call in the same dialog, and ends for all of them', async () => {
  await plan(first.person, own.id, [forward(other.number)]);
  await plan(second.person, other.id, [ringing(second)]);
  const caller = await makeTrunk(app);
  const telephone = await desk('answers');
  const playing = callFrom(
    { ...caller, edgePort: edge.port, script: { end: 'they hang up' } },
    { to: own.number.slice(1) },
  );
  const { id } = await eventually('it is answered', async () => {
    const [call] = await received(second.person);
    return call?.outcome === 'answered' && (await callsOf(caller.person))[0]?.status === 'in-progress' && call;
  });
  await second.person.as(`/api/users/${second.person.id}/voice/${id}/hang-up`, { method: 'POST' });
  await expectPlayed(await playing);
  const [[forwarded], [got]] = [await ended(first), await ended(second)];
  await telephone.stop();
  expect([forwarded?.legs[0]?.status, got?.outcome]).toEqual(['completed', 'answered']);
  await eventually('its own has ended', async () => (await callsOf(caller.person))[0]?.status === 'completed');
  expect(outgoing()).toEqual([]);
});

test('is given up by its caller while it rings: nobody pays', async () => {
  await plan(first.person, own.id, [forward(other.number)]);
  await plan(second.person, other.id, [ringing(second)]);
  const telephone = await desk('rings');
  await fromCarrier({ end: 'we cancel', afterMs: 300 });
  const [[forwarded], [got]] = [await ended(first), await ended(second)];
  await telephone.stop();
  expect(forwarded?.legs).toMatchObject([{ status: 'cancelled', actualCost: '0.0000' }]);
  expect(got).toMatchObject({ outcome: 'missed' });
});

test('leads no further where that number forwards it back', async () => {
  await plan(first.person, own.id, [forward(other.number)]);
  await plan(second.person, other.id, [forward(own.number)]);
  await fromCarrier({ end: 'refused', status: 486 });
  const [[forwarded], [got]] = [await ended(first), await ended(second)];
  expect([forwarded?.legs.length, got?.legs]).toEqual([1, []]);
  expect(outgoing()).toEqual([]);
});
