import { readCounts } from '../../src/carriers/counts.ts';
import { type CarrierHealthHistory, getCarrierHealth } from '../../src/carriers/contract.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { callFrom, expectPlayed } from './sipp.ts';
import { makeTrunk, endOf } from './trunk.ts';
import { openUdpCarrier, type UdpCarrier } from './udp-carrier.ts';
import { eventually, forFile, makeAdmin, readAnswer, type TestActor } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** The edge's own questions to carriers: to let it in, and whether they are there. */

/** A secret as carriers make them: what is special in JSON, URIs or the edge's own notation. */
const IDENTITY = { user: 'topline', secret: 's3/c|ret' };

/** The one that asks who calls, and the one after it, which takes any call. */
const strict = await forFile(openUdpCarrier(IDENTITY));
const open = await forFile(openUdpCarrier(null));
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:${IDENTITY.user}:${encodeURIComponent(IDENTITY.secret)}@127.0.0.1:${strict.port}`,
  SANDBOX_SIP_REGISTER: 'on',
  SANDBOX_BACKUP_SIP_ROUTE: `sip:127.0.0.1:${open.port}`,
});
const admin = await makeAdmin(app);
const edge = await forFile(startEdge(app, { SIP_HEALTH_SECONDS: '1' }));

const heard = ({ taken }: UdpCarrier, method: string) => taken.filter(({ first }) => first.startsWith(`${method} `));

async function routesAs(person: TestActor): Promise<CarrierHealthHistory['sip'][]> {
  const response = await person.as('/api/telecom/providers/health');
  return (await readAnswer(response, getCarrierHealth)).slice(0, 2).map(({ sip }) => sip);
}

/** Waits until administrators see the two routes up or down. */
const healthy = (...wanted: boolean[]) =>
  eventually(`the routes are ${wanted.join(', ')}`, 40_000, async () =>
    Bun.deepEquals(
      (await routesAs(admin)).map((sip) => sip?.healthy),
      wanted,
    ),
  );

/** Waits until administrators see the routes so. */
const shown = (routes: CarrierHealthHistory['sip'][]) =>
  eventually(`the routes are ${JSON.stringify(routes)}`, async () => Bun.deepEquals(await routesAs(admin), routes));

const UP = { healthy: true, registered: true };
const UP_UNREGISTERED = { healthy: true, registered: null };

/** One call that is answered. @returns the carrier that took it */
async function carrierOfCall(): Promise<string | null> {
  const trunk = await makeTrunk(app);
  const script = { end: 'we hang up', afterMs: 100 } as const;
  await expectPlayed(await callFrom({ ...trunk, edgePort: edge.port, script }));
  const call = await endOf(trunk);
  expect(call.status).toBe('completed');
  return call.provider;
}

test('the edge registers where a carrier asks for it, and answers the challenges of its calls', async () => {
  await shown([UP, UP_UNREGISTERED]);
  const [registration] = heard(strict, 'REGISTER');
  expect(registration?.header('To')).toContain(`sip:${IDENTITY.user}@127.0.0.1:${strict.port}`);
  expect(registration?.header('Contact')).toContain(`sip:${IDENTITY.user}@127.0.0.1:${edge.port}`);
  expect(Number(registration?.header('Expires'))).toBeGreaterThanOrEqual(120);
  expect(heard(open, 'REGISTER')).toEqual([]);
  expect(await carrierOfCall()).toBe('sandbox');
  // A customer does not see the routes.
  expect(await routesAs((await makeTrunk(app)).person)).toEqual([null, null]);
});

test('a route that does not answer is shown as down and left out, until it answers again', async () => {
  strict.isSilent = true;
  await healthy(false, true);
  expect(await carrierOfCall()).toBe('sandbox-backup');
  expect(strict.ignored.filter(({ first }) => first.startsWith('INVITE '))).toEqual([]);
  strict.isSilent = false;
  await healthy(true, true);
  expect(await carrierOfCall()).toBe('sandbox');
}, 120_000);

test('each answer to a challenge is a later request, and the BYE ends the call where it is challenged too', async () => {
  await knowsCarriers(edge, ['sandbox']);
  strict.asks.push('BYE');
  for (const messages of [strict.challenged, strict.taken]) messages.length = 0;
  expect(await carrierOfCall()).toBe('sandbox');
  await eventually('the BYE is taken', async () => heard(strict, 'BYE').length > 0);
  const ofCall = [...strict.challenged, ...strict.taken].filter(({ first }) => /^(INVITE|BYE) /.test(first));
  const inOrder = ofCall
    .map(({ text }) => /^CSeq: (\d+) (\w+)/m.exec(text)?.slice(1) ?? [])
    .toSorted(([one], [other]) => Number(one) - Number(other));
  expect(inOrder.map(([, method]) => method)).toEqual(['INVITE', 'INVITE', 'BYE', 'BYE']);
  expect(new Set(inOrder.map(([number]) => number)).size).toBe(4);
  expect(ofCall.filter(({ text }) => text.includes('P-K-'))).toEqual([]);
  // The next carrier has the call as if nobody had challenged it before.
  strict.refusal = '503 Service Unavailable';
  strict.refuses = ({ first, header }) => first.startsWith('INVITE ') && header('Authorization') !== undefined;
  expect(await carrierOfCall()).toBe('sandbox-backup');
  const [invite, ack] = ['INVITE', 'ACK'].map((method) => heard(open, method).at(-1)?.header('CSeq')?.split(' ')[0]);
  expect(ack).toBe(invite);
  // A BYE that it refuses is counted.
  strict.refuses = ({ first }) => first.startsWith('BYE ');
  expect(await carrierOfCall()).toBe('sandbox');
  expect(await readCounts(app.deps)).toContainEqual({ name: 'sandbox', what: 'byes_unanswered', count: 1 });
  strict.refuses = () => false;
});
