import { bought } from '../api/numbers/numbers.ts';
import { forward, onlyReceived, plan } from '../api/voice/incoming.ts';
import { CARRIER_ADDRESS } from './sipp.ts';
import { answerLines, challenged, type Message, openTelephone, registerDesk, request } from './telephone.ts';
import { callsOf, makeTrunk, REALM, type Trunk, ringing } from './trunk.ts';
import { eventually } from '../kit/index.ts';
import { sipAppWithEdge } from './sip-app.ts';

/** The called person never sees a withheld number; the carrier learns the account's own (RFC 3323, 3325). */

const STRANGER = '447911000001';
let trunk: Trunk;
let number: { id: string; number: string };
const { carrier, app, edge } = await sipAppWithEdge();
beforeEach(async () => {
  trunk = await makeTrunk(app);
  number = await bought(trunk.person);
  carrier.taken.length = 0;
});

const invited = (): Promise<Message> =>
  eventually('the carrier is called', async () => carrier.taken.find(({ first }) => first.startsWith('INVITE ')));

const hangUp = (callId: string) =>
  trunk.person.as(`/api/users/${trunk.person.id}/voice/${callId}/hang-up`, { method: 'POST' });

/** The INVITE that the carrier got, when its call is over. */
async function taken(): Promise<Message> {
  const invite = await invited();
  const [call] = await eventually('it is answered', async () => {
    const calls = await callsOf(trunk.person);
    return calls.some(({ status }) => status === 'in-progress') && calls;
  });
  await hangUp(call?.id ?? '');
  await eventually('it is over', async () => (await callsOf(trunk.person)).every(({ endedAt }) => endedAt !== null));
  return invite;
}

const ANONYMOUS = '"Anonymous" <sip:anonymous@anonymous.invalid>';

test.each([
  ['Privacy: id', (own: string) => [`From: <sip:${own}@${REALM}>;tag=f`, 'Privacy: id'], true],
  ['Privacy: user;critical', (own: string) => [`From: <sip:${own}@${REALM}>;tag=f`, 'Privacy: user;critical'], true],
  ['an anonymous From', () => [`From: ${ANONYMOUS};tag=f`], true],
  ['Privacy: none', (own: string) => [`From: <sip:${own}@${REALM}>;tag=f`, 'Privacy: none'], false],
  ['nothing of that', (own: string) => [`From: <sip:${own}@${REALM}>;tag=f`], false],
])('a call out with %s', async (_what, headers, isPrivate) => {
  const phone = await openTelephone();
  const answer = await challenged(phone, edge.port, trunk.credentials, {
    ...{ method: 'INVITE', uri: `sip:+447911123456@127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: headers(number.number),
  });
  expect(answer?.status).toBe(200);
  const invite = await taken();
  const own = `<sip:${number.number}@${REALM}>`;
  expect(invite.header('From')).toContain(isPrivate ? ANONYMOUS : own);
  expect(invite.header('P-Asserted-Identity')).toBe(isPrivate ? own : undefined);
  expect(invite.header('Privacy')).toBe(isPrivate ? 'id' : undefined);
  // Our own BYE has the caller that the INVITE showed.
  const bye = await eventually('the carrier gets a BYE', async () =>
    carrier.taken.find(({ first }) => first.startsWith('BYE ')),
  );
  expect(bye.header('From')).toContain(isPrivate ? 'anonymous.invalid' : number.number);
  phone.close();
});

/** Somebody who withholds their number calls ours. */
async function callIn(): Promise<() => void> {
  const caller = await openTelephone(CARRIER_ADDRESS);
  const invite = request(caller, {
    ...{ method: 'INVITE', uri: `sip:${number.number}@127.0.0.1:${edge.port}`, callId: crypto.randomUUID() },
    more: [
      `From: <sip:${STRANGER}@carrier.example>;tag=c`,
      `P-Asserted-Identity: <sip:${STRANGER}@carrier.example>`,
      'Privacy: id',
      `Contact: <sip:gateway@${CARRIER_ADDRESS}:${caller.port}>`,
    ],
  });
  caller.send(invite, edge.port);
  return () => caller.close();
}

test('a caller who withholds their number is shown to no telephone, and not to its owner', async () => {
  await plan(trunk.person, number.id, [ringing(trunk)]);
  const desk = await openTelephone();
  await registerDesk(edge.port, trunk.credentials, { port: desk.port });
  const close = await callIn();
  const invite = await desk.next(15_000);
  expect(invite?.header('From')).toContain(ANONYMOUS);
  expect(invite?.text).not.toContain(STRANGER);
  if (invite) desk.send(answerLines(invite, 'SIP/2.0 486 Busy Here'), edge.port);
  await eventually('it is over', async () => (await onlyReceived(trunk.person)).endedAt !== null);
  expect(await onlyReceived(trunk.person)).toMatchObject({ from: 'anonymous' });
  close();
  desk.close();
});

test('whoever such a call is forwarded to does not see it either; the carrier learns the number that forwards', async () => {
  await plan(trunk.person, number.id, [forward('+442079460000')]);
  const close = await callIn();
  const invite = await invited();
  expect(invite.header('From')).toContain(ANONYMOUS);
  expect(invite.header('P-Asserted-Identity')).toBe(`<sip:${number.number}@${REALM}>`);
  expect(invite.text).not.toContain(STRANGER);
  const { id } = await eventually('it is answered', async () => {
    const call = await onlyReceived(trunk.person);
    return call.legs.some(({ status }) => status === 'in-progress') && call;
  });
  await hangUp(id);
  await eventually('it is over', async () => (await onlyReceived(trunk.person)).endedAt !== null);
  close();
});
