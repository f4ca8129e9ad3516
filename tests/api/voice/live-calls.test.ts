import { askAsEdge } from '../../sip/as-edge.ts';
import { activity } from '../../../src/admin/contract.ts';
import { liveCall } from '../../../src/services/voice/live/contract.ts';
import { readAs, appForFile, balanceOf, funded, makeAdmin, pagesOf, quickSandboxes } from '../../kit/index.ts';
import { makeTrunk, PROXY_TOKEN, REALM } from '../../sip/trunk.ts';
import { digestOf } from '../trunks/digest.ts';
import { newDestination, order, PACE, pass, passToAnswer, readCall, settle } from './calls.ts';

const app = await appForFile({
  background: false,
  adapters: quickSandboxes({ calls: PACE }),
  env: { SIP_PROXY_TOKEN: PROXY_TOKEN, SIP_REALM: REALM, SANDBOX_SIP_ROUTE: 'sip:192.0.2.1' },
  soundBooks: true,
});
const admin = await makeAdmin(app);
const PATH = '/api/admin/calls/live';
const live = async (query = '') => (await pagesOf(admin, `${PATH}?limit=2${query}`, liveCall)).flat();

test('shows the calls that have not ended, newest first, with what is set aside for each', async () => {
  const caller = await funded(app, '20.00');
  const over = await order(caller);
  await passToAnswer(app);
  await pass(app, 91);
  const running = await order(caller, { pbxFeatures: { callForwarding: newDestination() } });
  await passToAnswer(app);
  const trunk = await makeTrunk(app);
  const asked = await askAsEdge(app, '/api/sip/calls', {
    ...{ digest: digestOf(trunk.credentials), destination: '447911123456', callId: 'of a trunk' },
  });
  expect(asked.status).toBe(201);
  const waiting = await order(caller);

  const rows = await live();
  expect(rows.map(({ id }) => id)).not.toContain(over.id);
  expect(rows).toMatchObject([
    { id: waiting.id, status: 'queued', provider: null, origin: 'browser' },
    {
      user: { id: trunk.person.id, email: trunk.person.email },
      origin: 'trunk',
      status: 'dialing',
      callerId: 'anonymous',
      destination: '+447911123456',
      setAside: '0.0000',
      packageMinutes: 3,
      answeredAt: null,
    },
    {
      id: running.id,
      user: { id: caller.id, email: caller.email },
      status: 'in-progress',
      callerId: '+447911123456',
      provider: 'sandbox',
      packageMinutes: 0,
      hangUpRequested: false,
    },
  ]);
  const [leg] = running.legs;
  const held = Number(running.cost) + Number(leg?.cost);
  expect(Number(rows[2]?.setAside)).toBeCloseTo(held, 4);
  expect((await live('&origin=trunk')).map(({ origin }) => origin)).toEqual(['trunk']);
});

test('an administrator hangs up a customer’s call, which pays for the time so far', async () => {
  const caller = await funded(app, '20.00');
  const running = await order(caller);
  await passToAnswer(app);
  const hangUp = () => admin.as(`/api/users/${caller.id}/voice/${running.id}/hang-up`, { method: 'POST' });
  expect((await hangUp()).status).toBe(200);
  expect((await live()).find(({ id }) => id === running.id)).toMatchObject({ hangUpRequested: true });
  await settle(app);
  expect((await live()).map(({ id }) => id)).not.toContain(running.id);
  const ended = await readCall(caller, running.id);
  expect(ended).toMatchObject({ status: 'completed', billedMinutes: 1 });
  expect(Number(await balanceOf(caller))).toBeCloseTo(20 - Number(ended.actualCost), 4);
  const shown = await readAs(admin.as('/api/admin/activity?limit=50'), activity.array());
  expect(shown.filter(({ action }) => action === 'call.hung_up')).toMatchObject([
    { actor: { id: admin.id }, subject: running.destination },
  ]);
  expect((await hangUp()).status).toBe(409);
});
