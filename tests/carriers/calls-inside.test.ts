import { lookAfterCalls } from '../../src/services/voice/background.ts';
import { ringUser as ringUserOf } from '../../src/services/voice/trunk/ring-address.ts';
import { readActive } from '../../src/carriers/registry.ts';
import { bought } from '../api/numbers/numbers.ts';
import { order } from '../api/voice/calls.ts';
import { onlyReceived } from '../api/voice/incoming.ts';
import { forFile, funded, quickSandboxes } from '../kit/index.ts';
import { makeTrunk } from '../sip/trunk.ts';
import { appOf, numberAt, openCarriers, type Owner } from './calls-in.ts';
import { askEdge, decided, register, ring, ringUser, withEdge } from './ring-trunk.ts';
import { telnyx } from './voice-telnyx.ts';
import { twilio } from './voice-twilio.ts';
import { vonage } from './voice-vonage.ts';
import { VoiceCounterpart } from './voice-counterpart.ts';
import { LEG_DIALECTS } from './voice-legs.ts';

/** Calls by the API to numbers of ours: their carrier calls the edge in place of the number, and only where it can. */

const dialects = [twilio, telnyx, vonage];
openCarriers(...dialects.map(withEdge));

const activate = (app: Owner['app'], carrier: string) => app.deps.sql`update provider_state set active = ${carrier}`;

/** Somebody who has a number here and a trunk that rings for it. */
async function somebody(name: string, app: Owner['app']): Promise<Owner> {
  const trunk = await makeTrunk(app);
  await register(app, trunk);
  return numberAt(name, trunk.person, [ring(trunk)]);
}

test.each(dialects.map(({ name }) => name))(
  '%s calls the edge, which is led to the number and its plan',
  async (name) => {
    const app = appOf(name);
    const [one, other] = [await somebody(name, app), await somebody(name, app)];
    const caller = await funded(app, '40.00');
    await activate(app, name);
    const features = { callForwarding: true, forwardingNumber: other.to };
    const call = await order(caller, { destination: one.to, pbxFeatures: features });
    await lookAfterCalls(app.deps);
    const { placed: request, newest: id } = one.counterpart;
    expect(request.body).not.toContain(one.to.slice(1));
    const user = ringUser(decodeURIComponent(request.body));
    expect((await askEdge(app, user, { carrier: 'sandbox' })).status, 'another carrier').toBe(404);
    const same = { carrier: name, callId: crypto.randomUUID() };
    const dial = await decided(app, user, same);
    expect(dial).toMatchObject({
      id: call.id,
      action: 'dial',
      leg: call.id,
      inside: one.to,
      routes: {},
      seconds: 3600,
    });
    expect(await decided(app, user, same), 'asked again').toEqual(dial);
    expect((await askEdge(app, user, { carrier: name })).status, 'used up').toBe(404);
    const there = await decided(app, one.to, { ...same, carrier: '', placed: call.id });
    expect(there).toMatchObject({ action: 'ring', called: one.to });
    expect(await onlyReceived(one.person)).toMatchObject({ to: one.to, outcome: 'ringing' });
    // The leg is not let call before its call leads on to it.
    const legUser = ringUserOf(app.deps.config, call.legs[0]?.id ?? '');
    expect((await askEdge(app, legUser, { carrier: name })).status).toBe(404);
    const dialect = LEG_DIALECTS.find(({ voice }) => voice.name === name);
    await dialect?.leg.connect({ app, counterpart: one.counterpart, request, id });
    expect(await decided(app, legUser, { carrier: name })).toMatchObject({ action: 'dial', inside: other.to });
  },
);

test('without an edge the number itself is called', async () => {
  const counterpart = await forFile(new VoiceCounterpart(twilio));
  const app = await forFile(counterpart.startApp(quickSandboxes()));
  await readActive(app.deps);
  await activate(app, 'sandbox');
  const trunk = await makeTrunk(app);
  const { number } = await bought(trunk.person);
  await activate(app, 'twilio');
  await order(trunk.person, { destination: number });
  await lookAfterCalls(app.deps);
  expect(decodeURIComponent(counterpart.placed.body)).toContain(`To=${number}`);
});
