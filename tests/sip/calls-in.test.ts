import type { ReceivedCall } from '../../src/services/voice/inbound/contract.ts';
import { bought } from '../api/numbers/numbers.ts';
import { forward, plan, received, voicemail } from '../api/voice/incoming.ts';
import { knowsCarriers, startEdge } from './edge.ts';
import { callIn, CARRIER_ADDRESS, type CallScript, type CarrierScript, expectPlayed, type Sipp } from './sipp.ts';
import { startCarrier } from './sipp.ts';
import { answerLines, challenged, type Message, openTelephone, registerDesk, request } from './telephone.ts';
import { type Telephone } from './telephone.ts';
import { makeTrunk, REALM, type Trunk, ringing } from './trunk.ts';
import { BUSY_MS, eventually, forFile, freePort, there } from '../kit/index.ts';
import { sipApp } from './sip-app.ts';

/** Calls of a carrier (SIPp) over the edge (Kamailio) to the telephones (SIPp) of a trunk. */

let trunk: Trunk;
let number: { id: string; number: string };
/** Where the carrier takes calls that go out. */
const outside = await freePort();
const app = await sipApp({
  SANDBOX_SIP_ROUTE: `sip:127.0.0.1:${outside}`,
  SANDBOX_SIP_ADDRESSES: `192.0.2.0/28, ${CARRIER_ADDRESS}`,
});
const edge = await forFile(startEdge(app));
await knowsCarriers(edge, ['sandbox']);
beforeEach(async () => {
  trunk = await makeTrunk(app);
  number = await bought(trunk.person);
});

/** A telephone that is registered with the trunk. @param q which of several rings first: those with the highest */
async function register(script: CarrierScript, q = '1.0'): Promise<Sipp> {
  const telephone = await startCarrier(script, await freePort());
  await registerContact(telephone.port, q);
  return telephone;
}

/** Refuses a call as a telephone does that is in use. */
function refuse(desk: Telephone, invite: Message | null | undefined): void {
  const via = invite?.text.split('\r\n').filter((line) => line.startsWith('Via:')) ?? [];
  const route = invite?.text.split('\r\n').filter((line) => line.startsWith('Record-Route:')) ?? [];
  const same = ['From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${invite?.header(name)}`);
  const to = `To: ${invite?.header('To')};tag=${desk.port}`;
  desk.send(['SIP/2.0 486 Busy Here', ...via, ...route, ...same, to, 'Content-Length: 0'], edge.port);
}

const registerContact = (port: number, q: string) => registerDesk(edge.port, trunk.credentials, { port, q });

/** Somebody calls the number. @returns the call as its owner sees it in the end */
async function play(script: CallScript, telephones: readonly Sipp[] = []): Promise<ReceivedCall> {
  await expectPlayed(await callIn({ edgePort: edge.port, script }, { to: number.number }));
  // Whoever carries it has to answer the BYE before that.
  const call = await ended();
  for (const telephone of telephones) await telephone.stop();
  return call;
}

const ended = (): Promise<ReceivedCall> =>
  eventually('the call has ended', async () => {
    const [call] = await received(trunk.person);
    return call?.endedAt && call.legs.every(({ endedAt }) => endedAt !== null) ? call : null;
  });

const hangUp: CallScript = { end: 'we hang up', afterMs: 100 };

describe('a call to a number that rings a trunk', () => {
  test('is answered there, and costs nothing', async () => {
    await plan(trunk.person, number.id, [ringing(trunk)]);
    const call = await play(hangUp, [await register('answers')]);
    expect(call).toMatchObject({
      ...{ from: '+447911000001', to: number.number, outcome: 'answered', cost: '0.0000', legs: [] },
    });
    expect(call.duration).toBeWithin(1, 1 + BUSY_MS / 1000);
  });

  test('rings all telephones at once, and the first that answers has it', async () => {
    await plan(trunk.person, number.id, [ringing(trunk)]);
    const telephones = await Promise.all([register('rings'), register('answers')]);
    expect(await play(hangUp, telephones)).toMatchObject({ outcome: 'answered' });
  });

  test('rings the telephones that come second once the first is busy', async () => {
    await plan(trunk.person, number.id, [ringing(trunk)]);
    const telephones = await Promise.all([register({ refuses: '486 Busy Here' }, '0.9'), register('answers', '0.5')]);
    expect(await play(hangUp, telephones)).toMatchObject({ outcome: 'answered' });
  });

  test('rings one telephone after the other where its owner wants that', async () => {
    await plan(trunk.person, number.id, [ringing(trunk, 'in-turn')]);
    const desks = [await openTelephone(), await openTelephone()] as const;
    for (const desk of desks) await registerContact(desk.port, '1.0');
    // Not every carrier writes the plus.
    const calling = await callIn(
      { edgePort: edge.port, script: { end: 'refused', status: 486 } },
      { to: number.number.slice(1) },
    );
    const invites = desks.map((desk) => desk.next(20_000));
    const first = await Promise.race(invites.map(async (invite, place) => ((await invite) ? place : -1)));
    const [rung, other] = first === 0 ? desks : [desks[1], desks[0]];
    const [invite, waiting] = first === 0 ? invites : invites.toReversed();
    const early = await Promise.race([waiting, Bun.sleep(300).then(() => 'not yet')]);
    expect(early, 'only one rings').toBe('not yet');
    refuse(rung, await invite);
    const second = await waiting;
    expect(second?.first).toStartWith('INVITE');
    expect(second?.header('To')).toContain(`sip:${number.number}@`);
    refuse(other, second);
    await expectPlayed(calling);
    expect(await ended()).toMatchObject({ outcome: 'missed' });
    for (const desk of desks) desk.close();
  });

  test('that its caller gives up is missed', async () => {
    await plan(trunk.person, number.id, [ringing(trunk), forward('+442079460000')]);
    const call = await play({ end: 'we cancel', afterMs: 100 }, [await register('rings')]);
    expect(call).toMatchObject({ outcome: 'missed', legs: [] });
  });

  test('is forwarded where nobody is registered, at the price of a call', async () => {
    await plan(trunk.person, number.id, [ringing(trunk), voicemail, forward('+442079460000')]);
    const call = await play(hangUp, [await startCarrier('answers', outside)]);
    expect(call).toMatchObject({
      outcome: 'answered',
      legs: [{ destination: '+442079460000', status: 'completed', billedMinutes: 1, packageMinutes: 1 }],
    });
  });

  test('is forwarded where the telephone is busy; where nobody answers there, the caller hears that it is busy', async () => {
    await plan(trunk.person, number.id, [ringing(trunk), forward('+442079460000')]);
    const call = await play({ end: 'refused', status: 486 }, [
      await register({ refuses: '486 Busy Here' }),
      await startCarrier({ refuses: '480 Temporarily Unavailable' }, outside),
    ]);
    expect(call).toMatchObject({
      outcome: 'missed',
      cost: '0.0000',
      legs: [{ destination: '+442079460000', status: 'no-answer', actualCost: '0.0000' }],
    });
  });

  test('reaches a telephone behind NAT where it registered from, and what is forwarded goes elsewhere', async () => {
    await plan(trunk.person, number.id, [ringing(trunk), forward('+442079460000')]);
    const phone = await openTelephone();
    const name = `<sip:${trunk.credentials.username}@${REALM}>`;
    const answer = await challenged(phone, edge.port, trunk.credentials, {
      ...{ method: 'REGISTER', uri: `sip:127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
      more: [`From: ${name};tag=r`, `To: ${name}`, 'Contact: <sip:desk@10.9.9.9:5060>'],
    });
    expect(answer?.status).toBe(200);
    const outsider = await startCarrier('answers', outside);
    const playing = play(hangUp, [outsider]);
    const invite = there(await phone.next(15_000), 'the telephone was not rung');
    expect(invite.first).toStartWith('INVITE sip:desk@10.9.9.9:5060');
    phone.send(answerLines(invite, 'SIP/2.0 486 Busy Here'), edge.port);
    expect(await playing).toMatchObject({ outcome: 'answered', legs: [{ status: 'completed' }] });
    // The edge confirms that it has received it; an INVITE that is repeated is still the telephone's own.
    for (let more = await phone.next(); more; more = await phone.next(100)) {
      expect(more.first).toMatch(/^(ACK|INVITE) sip:desk@10\.9\.9\.9/);
    }
    phone.close();
  });

  test('is hung up at a telephone behind NAT that answered by an address of its own', async () => {
    await plan(trunk.person, number.id, [ringing(trunk)]);
    const phone = await openTelephone();
    await registerContact(phone.port, '1.0');
    const calling = await callIn({ edgePort: edge.port, script: hangUp }, { to: number.number });
    const invite = there(await phone.next(15_000), 'the telephone was not rung');
    const routes = invite.text.split('\r\n').filter((line) => line.startsWith('Record-Route:'));
    const contact = 'Contact: <sip:desk@10.9.9.9:5060>';
    phone.send([...answerLines(invite, 'SIP/2.0 200 OK'), ...routes, contact], edge.port);
    let message = await phone.next();
    while (message && !message.first.startsWith('BYE')) message = await phone.next();
    expect(message?.first).toBe('BYE sip:desk@10.9.9.9:5060 SIP/2.0');
    if (message) phone.send(answerLines(message, 'SIP/2.0 200 OK'), edge.port);
    await expectPlayed(calling);
    expect(await ended()).toMatchObject({ outcome: 'answered' });
    phone.close();
  });

  test('is busy where nobody is registered and nothing else is planned', async () => {
    await plan(trunk.person, number.id, [ringing(trunk)]);
    expect(await play({ end: 'refused', status: 486 })).toMatchObject({ outcome: 'missed', legs: [] });
  });
});

test('a call to a number that is nobody’s is not found', async () => {
  const call = await callIn({ edgePort: edge.port, script: { end: 'refused', status: 404 } }, { to: '+442079469999' });
  await expectPlayed(call);
});

test('a call from an address that is no carrier’s reaches no telephone', async () => {
  await plan(trunk.person, number.id, [ringing(trunk)]);
  const telephone = await register('answers');
  const stranger = await openTelephone();
  const uri = `sip:${number.number}@127.0.0.1:${edge.port}`;
  stranger.send(request(stranger, { method: 'INVITE', uri, callId: crypto.randomUUID() }), edge.port);
  expect((await stranger.next())?.status).toBe(407);
  stranger.close();
  await telephone.stop();
  expect(await received(trunk.person)).toEqual([]);
});
