import { eq } from 'drizzle-orm';
import { askAsEdge } from '../../sip/as-edge.ts';
import { sipReports, voiceCalls } from '../../../db/schema/index.ts';
import { toneWav } from '../../../src/carriers/adapters/sandbox/voice.ts';
import { writeWav } from '../../../src/platform/kit/wav.ts';
import { type MachineInstruction, instructMachine } from '../../../src/services/sip/answering-machine/contract.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { inquire } from '../../../src/services/voice/running/inquire.ts';
import { decided, register } from '../../carriers/ring-trunk.ts';
import { appForFile, balanceOf, call, codeOf, readAnswer } from '../../kit/index.ts';
import { makeTrunk, PROXY_TOKEN, SIP_SETTINGS, type Trunk } from '../../sip/trunk.ts';
import { bought } from '../numbers/numbers.ts';
import { always, forward, toldOfCalls, menu, onlyReceived, plan, voicemail } from '../voice/incoming.ts';

/** The instructions to the edge's answering machine; the machine itself is tested in tests/sip. */

const OUTSIDE = '+442079460000';
let trunk: Trunk;
let number: { id: string; number: string };
const app = await appForFile({
  background: false,
  env: { ...SIP_SETTINGS, SIP_CALL_SECONDS: '1800' },
  soundBooks: true,
});
beforeEach(async () => {
  trunk = await makeTrunk(app);
  number = await bought(trunk.person);
});

const ringTrunk = () =>
  always({ kind: 'trunk' as const, trunkId: trunk.trunkId, ring: 'together' as const, ringSeconds: 20 });

const asEdge = (path: string, init: RequestInit = {}, token = PROXY_TOKEN) =>
  app.fetch(path, { ...init, headers: { authorization: `Bearer ${token}` } });

const arrive = (more: object = {}) => decided(app, number.number, { carrier: 'sandbox', answers: true, ...more });

const asks = (callId: string, json: object, token = PROXY_TOKEN) =>
  call(app, `/api/sip/machine-calls/${callId}`, { json, headers: { authorization: `Bearer ${token}` } });

const told = async (callId: string, happened: string, more: object = {}): Promise<MachineInstruction> =>
  readAnswer(await asks(callId, { happened, step: 0, ...more }), instructMachine);

const upload = (callId: string, body: BodyInit, token?: string) =>
  asEdge(`/api/sip/machine-calls/${callId}/recording`, { method: 'PUT', body }, token);

async function reported(reports: (Partial<typeof sipReports.$inferInsert> & { callId: string })[]) {
  const at = app.clock.now();
  const rows = reports.map((report) => ({ kind: 'answered' as const, at, ...report }));
  await app.deps.db.insert(sipReports).values(rows);
  await takeReports(app.deps);
}

const kindsOfMail = async () =>
  (
    await app.deps.sql<{ kind: string }[]>`
      select kind from mails where user_id = ${trunk.person.id} and kind ~ 'call|voicemail'`
  ).map(({ kind }) => kind);

test('an edge with an answering machine lets it answer; one without leaves the step out', async () => {
  await plan(trunk.person, number.id, [ringTrunk(), voicemail]);
  expect(await arrive({ answers: false })).toMatchObject({ action: 'refuse' });
  const dialog = { callId: crypto.randomUUID() };
  expect(await arrive(dialog)).toMatchObject({ step: 1, action: 'answer', seconds: 1800 });
  // No slot was free.
  expect(await arrive({ ...dialog, after: 1 })).toMatchObject({ step: 2, action: 'refuse' });
});

test('a message is kept once, its owner hears it and is told of it', async () => {
  await plan(trunk.person, number.id, [voicemail], { mailCalls: true });
  const before = await balanceOf(trunk.person);
  const { id } = await arrive();
  const begins = await told(id, 'arrived');
  expect(begins).toEqual({
    ...{ do: 'record', step: 0, seconds: 180 },
    sound: `/api/sip/machine-calls/${id}/sounds/0`,
  });
  expect(await told(id, 'arrived')).toEqual(begins);
  await reported([{ callId: id }]);
  const message = toneWav(3);
  expect((await upload(id, message)).status).toBe(204);
  expect((await upload(id, toneWav(5))).status).toBe(204);
  const goodbye = { do: 'hang-up' as const, sound: `/api/sip/machine-calls/${id}/sounds/goodbye` };
  expect(await told(id, 'recorded')).toEqual(goodbye);
  expect(await told(id, 'recorded')).toEqual(goodbye);
  await reported([{ callId: id, kind: 'ended', answeredAt: app.clock.now() }]);
  const call = await onlyReceived(trunk.person);
  expect(call).toMatchObject({
    ...{ outcome: 'voicemail', cost: '0.0000', legs: [] },
    recordings: [{ status: 'ready', duration: 3, contentType: 'audio/wav', bytes: message.length }],
  });
  const path = `/api/users/${trunk.person.id}/voice/${id}/recordings/${call.recordings[0]?.id}`;
  const heard = await trunk.person.as(path);
  expect(await heard.bytes()).toEqual(message);
  expect(await kindsOfMail()).toEqual(['voicemail_received']);
  expect(await toldOfCalls(app, trunk.person)).toMatchObject([
    { event: 'voicemail-received', outcome: 'voicemail' },
    { event: 'call-missed', outcome: 'voicemail' },
  ]);
  expect(await balanceOf(trunk.person)).toBe(before);
  // After the end of the call too: the caller may have hung up amid the message.
  expect((await upload(id, message)).status).toBe(204);
  expect((await trunk.person.as(path, { method: 'DELETE' })).status).toBe(204);
  expect((await upload(id, message)).status).toBe(204);
  expect(await onlyReceived(trunk.person)).toMatchObject({ recordings: [] });
  expect(await toldOfCalls(app, trunk.person), 'each once').toHaveLength(2);
});

test('a caller who hangs up amid a message is missed, and then has left it', async () => {
  await plan(trunk.person, number.id, [voicemail], { mailCalls: true });
  const { id } = await arrive();
  await told(id, 'arrived');
  await reported([{ callId: id }, { callId: id, kind: 'ended', answeredAt: app.clock.now() }]);
  expect((await upload(id, toneWav(3))).status).toBe(204);
  expect(await toldOfCalls(app, trunk.person)).toMatchObject([
    { event: 'call-missed', outcome: 'missed' },
    { event: 'voicemail-received', outcome: 'voicemail' },
  ]);
  expect(await kindsOfMail()).toEqual(['voicemail_received']);
});

test('a caller who hangs up amid the greeting has left no message', async () => {
  await plan(trunk.person, number.id, [voicemail]);
  const before = await balanceOf(trunk.person);
  const { id } = await arrive();
  await told(id, 'arrived');
  const answeredAt = app.clock.now();
  await reported([{ callId: id }, { callId: id, kind: 'ended', answeredAt }]);
  expect(await onlyReceived(trunk.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
  expect(await told(id, 'recorded')).toEqual({ do: 'hang-up', sound: null });
  expect(await balanceOf(trunk.person)).toBe(before);
});

test('a call that the machine lost is to be hung up; after its end that changes nothing', async () => {
  await plan(trunk.person, number.id, [menu, voicemail]);
  const { id } = await arrive();
  await told(id, 'arrived');
  await reported([{ callId: id }]);
  const hungUp = async () => {
    const { hangUpRequestedAt: at, dueAt: due } = voiceCalls;
    const [row] = await app.deps.db.select({ at, due }).from(voiceCalls).where(eq(voiceCalls.id, id));
    return row;
  };
  expect((await hungUp())?.at).toBeNull();
  const silent = { do: 'hang-up' as const, sound: null };
  expect(await told(id, 'lost')).toEqual(silent);
  expect(await hungUp()).toEqual({ at: app.clock.now(), due: app.clock.now() });
  // Nobody is led on any more.
  expect(await told(id, 'digit', { digit: '2' })).toEqual(silent);
  await reported([{ callId: id, kind: 'ended', answeredAt: app.clock.now() }]);
  const ended = await hungUp();
  app.clock.advance(1000);
  expect(await told(id, 'lost')).toEqual(silent);
  expect(await hungUp()).toEqual(ended);
  expect(await onlyReceived(trunk.person)).toMatchObject({ outcome: 'missed', cost: '0.0000' });
});

test('in a menu, 1 rings the trunk over a leg of its own, by an address that is good once', async () => {
  await register(app, trunk);
  await plan(trunk.person, number.id, [menu, ringTrunk(), voicemail]);
  const { id } = await arrive();
  expect(await told(id, 'arrived')).toMatchObject({ do: 'menu', step: 0, seconds: 8 });
  expect(await told(id, 'digit', { digit: '7' })).toMatchObject({ do: 'menu', step: 0 });
  await reported([{ callId: id }]);
  const connect = await told(id, 'digit', { digit: '1' });
  expect(connect).toMatchObject({ do: 'connect', step: 1, ringSeconds: 20, seconds: 1800 });
  expect(await told(id, 'digit', { digit: '1' })).toEqual(connect);
  const called = connect.do === 'connect' ? connect.user : '';
  const dialog = { carrier: '', callId: crypto.randomUUID() };
  const ring = await decided(app, called, dialog);
  expect(ring).toMatchObject({ action: 'ring', username: trunk.credentials.username, ringSeconds: 20 });
  expect(await decided(app, called, dialog)).toEqual(ring);
  const again = { carrier: '', callId: crypto.randomUUID() };
  expect(await codeOf(await askAgain(called, again))).toBe('not_found');
  expect(await codeOf(await askAgain(called, { ...dialog, carrier: 'sandbox' }))).toBe('not_found');
  const answeredAt = app.clock.now();
  const ended = { kind: 'ended' as const, answeredAt };
  await reported([{ callId: ring.id }, { callId: ring.id, ...ended }, { callId: id, ...ended }]);
  expect(await onlyReceived(trunk.person)).toMatchObject({
    ...{ outcome: 'answered', cost: '0.0000' },
    legs: [{ kind: 'trunk', status: 'completed', actualCost: '0.0000' }],
  });
});

const askAgain = (called: string, more: object) =>
  askAsEdge(app, '/api/sip/incoming-calls', { called, caller: '', cseq: 1, source: '127.0.0.1:5080', ...more });

test('a number that the menu leads to is paid by its seconds; where it is busy, a message is taken', async () => {
  await plan(trunk.person, number.id, [menu, forward(OUTSIDE, 15), voicemail]);
  const { id } = await arrive();
  await told(id, 'arrived');
  const connect = await told(id, 'digit', { digit: '1' });
  const [reserved] = (await onlyReceived(trunk.person)).legs;
  expect(reserved).toMatchObject({ kind: 'number', destination: OUTSIDE, status: 'dialing' });
  const called = connect.do === 'connect' ? connect.user : '';
  const dial = await decided(app, called, { carrier: '' });
  expect(dial).toMatchObject({
    ...{ id: reserved?.id, leg: reserved?.id, action: 'dial', callerId: number.number, ringSeconds: 15 },
    routes: { '1': { carrier: 'sandbox', uri: `sip:${OUTSIDE}@192.0.2.1` } },
  });
  await reported([{ callId: dial.id, kind: 'failed', status: 486, carrier: 'sandbox' }]);
  expect(await told(id, 'unconnected', { step: 1 })).toMatchObject({ do: 'record', step: 2 });
  expect(await onlyReceived(trunk.person)).toMatchObject({
    legs: [{ status: 'busy', sipStatus: 486, actualCost: '0.0000' }],
  });
});

test('2 takes a message, also where the plan has no voicemail; no key ends the call', async () => {
  await plan(trunk.person, number.id, [menu, forward(OUTSIDE)]);
  const first = await arrive();
  expect(await told(first.id, 'digit', { digit: '2' })).toMatchObject({ do: 'record', step: 2 });
  const second = await arrive();
  expect(await told(second.id, 'silence')).toEqual({ do: 'hang-up', sound: null });
});

test('a leg that never reached the edge is given up, and nothing is charged', async () => {
  await plan(trunk.person, number.id, [menu, forward(OUTSIDE)]);
  const before = await balanceOf(trunk.person);
  const { id } = await arrive();
  await reported([{ callId: id }]);
  const connect = await told(id, 'digit', { digit: '1' });
  app.clock.advance(61_000);
  const called = connect.do === 'connect' ? connect.user : '';
  expect(await codeOf(await askAgain(called, { carrier: '', callId: 'late' }))).toBe('not_found');
  await reported([{ callId: id, kind: 'ended', answeredAt: app.clock.now() }]);
  app.clock.advance(10_000);
  const [leg] = (await onlyReceived(trunk.person)).legs;
  await inquire(app.deps, leg?.id ?? '');
  expect(await onlyReceived(trunk.person)).toMatchObject({ legs: [{ status: 'failed', actualCost: '0.0000' }] });
  expect(await balanceOf(trunk.person)).toBe(before);
});

test('is for the edge only, about calls that it has, and for sounds of telephones', async () => {
  await plan(trunk.person, number.id, [voicemail]);
  const { id } = await arrive();
  const wrong = 'another-token-of-the-same-kind';
  const body = { happened: 'arrived', step: 0 };
  expect(await codeOf(await asks(id, body, wrong))).toBe('not_signed_in');
  expect(await codeOf(await upload(id, toneWav(1), wrong))).toBe('not_signed_in');
  expect(await codeOf(await asEdge(`/api/sip/machine-calls/${id}/sounds/0`, {}, wrong))).toBe('not_signed_in');
  const nobodys = crypto.randomUUID();
  expect(await codeOf(await asks(nobodys, body))).toBe('not_found');
  expect(await codeOf(await upload(nobodys, toneWav(1)))).toBe('not_found');
  expect(await codeOf(await asEdge(`/api/sip/machine-calls/${nobodys}/sounds/0`))).toBe('not_found');
  expect(await codeOf(await asEdge(`/api/sip/machine-calls/${id}/sounds/7`))).toBe('not_found');
  for (const odd of [{}, { ...body, step: -1 }, { ...body, digit: '12' }, { ...body, happened: 'x' }]) {
    expect(await codeOf(await asks(id, odd))).toBe('validation_failed');
  }
  const others = [
    'no sound',
    new Uint8Array(),
    writeWav({ rate: 16_000, samples: new Int16Array(16_000) }),
    toneWav(1).subarray(0, 30),
  ];
  for (const odd of others) expect(await codeOf(await upload(id, odd))).toBe('unsupported_media_type');
  expect(await codeOf(await upload(id, new Uint8Array(6_000_000)))).toBe('payload_too_large');
  expect(await onlyReceived(trunk.person)).toMatchObject({ recordings: [] });
});
