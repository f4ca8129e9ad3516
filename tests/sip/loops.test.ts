import { bought } from '../api/numbers/numbers.ts';
import { forward, plan, received } from '../api/voice/incoming.ts';
import { eventually } from '../kit/index.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { type Message, openTelephone, request } from './telephone.ts';
import { makeTrunk } from './trunk.ts';
import { sipAppWithEdge } from './sip-app.ts';

const { carrier, app, edge } = await sipAppWithEdge();

test.each(['Diversion', 'History-Info'])(
  'a call that was forwarded twice is not forwarded again, where carriers pass on %s',
  async (name) => {
    carrier.taken.length = 0;
    const { person } = await makeTrunk(app);
    const [one, other] = [await bought(person), await bought(person)];
    // Numbers of others, which lead back to us.
    await plan(person, one.id, [forward('+442079460001')]);
    await plan(person, other.id, [forward('+442079460002')]);
    const caller = await openTelephone(CARRIER_ADDRESS);
    /** The carrier calls one of ours, for another caller each time, as it may not pass on who calls. */
    const callIn = (to: string, header: string[]) => {
      const callId = crypto.randomUUID();
      const contact = `Contact: <sip:gateway@${CARRIER_ADDRESS}:${caller.port}>`;
      const from = `From: <sip:anonymous@carrier.example>;tag=${callId}`;
      const uri = `sip:${to}@127.0.0.1:${edge.port}`;
      caller.send(request(caller, { method: 'INVITE', uri, callId, more: [from, contact, ...header] }), edge.port);
    };
    const invites = () => carrier.taken.filter(({ first }) => first.startsWith('INVITE '));
    const nth = (count: number): Promise<Message> =>
      eventually(`it goes out for the ${count}. time`, async () => invites()[count - 1]);
    const asCarried = (invite: Message) => [`${name}: ${invite.header(name)}`];
    callIn(one.number, []);
    callIn(other.number, asCarried(await nth(1)));
    callIn(one.number, asCarried(await nth(2)));
    const calls = await eventually('the third is over', async () => {
      const all = await received(person);
      return all.length === 3 && all[0]?.endedAt !== null && all;
    });
    expect(calls[0]?.legs).toEqual([]);
    expect(invites()).toHaveLength(2);
    for (const { id } of calls.slice(1)) {
      await person.as(`/api/users/${person.id}/voice/${id}/hang-up`, { method: 'POST' });
    }
    await eventually('all are over', async () => (await received(person)).every(({ endedAt }) => endedAt !== null));
    caller.close();
  },
);
