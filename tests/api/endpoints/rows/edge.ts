import { toneWav } from '../../../../src/carriers/adapters/sandbox/voice.ts';
import { askAsEdge } from '../../../sip/as-edge.ts';
import { receiveSipCall } from '../../../../src/services/sip/incoming/contract.ts';
import { call, readAnswer, type TestActor, type TestApp } from '../../../kit/index.ts';
import { bought } from '../../numbers/numbers.ts';
import { plan, voicemail } from '../../voice/incoming.ts';
import type { Rows } from '../row.ts';
import { SIP_PROXY_TOKEN, type World } from '../world.ts';

const AS_EDGE = { authorization: `Bearer ${SIP_PROXY_TOKEN}` };

const callIn = (app: TestApp, called: string): Promise<Response> => {
  const asked = { carrier: 'sandbox', called, caller: '447911123456', answers: true, source: '192.0.2.2:5060' };
  return askAsEdge(app, '/api/sip/incoming-calls', asked, SIP_PROXY_TOKEN);
};

/** A call to somebody's number that takes a message. @returns our id of it */
async function answeredCall({ app }: World, owner: TestActor): Promise<string> {
  const { id, number } = await bought(owner);
  await plan(owner, id, [voicemail]);
  return (await readAnswer(await callIn(app, number), receiveSipCall)).id;
}

/** What an edge's machine or recorder asks about such a call. */
const ofCall =
  (of: 'calls' | 'machine-calls', rest: string, init: RequestInit = {}) =>
  async (world: World, owner: TestActor) =>
    world.app.fetch(`/api/sip/${of}/${await answeredCall(world, owner)}${rest}`, { ...init, headers: AS_EDGE });

export const EDGE_ROWS: Rows = {
  listSipCarriers: {
    may: 'anybody',
    leaves: { nothing: 'changes nothing: the edge asks with its own token' },
    call: ({ app }, _owner, path) => call(app, path, { headers: { authorization: `Bearer ${SIP_PROXY_TOKEN}` } }),
  },
  instructMachine: {
    may: 'anybody',
    leaves: { nothing: 'the step of a call stands in its own row' },
    call: async (world, owner) =>
      call(world.app, `/api/sip/machine-calls/${await answeredCall(world, owner)}`, {
        json: { happened: 'arrived', step: 0 },
        headers: AS_EDGE,
      }),
  },
  keepMachineRecording: {
    may: 'anybody',
    leaves: { nothing: 'a message stays as a row of its own' },
    call: ofCall('machine-calls', '/recording', { method: 'PUT', body: toneWav(1) }),
  },
  keepCallRecording: {
    may: 'anybody',
    leaves: { nothing: 'a recording stays as a row of its own' },
    call: ofCall('calls', '/recordings/0', { method: 'PUT', body: toneWav(1) }),
  },
  getAnnouncement: {
    may: 'anybody',
    call: (world) => world.app.fetch('/api/sip/announcements/de', { headers: AS_EDGE }),
  },
  getMachineSound: {
    may: 'anybody',
    call: ofCall('machine-calls', '/sounds/goodbye'),
  },
  receiveSipCall: {
    may: 'anybody',
    leaves: { nothing: 'a call that came in stays as a row of its own' },
    call: async ({ app }, owner) => callIn(app, (await bought(owner)).number),
  },
};
