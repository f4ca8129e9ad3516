import { trunkOf } from '../api/payments/orders.ts';
import type { VoiceCall } from '../../src/services/voice/contract.ts';
import { startEdge } from './edge.ts';
import { callFrom, type CallScript, type CarrierScript, expectPlayed, startCarrier } from './sipp.ts';
import { callsOf, makeTrunk, type Trunk, endOf } from './trunk.ts';
import { BUSY_MS, eventually, forFile, freePort, makeAdmin, signUp } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** Calls of a telephone system (SIPp) over the edge (Kamailio) to carriers (SIPp), with what they cost. */

/** Long enough that every action on a running call finishes before the call ends: three SIPp start within it. */
const LIMIT_SECONDS = 12;
const BUSY_SECONDS = BUSY_MS / 1000;
const ports = [await freePort(), await freePort()] as const;
const app = await sipApp({
  SIP_CALL_SECONDS: String(LIMIT_SECONDS),
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${ports[0]}`,
  SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${ports[1]}`,
});
const edge = await forFile(startEdge(app, { SIP_RING_SECONDS: '1' }));

/** Plays one call to its end. @returns the call as its owner sees it then */
async function play(
  trunk: Trunk,
  script: CallScript,
  carriers: readonly [CarrierScript, CarrierScript?],
): Promise<VoiceCall> {
  const running = await Promise.all(
    carriers.flatMap((each, place) => (each ? [startCarrier(each, ports[place] ?? 0)] : [])),
  );
  try {
    await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script }));
    // The carrier has to answer its BYE before that.
    return await endOf(trunk);
  } finally {
    await Promise.all(running.map((carrier) => carrier.stop()));
  }
}

const hangUp = ({ person }: Trunk, callId: string) =>
  person.as(`/api/users/${person.id}/voice/${callId}/hang-up`, { method: 'POST' });

describe('a call of a trunk', () => {
  test('that is answered takes minutes of its package', async () => {
    const trunk = await makeTrunk(app);
    const call = await play(trunk, { end: 'we hang up', afterMs: 300 }, ['answers']);
    expect(call).toMatchObject({
      origin: 'trunk',
      status: 'completed',
      destination: '+447911123456',
      callerId: 'anonymous',
      provider: 'sandbox',
      billedMinutes: 1,
      packageMinutes: 1,
      actualCost: '0.0000',
    });
    expect(call.duration).toBeWithin(1, 1 + BUSY_SECONDS);
    expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 1 });
  });

  test('that the far end hangs up has ended, too', async () => {
    const trunk = await makeTrunk(app);
    const call = await play(trunk, { end: 'they hang up' }, ['is called and hangs up']);
    expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
    expect(call.duration).toBeWithin(1, 1 + BUSY_SECONDS);
  });

  test('is cut at its limit, on both sides', async () => {
    const trunk = await makeTrunk(app);
    const carrier = await startCarrier('answers', ports[0], { calls: 1 });
    await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } }));
    await expectPlayed(carrier);
    const call = await endOf(trunk);
    const lasted = Date.parse(call.endedAt ?? '') - Date.parse(call.answeredAt ?? '');
    expect(lasted / 1000).toBeGreaterThan(LIMIT_SECONDS - 1);
    expect(lasted / 1000).toBeLessThan(LIMIT_SECONDS + BUSY_SECONDS);
    expect(call).toMatchObject({ status: 'completed', billedMinutes: 1 });
  });

  test.each([
    ['busy', { refuses: '486 Busy Here' }, 486, 'busy'],
    ['declined', { refuses: '603 Decline' }, 603, 'busy'],
    ['a number that is none', { refuses: '404 Not Found' }, 404, 'failed'],
    ['not answered', 'rings', 408, 'no-answer'],
  ] satisfies [string, CarrierScript, number, string][])('%s costs nothing', async (_what, carrier, status, end) => {
    const trunk = await makeTrunk(app);
    const call = await play(trunk, { end: 'refused', status }, [carrier]);
    expect(call).toMatchObject({ status: end, sipStatus: status, actualCost: '0.0000', billedMinutes: 0 });
    expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 0 });
  });

  test('that its caller gives up costs nothing', async () => {
    const trunk = await makeTrunk(app);
    const call = await play(trunk, { end: 'we cancel', afterMs: 200 }, ['rings']);
    expect(call).toMatchObject({ status: 'cancelled', sipStatus: 487, actualCost: '0.0000' });
  });

  test.each(['503 Service Unavailable', '302 Moved Temporarily'])(
    'goes by the next carrier where the first says %s',
    async (refuses) => {
      const trunk = await makeTrunk(app);
      const call = await play(trunk, { end: 'we hang up', afterMs: 100 }, [{ refuses }, 'answers']);
      expect(call).toMatchObject({ status: 'completed', provider: 'sandbox-backup' });
    },
  );

  test('goes by the next carrier where the first says nothing', async () => {
    const trunk = await makeTrunk(app);
    const [, second] = ports;
    const carrier = await startCarrier('answers', second);
    await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'we hang up', afterMs: 100 } }));
    expect(await endOf(trunk)).toMatchObject({ status: 'completed', provider: 'sandbox-backup' });
    await carrier.stop();
  });

  test.each([
    ['is sent elsewhere by no carrier', '302 Moved Temporarily', 503, 503],
    // A proxy forwards a 503 as a 500 (RFC 3261, 16.7).
    ['that has rung at the far end is not dialled again', '503 Service Unavailable', 500, 503],
  ])('%s', async (_what, ringsThenRefuses, status, sipStatus) => {
    const trunk = await makeTrunk(app);
    const call = await play(trunk, { end: 'refused', status }, [{ ringsThenRefuses }, 'answers']);
    expect(call).toMatchObject({ status: 'failed', sipStatus, provider: 'sandbox', actualCost: '0.0000' });
  });

  test('finds no third channel where the plan has two', async () => {
    const trunk = await makeTrunk(app);
    const carrier = await startCarrier('answers', ports[0]);
    const two = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } }, { calls: 2 });
    await eventually('both are answered', async () => {
      const calls = await callsOf(trunk.person);
      return calls.filter(({ status }) => status === 'in-progress').length === 2;
    });
    const third = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'refused', status: 486 } });
    await expectPlayed(third);
    const calls = await callsOf(trunk.person);
    expect(calls).toHaveLength(2);
    for (const { id } of calls) expect((await hangUp(trunk, id)).status).toBe(200);
    await expectPlayed(two);
    await carrier.stop();
    await eventually('both have ended', async () =>
      (await callsOf(trunk.person)).every(({ endedAt }) => endedAt !== null),
    );
  });

  test.each([
    ['its owner', (trunk: Trunk) => Promise.resolve(trunk.person)],
    ['an administrator', () => makeAdmin(app)],
  ])('is hung up on both sides by %s, and by no other account', async (_who, makeActor) => {
    const trunk = await makeTrunk(app);
    const actor = await makeActor(trunk);
    const carrier = await startCarrier('answers', ports[0], { calls: 1 });
    const call = await callFrom({ ...trunk, edgePort: edge.port, script: { end: 'they hang up' } });
    const running = await eventually('it is answered', async () => {
      const [one] = await callsOf(trunk.person);
      return one?.status === 'in-progress' && one;
    });
    const path = `/api/users/${trunk.person.id}/voice/${running.id}/hang-up`;
    const stranger = await signUp(app);
    expect((await stranger.as(path, { method: 'POST' })).status).toBe(403);
    expect((await actor.as(path, { method: 'POST' })).status).toBe(200);
    await expectPlayed(call);
    await expectPlayed(carrier);
    const { status, duration } = await endOf(trunk);
    expect(status).toBe('completed');
    expect(duration).toBeWithin(1, LIMIT_SECONDS);
  });
});
