import { askAsEdge } from '../../sip/as-edge.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { margins, sipReports, trunks } from '../../../db/schema/index.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { formatMoney } from '../../../src/platform/kit/money.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { appForFile, balanceOf, call, credit, expectSoundBooks, makePair } from '../../kit/index.ts';
import { readAnswer, readAs } from '../../kit/read.ts';
import {
  callsOf,
  makeTrunk,
  makeTrunkWithout,
  PROXY_TOKEN,
  SIP_SETTINGS,
  type Trunk,
  trunkFor,
} from '../../sip/trunk.ts';
import { instructMachine } from '../../../src/services/sip/answering-machine/contract.ts';
import { authorizeSipCall } from '../../../src/services/sip/contract.ts';
import { askEdge, decided } from '../../carriers/ring-trunk.ts';
import { bought } from '../numbers/numbers.ts';
import { trunkOf } from '../payments/orders.ts';
import { digestOf } from '../trunks/digest.ts';
import { forward, menu, onlyReceived, plan } from '../voice/incoming.ts';

const OUTSIDE = '+442079460000';

/** The limits that the edge was told, in seconds from then on. */
let told: number[] = [];
let answered = 0;
const edge = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => {
    const [, left] = /^\/limit\/1\/2\/(\d+)$/.exec(new URL(url).pathname) ?? [];
    if (left !== undefined) told.push(Number(left));
    return left === undefined
      ? Response.json({ result: { h_entry: 1, h_id: 2, state: 4, start_ts: answered } })
      : new Response('');
  },
});
const app = await appForFile({
  background: false,
  env: { ...SIP_SETTINGS, SIP_CALL_SECONDS: '600' },
  soundBooks: true,
});
beforeEach(() => {
  told = [];
  answered = Math.floor(app.clock.now().getTime() / 1000);
});
afterAll(() => edge.stop(true));

const ask = ({ credentials }: Trunk, more: object = {}) =>
  askAsEdge(app, '/api/sip/calls', {
    ...{ digest: digestOf(credentials), destination: '447911123456', edge: `http://127.0.0.1:${edge.port}/` },
    ...more,
  });

const report = async (ids: readonly string[], kind: 'answered' | 'ended') => {
  const answeredAt = kind === 'ended' ? new Date(answered * 1000) : null;
  await app.deps.db
    .insert(sipReports)
    .values(ids.map((callId) => ({ callId, kind, at: app.clock.now(), answeredAt, carrier: 'sandbox' })));
  await takeReports(app.deps);
};

async function answeredCall(trunk: Trunk): Promise<string> {
  const { id, seconds } = await readAs(ask(trunk), z.object({ id: z.string(), seconds: z.number() }));
  expect(seconds).toBeLessThanOrEqual(180);
  await report([id], 'answered');
  return id;
}

/** Time passes by ten seconds, with what the program does in it. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at += 10) {
    app.clock.advance(10_000);
    await lookAfterCalls(app.deps);
  }
}

test('a call rang when its edge says so, however late that is read, and counts for its carrier', async () => {
  const counted = () => app.deps.sql<{ rings: string; ring_ms: string }[]>`select rings, ring_ms from route_days`;
  const trunk = await makeTrunkWithout(app, 1000);
  const { id } = await readAs(ask(trunk), z.object({ id: z.string() }));
  const at = (ms: number) => new Date(app.clock.now().getTime() + ms);
  await app.deps.db.insert(sipReports).values([
    { callId: id, kind: 'ringing', at: at(2400), carrier: 'sandbox' },
    { callId: id, kind: 'answered', at: at(9000), carrier: 'sandbox' },
    { callId: id, kind: 'ended', at: at(19_000), answeredAt: at(9000), carrier: 'sandbox' },
  ]);
  await takeReports(app.deps);
  expect([...(await counted())].map(({ rings, ring_ms }) => [Number(rings), Number(ring_ms)])).toEqual([[1, 2400]]);
});

const only = async ({ person }: Trunk) => (await callsOf(person))[0];

test('a call gets more minutes before its own are over, up to the longest that settings allow, and is charged what it lasted', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  const id = await answeredCall(trunk);
  expect(await balanceOf(trunk.person)).toBe('9.70');
  await pass(100);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 6, actualCost: '0.6000' });
  expect(await balanceOf(trunk.person)).toBe('9.40');
  expect(told.at(-1)).toBeWithin(250, 280);
  await pass(450);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 10 });
  await report([id], 'ended');
  expect(await only(trunk)).toMatchObject({ billedMinutes: 10, actualCost: '1.0000', status: 'completed' });
  expect(await balanceOf(trunk.person)).toBe('9.00');
});

test('minutes of the trunk go on first, then credit', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  await app.deps.db.update(trunks).set({ callMinutesIncluded: 5 }).where(eq(trunks.id, trunk.trunkId));
  const id = await answeredCall(trunk);
  await pass(100);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 6, actualCost: '0.1000' });
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 5 });
  await report([id], 'ended');
  expect(await only(trunk)).toMatchObject({ billedMinutes: 2, packageMinutes: 2, actualCost: '0.0000' });
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 2 });
  expect(await balanceOf(trunk.person)).toBe('10.00');
});

test('a payment amid a call lengthens it; without one it ends where its credit does', async () => {
  const trunk = await makeTrunkWithout(app, 35);
  const id = await answeredCall(trunk);
  await pass(140);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 3 });
  expect(await balanceOf(trunk.person)).toBe('0.05');
  await credit(app, trunk.person, '1.00');
  await pass(20);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 6 });
  expect(told.at(-1)).toBeGreaterThan(180);
  await report([id], 'ended');
  expect(await only(trunk)).toMatchObject({ billedMinutes: 3, actualCost: '0.3000' });
  expect(await balanceOf(trunk.person)).toBe('1.05');
});

test('fifty calls on £5 go as far as the credit does, and never below zero', async () => {
  const trunk = await makeTrunk(app, 'enterprise', '1505.00');
  await app.deps.db.update(trunks).set({ callMinutesIncluded: 0 }).where(eq(trunks.id, trunk.trunkId));
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(trunk)));
  const admitted = await Promise.all(
    answers
      .filter(({ status }) => status === 201)
      .map(async (answer) => (await readAs(answer, z.looseObject({ id: z.string() }))).id),
  );
  // Sixteen times three minutes at £0.10, and the last one two: with an hour for each it was one.
  expect(admitted).toHaveLength(17);
  expect(await balanceOf(trunk.person)).toBe('0.00');
  await report(admitted, 'answered');
  await pass(60);
  // Some end early: what they leave lengthens others.
  await report(admitted.slice(0, 5), 'ended');
  await pass(80);
  const lengths = (await callsOf(trunk.person)).map(({ maxMinutes }) => maxMinutes);
  expect(Math.max(...lengths)).toBeGreaterThan(3);
  expect(Number(await balanceOf(trunk.person))).toBeGreaterThanOrEqual(0);
  await pass(30);
  await report(admitted.slice(5), 'ended');
  const calls = await callsOf(trunk.person);
  expect(calls.every(({ endedAt }) => endedAt !== null)).toBe(true);
  const spent = calls.reduce((sum, { actualCost }) => sum + Number(actualCost), 0);
  expect(Number(await balanceOf(trunk.person))).toBeCloseTo(5 - spent);
});

test('the customer sees one charge for a call', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  const id = await answeredCall(trunk);
  await pass(300);
  await report([id], 'ended');
  const seen = await trunk.person.as(`/api/users/${trunk.person.id}/transactions?calls=settled`);
  const charges = (await readAs(seen, z.array(z.looseObject({ type: z.string(), amount: z.string() })))).filter(
    ({ type }) => type === 'voice_charge' || type === 'refund',
  );
  expect(charges).toMatchObject([{ type: 'voice_charge', amount: '0.50' }]);
});

test.each(['by the edge itself', 'by its answering machine'])(
  'a call in that is forwarded %s begins with three minutes, and gets more while it runs',
  async (how) => {
    const { person } = await makeTrunkWithout(app, 10_000);
    const number = await bought(person);
    const isByMachine = how === 'by its answering machine';
    await plan(person, number.id, [...(isByMachine ? [menu] : []), forward(OUTSIDE)]);
    const before = Number(await balanceOf(person));
    const asked = { carrier: 'sandbox', answers: true, edge: `http://127.0.0.1:${edge.port}/` };
    const arrived = await decided(app, number.number, asked);
    const dial = isByMachine ? await connected(arrived.id, asked) : arrived;
    expect(dial).toMatchObject({ action: 'dial', seconds: 180 });
    expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.3);
    await report([arrived.id, dial.leg], 'answered');
    await pass(100);
    expect(await onlyReceived(person)).toMatchObject({ legs: [{ maxMinutes: 6, actualCost: '0.6000' }] });
    expect(told.at(-1)).toBeWithin(250, 280);
    await pass(300);
    await report([arrived.id, dial.leg], 'ended');
    expect(await onlyReceived(person)).toMatchObject({
      legs: [{ status: 'completed', billedMinutes: 7, actualCost: '0.7000' }],
    });
    expect(Number(await balanceOf(person))).toBeCloseTo(before - 0.7);
  },
);

/** The answering machine connects a caller who pressed 1. @returns what its call to the edge gets */
async function connected(id: string, asked: object) {
  await tellMachine(id, { happened: 'arrived', step: 0 });
  const connect = await tellMachine(id, { happened: 'digit', step: 0, digit: '1' });
  // It never cuts the call itself: the edge knows how long it may last.
  expect(connect).toMatchObject({ do: 'connect', seconds: 600 });
  const called = connect.do === 'connect' ? connect.user : '';
  return decided(app, called, { ...asked, carrier: '' });
}

const tellMachine = async (id: string, json: object) =>
  readAnswer(
    await call(app, `/api/sip/machine-calls/${id}`, { json, headers: { authorization: `Bearer ${PROXY_TOKEN}` } }),
    instructMachine,
  );

test('a call that stays inside lasts as long as both who pay for it have credit', async () => {
  const caller = await makeTrunkWithout(app, 25);
  const { person } = await makeTrunkWithout(app, 10_000);
  const number = await bought(person);
  await plan(person, number.id, [forward(OUTSIDE)]);
  const names = { callId: crypto.randomUUID(), edge: `http://127.0.0.1:${edge.port}/` };
  const answer = await ask(caller, { ...names, destination: number.number.slice(1) });
  const { id, inside, routes } = await readAnswer(answer, authorizeSipCall);
  expect({ inside, routes }).toEqual({ inside: number.number, routes: {} });
  const same = { ...names, carrier: '', placed: id, cseq: 2, source: '192.0.2.9:5060' };
  const stranger = { ...same, callId: crypto.randomUUID(), placed: crypto.randomUUID() };
  expect((await askEdge(app, number.number, stranger)).status, 'nobody admitted this one').toBe(404);
  const dial = await decided(app, number.number, same);
  expect(dial).toMatchObject({ action: 'dial', seconds: 120 });
  expect(await decided(app, number.number, same), 'asked twice').toEqual(dial);
  await report([id, dial.id, dial.leg], 'answered');
  await pass(100);
  expect(await onlyReceived(person)).toMatchObject({ legs: [{ maxMinutes: 6 }] });
  expect(told.at(-1)).toBeWithin(10, 40);
  await credit(app, caller.person, '1.00');
  await pass(10);
  expect(told.at(-1)).toBeWithin(170, 200);
  await report([id, dial.id, dial.leg], 'ended');
  expect(await only(caller)).toMatchObject({ billedMinutes: 2, actualCost: '0.2000' });
  expect(await onlyReceived(person)).toMatchObject({ cost: '0.2000', legs: [{ billedMinutes: 2 }] });
});

test('a reseller earns for what a call came to, however often it got longer', async () => {
  const { customer } = await makePair(app);
  await credit(app, customer, '160.00');
  const trunk = await trunkFor(customer, 'basic');
  await app.deps.db.update(trunks).set({ callMinutesIncluded: 0 }).where(eq(trunks.id, trunk.trunkId));
  const id = await answeredCall(trunk);
  await pass(100);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 6, actualCost: '0.6000' });
  const held = await app.deps.db.select().from(margins).where(eq(margins.customerId, customer.id));
  expect(held.map(({ amount }) => formatMoney(amount))).toEqual([expect.stringMatching(/^0\.\d\d$/)]);
  await report([id], 'ended');
  const [ended] = await callsOf(customer);
  expect(ended).toMatchObject({ billedMinutes: 2, actualCost: '0.2000' });
  const [earned] = await app.deps.sql`
    select sum(amount)::text as amount from margin_earnings where customer_id = ${customer.id}`;
  expect(Number(earned?.amount)).toBeGreaterThan(0);
  expect(Number(earned?.amount)).toBeLessThan(0.2);
});

test('a call that goes on into the next day leaves the books and the limits sound', async () => {
  const trunk = await makeTrunkWithout(app, 1000);
  await app.deps.db.update(trunks).set({ callMinutesIncluded: 5 }).where(eq(trunks.id, trunk.trunkId));
  const now = app.clock.now().getTime();
  app.clock.advance(86_400_000 - (now % 86_400_000) - 60_000);
  answered = Math.floor(app.clock.now().getTime() / 1000);
  const id = await answeredCall(trunk);
  await pass(110);
  expect(await only(trunk)).toMatchObject({ maxMinutes: 6 });
  await expectSoundBooks(app);
  await pass(200);
  await expectSoundBooks(app);
  await report([id], 'ended');
});
