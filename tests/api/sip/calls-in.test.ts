import { askAsEdge } from '../../sip/as-edge.ts';
import { eq } from 'drizzle-orm';
import { sipLocation, sipReports, trunkCalls, trunks } from '../../../db/schema/index.ts';
import type { AnswerPlan } from '../../../src/services/numbers/answer-contract.ts';
import { listSipCarriers } from '../../../src/services/sip/carriers/contract.ts';
import { receiveSipCall } from '../../../src/services/sip/incoming/contract.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { appForFile, balanceOf, call, codeOf, expectProblem, readAnswer, suspend } from '../../kit/index.ts';
import { makeTrunk, makeTrunkWithout, PROXY_TOKEN, SIP_SETTINGS, type Trunk } from '../../sip/trunk.ts';
import { bought } from '../numbers/numbers.ts';
import { always, CALLER, forward, menu, onlyReceived, plan, received, voicemail } from '../voice/incoming.ts';

/**
 * The answers to the edge when a carrier leads a call in to a number; the edge itself is tested in tests/sip.
 */

let trunk: Trunk;
let number: Awaited<ReturnType<typeof bought>>;
const app = await appForFile({
  background: false,
  env: {
    ...SIP_SETTINGS,
    SIP_CALL_SECONDS: '1800',
    SANDBOX_BACKUP_SIP_ROUTE: 'sip:me:s%2Fcret@192.0.2.2:5080;transport=tcp',
    SANDBOX_BACKUP_SIP_REGISTER: 'on',
    SANDBOX_SIP_ADDRESSES: '192.0.2.10, 198.51.100.0/28, 2001:db8::1',
  },
  soundBooks: true,
});
beforeEach(async () => {
  trunk = await makeTrunk(app);
  number = await bought(trunk.person);
});

const ringTrunk = (trunkId = trunk.trunkId): AnswerPlan['steps'][number] =>
  always({ kind: 'trunk' as const, trunkId, ring: 'together' as const, ringSeconds: 20 });

/** A telephone registers with the trunk, as the edge writes it. */
const register = () =>
  app.deps.db.insert(sipLocation).values({
    ruid: crypto.randomUUID(),
    username: trunk.credentials.username,
    contact: 'sip:desk@192.0.2.7',
    expires: new Date(app.clock.now().getTime() + 600_000),
  });

const ask = (more: object = {}, token?: string) => {
  const asked = { carrier: 'sandbox', called: number.number.slice(1), caller: CALLER.slice(1), cseq: 1 };
  return askAsEdge(app, '/api/sip/incoming-calls', { ...asked, source: '192.0.2.10:5060', ...more }, token);
};

const decided = (more: object = {}) => readAnswer(ask(more), receiveSipCall);

test('rings the trunk where something is registered, for as long as the step and the settings say', async () => {
  await plan(trunk.person, number.id, [ringTrunk()]);
  await register();
  expect(await decided()).toMatchObject({
    ...{ step: 0, action: 'ring', username: trunk.credentials.username, callerId: CALLER },
    ...{ ringSeconds: 20, seconds: 1800, leg: '', routes: {} },
  });
  expect(await onlyReceived(trunk.person)).toMatchObject({ from: CALLER, outcome: 'ringing' });
});

test('forwards where nothing is registered, after what the edge has no voice for; asked twice, it sets aside once', async () => {
  await plan(trunk.person, number.id, [ringTrunk(), menu, voicemail, forward('+442079460000', 15)]);
  const dialog = { callId: crypto.randomUUID() };
  const first = await decided(dialog);
  expect(first).toMatchObject({
    ...{ step: 3, action: 'dial', callerId: number.number, ringSeconds: 15 },
    routes: { '1': { carrier: 'sandbox', uri: 'sip:+442079460000@192.0.2.1' } },
  });
  expect(await decided(dialog)).toEqual(first);
  const { legs } = await onlyReceived(trunk.person);
  expect(legs).toMatchObject([{ id: first.leg, status: 'dialing' }]);
  // Whoever it was forwarded to did not answer, and this was the last step.
  expect(await decided({ ...dialog, after: 3 })).toMatchObject({ step: 4, action: 'refuse' });
  const { db } = app.deps;
  const at = app.clock.now();
  await db.insert(sipReports).values([
    { callId: first.leg, kind: 'failed', at, status: 480, carrier: 'sandbox' },
    { callId: first.id, kind: 'failed', at, status: 486, carrier: null },
  ]);
  await takeReports(app.deps);
  expect(await onlyReceived(trunk.person)).toMatchObject({
    outcome: 'missed',
    legs: [{ status: 'no-answer', actualCost: '0.0000' }],
  });
});

test('an INVITE with the names of a running call and anything else of its own is refused', async () => {
  await plan(trunk.person, number.id, [forward('+442079460000', 15)]);
  const other = await makeTrunk(app);
  const theirs = await bought(other.person);
  const dialog = { callId: crypto.randomUUID() };
  const { id } = await decided(dialog);
  for (const more of [
    { called: theirs.number.slice(1) },
    { branch: 'z9hG4bKb' },
    { carrier: 'sandbox-backup' },
    { edge: 'http://127.0.0.1:5058/' },
  ]) {
    expect(await codeOf(await ask({ ...dialog, ...more }))).toBe('already_processed');
  }
  expect(await onlyReceived(trunk.person)).toMatchObject({ id, legs: [{ status: 'dialing' }] });
  expect(await received(other.person)).toEqual([]);
});

test('a forwarding with little credit is told its own limit, not that of the settings', async () => {
  const price = Math.round(Number(number.monthlyPrice) * 100);
  trunk = await makeTrunkWithout(app, price + 23);
  number = await bought(trunk.person);
  await plan(trunk.person, number.id, [forward('+442079460000')]);
  expect(await decided()).toMatchObject({ action: 'dial', seconds: 120 });
});

test('charges the leg by its own seconds, and nothing for the call', async () => {
  await plan(trunk.person, number.id, [forward('+442079460000')], { mailCalls: true });
  const before = await balanceOf(trunk.person);
  const { id, leg } = await decided();
  const at = app.clock.now();
  const later = new Date(at.getTime() + 61_000);
  await app.deps.db.insert(sipReports).values(
    [id, leg].flatMap((callId) => [
      { callId, kind: 'answered' as const, at, carrier: 'sandbox' },
      { callId, kind: 'ended' as const, at: later, answeredAt: at, carrier: 'sandbox' },
    ]),
  );
  await takeReports(app.deps);
  expect(await onlyReceived(trunk.person)).toMatchObject({
    ...{ outcome: 'answered', duration: 61, cost: '0.0000' },
    legs: [{ status: 'completed', duration: 61, billedMinutes: 2, packageMinutes: 2 }],
  });
  expect(await balanceOf(trunk.person)).toBe(before);
  // The reports of the call are older than those of its leg; still nobody is told that it was missed.
  const missed = await app.deps.sql`
    select kind from mails where user_id = ${trunk.person.id} and kind = 'call_missed'`;
  expect(missed).toHaveLength(0);
});

test('refuses blocked callers and suspended accounts, and leaves out a trunk that has expired', async () => {
  await register();
  await plan(trunk.person, number.id, [ringTrunk()]);
  const path = `/api/users/${trunk.person.id}/blocked-callers`;
  await trunk.person.as(path, { method: 'POST', json: { number: CALLER } });
  expect(await decided()).toMatchObject({ action: 'refuse' });
  expect(await onlyReceived(trunk.person)).toMatchObject({ outcome: 'blocked' });
  const caller = '447911000002';
  expect(await decided({ caller })).toMatchObject({ action: 'ring' });
  await app.deps.db.update(trunks).set({ expiresAt: app.clock.now() }).where(eq(trunks.id, trunk.trunkId));
  expect(await decided({ caller })).toMatchObject({ action: 'refuse' });
  await app.deps.db
    .update(trunks)
    .set({ expiresAt: new Date(app.clock.now().getTime() + 1000) })
    .where(eq(trunks.id, trunk.trunkId));
  expect(await decided({ caller })).toMatchObject({ action: 'ring' });
  await suspend(app, trunk.person);
  expect(await decided({ caller })).toMatchObject({ action: 'refuse' });
});

test('a call in takes a channel of the trunk until it has ended', async () => {
  await register();
  await plan(trunk.person, number.id, [ringTrunk()]);
  const first = await decided();
  expect(await decided()).toMatchObject({ action: 'ring' });
  // The plan has two channels.
  expect(await decided()).toMatchObject({ action: 'refuse' });
  await app.deps.db.insert(sipReports).values({ callId: first.id, kind: 'failed', at: app.clock.now(), status: 487 });
  await takeReports(app.deps);
  expect(await decided()).toMatchObject({ action: 'ring' });
  const held = await app.deps.db.select().from(trunkCalls).where(eq(trunkCalls.callId, first.id));
  expect(held).toMatchObject([{ trunkId: trunk.trunkId, source: '192.0.2.10:5060' }]);
});

test('a call that its owner hung up goes on nowhere', async () => {
  await register();
  await plan(trunk.person, number.id, [ringTrunk(), forward('+442079460000')]);
  const dialog = { callId: crypto.randomUUID() };
  const { id } = await decided(dialog);
  const ended = await trunk.person.as(`/api/users/${trunk.person.id}/voice/${id}/hang-up`, { method: 'POST' });
  expect(ended.status).toBe(200);
  expect(await decided({ ...dialog, after: 0 })).toMatchObject({ action: 'refuse' });
  expect(await onlyReceived(trunk.person)).toMatchObject({ legs: [] });
});

test('is for the edge only, from known carriers, to numbers that somebody has', async () => {
  expect(await codeOf(await ask({}, 'another-token-of-the-same-kind'))).toBe('not_signed_in');
  expect(await codeOf(await ask({ carrier: 'nobody' }))).toBe('not_found');
  expect(await codeOf(await ask({ called: '442079469998' }))).toBe('not_found');
  expect(await received(trunk.person)).toEqual([]);
});

test('a plan rings no trunk of somebody else', async () => {
  const other = await makeTrunk(app);
  const response = await trunk.person.as(`/api/users/${trunk.person.id}/did-numbers/${number.id}`, {
    put: { answerPlan: { timeZone: 'UTC', steps: [voicemail, ringTrunk(other.trunkId)] } },
  });
  const { errors } = await expectProblem(response, 'validation_failed');
  expect(errors).toMatchObject([{ path: 'answerPlan.steps.1.trunkId' }]);
});

test('edges learn the carriers and their networks, with the token', async () => {
  const learn = (token: string) => call(app, '/api/sip/carriers', { headers: { authorization: `Bearer ${token}` } });
  expect(await codeOf(await learn('another-token-of-the-same-kind'))).toBe('not_signed_in');
  const { carriers } = await readAnswer(await learn(PROXY_TOKEN), listSipCarriers);
  expect(carriers).toEqual({
    '1': {
      ...{ name: 'sandbox', networks: '192.0.2.10/32,198.51.100.0/28,2001:db8::1/128' },
      ...{ uri: 'sip:192.0.2.1', registrar: '', user: '', secret: '' },
    },
    '2': {
      ...{ name: 'sandbox-backup', networks: '', uri: 'sip:192.0.2.2:5080;transport=tcp' },
      ...{ registrar: 'sip:me@192.0.2.2:5080;transport=tcp', user: 'me', secret: 's/cret' },
    },
  });
});
