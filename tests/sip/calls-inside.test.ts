import { eq } from 'drizzle-orm';
import { voiceCalls } from '../../db/schema/index.ts';
import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import type { VoiceCall } from '../../src/services/voice/contract.ts';
import { ZERO } from '../../src/platform/kit/money.ts';
import { bought } from '../api/numbers/numbers.ts';
import { forward, onlyReceived, plan } from '../api/voice/incoming.ts';
import { balanceOf, eventually, freePort, suspend } from '../kit/index.ts';
import { callFrom, type CallScript, expectPlayed, startCarrier } from './sipp.ts';
import { sipAppWithEdge } from './sip-app.ts';
import { registerDesk } from './telephone.ts';
import { callsOf, makeTrunk, makeTrunkWithout, type Trunk, ringing } from './trunk.ts';

/** A trunk calls a number of another customer (SIPp both): the call stays at the edge, and no carrier has part in it. */

const OUTSIDE = '+442079460000';
const { carrier, app, edge } = await sipAppWithEdge();

let caller: Trunk;
let owner: Trunk;
let number: { id: string; number: string };
beforeEach(async () => {
  carrier.taken.length = 0;
  caller = await makeTrunkWithout(app, 10_000);
  owner = await makeTrunk(app);
  number = await bought(owner.person);
});

const outgoing = () => carrier.taken.filter(({ first }) => first.startsWith('INVITE '));

/** The caller calls the number. @returns both calls, as their owners see them in the end */
async function play(script: CallScript, headers = ''): Promise<{ placed: VoiceCall; got: ReceivedCall }> {
  const to = number.number.slice(1);
  await expectPlayed(await callFrom({ ...caller, edgePort: edge.port, script }, { to, headers }));
  expect(edge.log()).not.toContain('ERROR');
  return eventually('both calls have ended', async () => {
    const [placed] = await callsOf(caller.person);
    const got = await onlyReceived(owner.person);
    const isOver = [placed, got, ...got.legs].every((each) => (each?.endedAt ?? null) !== null);
    return placed && isOver && { placed, got };
  });
}

test('is answered by the other’s telephone: the caller pays the price of a call, the called one and we nothing', async () => {
  await plan(owner.person, number.id, [ringing(owner)]);
  const desk = await startCarrier('answers', await freePort());
  await registerDesk(edge.port, owner.credentials, { port: desk.port });
  const own = await bought(caller.person);
  const [credit, before] = [Number(await balanceOf(caller.person)), await balanceOf(owner.person)];
  const { placed, got } = await play({ end: 'we hang up', afterMs: 100 });
  await desk.stop();
  expect(placed).toMatchObject({
    ...{ destination: number.number, status: 'completed', provider: null, billedMinutes: 1 },
  });
  expect(placed).toMatchObject({ ratePerMinute: '0.1000', actualCost: '0.1000' });
  expect(Number(await balanceOf(caller.person))).toBeCloseTo(credit - 0.1);
  expect(got).toMatchObject({
    from: own.number,
    to: number.number,
    outcome: 'answered',
    duration: placed.duration,
    legs: [],
  });
  expect(await balanceOf(owner.person)).toBe(before);
  const [row] = await app.deps.db.select().from(voiceCalls).where(eq(voiceCalls.id, placed.id));
  expect([row?.carrierCost, row?.listCost]).toEqual([ZERO, null]);
  expect(outgoing()).toEqual([]);
});

test('rings, and is missed where its caller gives up', async () => {
  await plan(owner.person, number.id, [ringing(owner)]);
  const desk = await startCarrier('rings', await freePort());
  await registerDesk(edge.port, owner.credentials, { port: desk.port });
  const { placed, got } = await play({ end: 'we cancel', afterMs: 300 });
  await desk.stop();
  expect(placed).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(got).toMatchObject({ outcome: 'missed' });
});

test('is forwarded at the price of the number’s owner, whose leg the carrier has', async () => {
  await plan(owner.person, number.id, [ringing(owner), forward(OUTSIDE)]);
  const { placed, got } = await play({ end: 'we hang up', afterMs: 100 });
  expect(placed).toMatchObject({ status: 'completed', provider: null, actualCost: '0.1000' });
  expect(got).toMatchObject({
    outcome: 'answered',
    legs: [{ destination: OUTSIDE, status: 'completed', billedMinutes: 1, packageMinutes: 1 }],
  });
  expect(outgoing().map(({ first }) => first.split('@')[0])).toEqual([`INVITE sip:${OUTSIDE}`]);
});

test('that was forwarded twice is not forwarded again, and nobody pays', async () => {
  await plan(owner.person, number.id, [forward(OUTSIDE)]);
  const diversion = `Diversion: <sip:+442079460001@pbx.example>;reason=unconditional;counter=2\n`;
  const { placed, got } = await play({ end: 'refused', status: 486 }, diversion);
  expect(placed).toMatchObject({ status: 'busy', sipStatus: 486, actualCost: '0.0000' });
  expect(got).toMatchObject({ outcome: 'missed', legs: [] });
  expect(outgoing()).toEqual([]);
});

test('is refused where the owner is suspended, as from a carrier', async () => {
  await plan(owner.person, number.id, [forward(OUTSIDE)]);
  await suspend(app, owner.person);
  const to = number.number.slice(1);
  const script = { end: 'refused', status: 486 } as const;
  await expectPlayed(await callFrom({ ...caller, edgePort: edge.port, script }, { to }));
  await eventually('it has ended', async () => (await callsOf(caller.person))[0]?.status === 'busy');
  expect(await balanceOf(caller.person)).toBe('100.00');
  expect(outgoing()).toEqual([]);
});

test('ends for both when the called one hangs it up in the browser', async () => {
  await plan(owner.person, number.id, [ringing(owner)]);
  const desk = await startCarrier('answers', await freePort());
  await registerDesk(edge.port, owner.credentials, { port: desk.port });
  const playing = play({ end: 'they hang up' });
  const { id } = await eventually('it is answered', async () => {
    const [call] = await callsOf(caller.person);
    return call?.status === 'in-progress' && onlyReceived(owner.person);
  });
  await owner.person.as(`/api/users/${owner.person.id}/voice/${id}/hang-up`, { method: 'POST' });
  const { placed, got } = await playing;
  await desk.stop();
  expect([placed.status, got.outcome]).toEqual(['completed', 'answered']);
});
