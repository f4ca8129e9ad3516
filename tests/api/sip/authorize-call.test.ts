import { askAsEdge } from '../../sip/as-edge.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { routeOrders, sipReports, users, voiceCalls } from '../../../db/schema/index.ts';
import { RING_SECONDS } from '../../../src/carriers/call-flow.ts';
import { keeperOf } from '../../../src/services/voice/trunk/edge.ts';
import { rotateSipCredentials } from '../../../src/services/trunks/contract.ts';
import { takeReports } from '../../../src/services/sip/take-reports.ts';
import { codeOf, expectProblem } from '../../kit/problems.ts';
import { startRedirect } from '../../kit/redirect.ts';
import { callsOf, makeTrunk, makeTrunkWithout, PROXY_TOKEN, REALM, type Trunk } from '../../sip/trunk.ts';
import { bought } from '../numbers/numbers.ts';
import { digestOf } from '../trunks/digest.ts';
import { trunkOf } from '../payments/orders.ts';
import { appForFile, balanceOf, makeDeck, readAnswer, readAs, setLimits, suspend } from '../../kit/index.ts';

/** The answers to the edge, and the changes by its reports; the edge itself is tested in tests/sip. */

let trunk: Trunk;
const app = await appForFile({
  background: false,
  env: {
    SIP_PROXY_TOKEN: PROXY_TOKEN,
    SIP_REALM: REALM,
    SANDBOX_SIP_ROUTE: 'sip:me:pass%40word@192.0.2.1:5080;transport=tls',
    SANDBOX_SIP_PREFIX: '9',
    SANDBOX_BACKUP_SIP_ROUTE: 'sip:192.0.2.2',
  },
  soundBooks: true,
});
beforeEach(async () => {
  trunk = await makeTrunk(app);
});

const allowedCall = z.object({
  id: z.string(),
  seconds: z.number(),
  callerId: z.string(),
  routes: z.record(z.string(), z.unknown()),
});

const ask = (more: object = {}, token?: string) => {
  const asked = { digest: digestOf(trunk.credentials), destination: '447911123456', ...more };
  return askAsEdge(app, '/api/sip/calls', asked, token);
};

const allowed = (more: object = {}): Promise<z.infer<typeof allowedCall>> => readAs(ask(more), allowedCall);

const report = (callId: string, more: Partial<typeof sipReports.$inferInsert>) =>
  app.deps.db.insert(sipReports).values({ callId, kind: 'ended', at: app.clock.now(), ...more });

test('nobody asks what became of a call while it may still ring', async () => {
  const { id } = await allowed();
  const [stored] = await app.deps.db.select({ dueAt: voiceCalls.dueAt }).from(voiceCalls).where(eq(voiceCalls.id, id));
  const wait = (stored?.dueAt?.getTime() ?? 0) - app.clock.now().getTime();
  expect(wait).toBeGreaterThan(RING_SECONDS * 1000);
  expect(wait).toBeLessThan(2 * RING_SECONDS * 1000);
});

test('takes the carriers whose price ours covers, the cheapest first, and refuses what all of them ask more for', async () => {
  const decks = await Promise.all([
    makeDeck(app, 'voice', [{ prefix: '44', rate: '0.0600' }], { carrier: 'sandbox' }),
    makeDeck(
      app,
      'voice',
      [
        { prefix: '44', rate: '0.0500' },
        { prefix: '33', rate: '0.5000' },
      ],
      { carrier: 'sandbox-backup' },
    ),
  ]);
  const { sql, db } = app.deps;
  await db.insert(routeOrders).values({ service: 'voice', by: 'cheapest', changedAt: app.clock.now() });
  try {
    const { id, routes } = await allowed();
    expect(routes).toMatchObject({ 1: { carrier: 'sandbox-backup' }, 2: { carrier: 'sandbox' } });
    // The first refuses, the second takes it: that one's route is kept, and its result counts.
    await report(id, { kind: 'ended', carrier: 'sandbox', answeredAt: app.clock.now() });
    await takeReports(app.deps);
    const [kept] = await sql`
      select provider, route_by, route_rate, route_prefix from voice_calls where id = ${id}`;
    expect(kept).toEqual({
      ...{ provider: 'sandbox', route_by: 'cheapest', route_rate: '0.0600', route_prefix: '44' },
    });
    const outcomes = await sql`
      select 1 from route_outcomes where carrier = 'sandbox' and service = 'voice' and prefix = '44'`;
    expect(outcomes).toHaveLength(1);
    expect(await codeOf(await ask({ destination: '33612345678' }))).toBe('destination_not_sold');
    await sql`update rate_rows set rate = 0.2000 where rate = 0.0600`;
    expect(Object.keys((await allowed()).routes)).toEqual(['1']);
  } finally {
    await sql`delete from rate_rows where deck_id = any(${decks})`;
    await db.delete(routeOrders);
  }
});

test('names the way to each carrier, for as long as package and credit cover', async () => {
  expect(await allowed()).toMatchObject({
    // The first minutes; it gets more while it runs.
    seconds: 180,
    callerId: 'anonymous',
    routes: {
      1: { carrier: 'sandbox', uri: 'sip:9447911123456@192.0.2.1:5080;transport=tls', user: 'me', secret: 'pass@word' },
      2: { carrier: 'sandbox-backup', uri: 'sip:+447911123456@192.0.2.2', user: '', secret: '' },
    },
  });
  await app.deps.db.update(users).set({ callsAtOnce: 0 }).where(eq(users.id, trunk.person.id));
  // The most calls of a screen do not count: a trunk has its channels.
  await allowed();
  expect(await codeOf(await ask())).toBe('too_many_calls');
});

test('a call with little credit is told its own limit, not that of the settings', async () => {
  // Two minutes at £0.10, and not a third.
  trunk = await makeTrunkWithout(app, 23);
  const { id, seconds } = await allowed();
  expect(seconds).toBe(120);
  expect(await balanceOf(trunk.person)).toBe('0.03');
  // A call that lasted longer at its carrier is charged no more than that.
  const answeredAt = app.clock.now();
  await report(id, { at: new Date(answeredAt.getTime() + 125_000), answeredAt, carrier: 'sandbox' });
  await takeReports(app.deps);
  expect((await callsOf(trunk.person))[0]).toMatchObject({ actualCost: '0.2000', billedMinutes: 2 });
  expect(await codeOf(await ask())).toBe('insufficient_credits');
});

test('an INVITE that is asked about again is the same call, until it has ended', async () => {
  const callId = crypto.randomUUID();
  const [first, same] = await Promise.all([allowed({ callId }), allowed({ callId })]);
  expect(same.id).toBe(first.id);
  expect((await allowed({ callId })).id).toBe(first.id);
  expect(await callsOf(trunk.person)).toHaveLength(1);
  await report(first.id, { kind: 'failed', status: 486 });
  await takeReports(app.deps);
  expect(await codeOf(await ask({ callId }))).toBe('already_processed');
});

test('an INVITE with the names of a running call and anything else of its own is refused, and costs nothing', async () => {
  const callId = crypto.randomUUID();
  const first = await allowed({ callId });
  const other = await makeTrunk(app);
  const attempts = [
    { destination: '442079460000' },
    { destination: '5352345678' },
    { branch: 'z9hG4bKb' },
    { edge: 'http://127.0.0.1:5058/' },
    { digest: digestOf(other.credentials) },
    ...Array.from({ length: 20 }, (_, place) => ({ branch: `z9hG4bK${place}` })),
  ];
  const answers = await Promise.all(attempts.map((more) => ask({ callId, ...more })));
  expect(await Promise.all(answers.map(codeOf))).toEqual(attempts.map(() => 'already_processed'));
  expect((await callsOf(trunk.person)).map(({ id }) => id)).toEqual([first.id]);
  expect(await callsOf(other.person)).toEqual([]);
  // Once it has been answered nobody asks about its INVITE again.
  await report(first.id, { kind: 'answered', carrier: 'sandbox' });
  await takeReports(app.deps);
  expect(await codeOf(await ask({ callId }))).toBe('already_processed');
});

test('one of 20 INVITEs with the same names at once goes out', async () => {
  const big = await makeTrunk(app, 'enterprise');
  const callId = crypto.randomUUID();
  const digest = digestOf(big.credentials);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => ask({ callId, digest, branch: `z9hG4bK${place}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect(await callsOf(big.person)).toHaveLength(1);
});

test.each([
  ['the whole balance', { pence: 30 }, 'insufficient_credits', '0.00'],
  ['the balance but a penny', { pence: 31 }, 'insufficient_credits', '0.01'],
  ['the last channel', { running: 1 }, 'too_many_calls', '4.40'],
  ['all that the day allows', { dailyLimit: '0.30' }, 'spend_limit_reached', '4.70'],
] as const)('one of three calls that begin at once takes %s', async (_what, given, refusal, balance) => {
  const { pence, running, dailyLimit } = { pence: 500, running: 0, dailyLimit: null, ...given };
  trunk = await makeTrunkWithout(app, pence);
  await setLimits(trunk.person, { dailyLimit });
  for (let call = 0; call < running; call++) await allowed();
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(await Promise.all(refused.map(codeOf))).toEqual([refusal, refusal]);
  expect(await balanceOf(trunk.person)).toBe(balance);
  expect(await callsOf(trunk.person)).toHaveLength(running + 1);
});

test('shows a number that the account has, and no other', async () => {
  const { number } = await bought(trunk.person);
  const other = await makeTrunk(app);
  const theirs = await bought(other.person);
  const shown = async (callerId: string) => {
    const answer = await allowed({ callerId });
    await report(answer.id, { kind: 'failed', status: 487 });
    await takeReports(app.deps);
    return answer.callerId;
  };
  expect(await shown(number.slice(1))).toBe(number);
  expect(await shown(number.replace('+', '00'))).toBe(number);
  expect(await shown(theirs.number)).toBe(number);
  expect(await shown('')).toBe(number);
});

test.each([
  ['in Britain', null, '07911 123456', '+447911123456'],
  ['in Britain', null, '00 1 212 555 0123', '+12125550123'],
  ['in Britain', null, '447911123456', '+447911123456'],
  ['in Britain', null, '+447911123456', '+447911123456'],
  ['in America', '+12125550100', '011 44 7911 123456', '+447911123456'],
  ['in America', '+12125550100', '(212) 555-0123', '+12125550123'],
  ['in America', '+12125550100', '12125550123', '+12125550123'],
  ['in Germany', '+493012345678', '030 901820', '+4930901820'],
])('%s, with the number %s, %s is %s', async (_where, own, dialled, expected) => {
  await app.deps.db.update(users).set({ defaultCallerId: own }).where(eq(users.id, trunk.person.id));
  await allowed({ destination: dialled.replaceAll(/[^\d+]/g, '') });
  expect((await callsOf(trunk.person))[0]?.destination).toBe(expected);
});

test('reports are applied once, in whatever order and however many look', async () => {
  const { id } = await allowed();
  const answeredAt = app.clock.now();
  const at = new Date(answeredAt.getTime() + 61_000);
  await report(id, { at, answeredAt, carrier: 'sandbox' });
  await report(id, { kind: 'answered', at: answeredAt, carrier: 'sandbox' });
  await report(id, { at, answeredAt, carrier: 'sandbox' });
  await Promise.all([takeReports(app.deps), takeReports(app.deps)]);
  expect((await callsOf(trunk.person))[0]).toMatchObject({
    status: 'completed',
    answeredAt: answeredAt.toISOString(),
    duration: 61,
    billedMinutes: 2,
    packageMinutes: 2,
    provider: 'sandbox',
  });
  expect(await trunkOf(trunk.person, trunk.trunkId)).toMatchObject({ minutesUsed: 2 });
  expect(await app.deps.db.select().from(sipReports)).toEqual([]);
});

test('reports of what is no call of a trunk change nothing', async () => {
  await report('not an id', {});
  await report(crypto.randomUUID(), {});
  await takeReports(app.deps);
  expect(await app.deps.db.select().from(sipReports)).toEqual([]);
});

test('refuses callers other than the edge, a wrong digest, and a suspended account', async () => {
  expect((await ask({}, 'another-token-altogether')).status).toBe(401);
  const digest = digestOf({ ...trunk.credentials, secret: 'guessed' });
  expect(await codeOf(await ask({ digest }))).toBe('bad_signature');
  expect((await ask({ destination: 'nobody' })).status).toBe(422);
  expect(await codeOf(await ask({ destination: '+881612345678' }))).toBe('destination_closed');
  await suspend(app, trunk.person);
  expect(await codeOf(await ask())).toBe('account_suspended');
  expect(await app.deps.db.select().from(voiceCalls).where(eq(voiceCalls.userId, trunk.person.id))).toEqual([]);
});

test('an edge that sends us elsewhere gets our token and nobody there does', async () => {
  const redirect = startRedirect();
  try {
    const { id } = await allowed({ edge: redirect.url });
    const [call] = await app.deps.db.select().from(voiceCalls).where(eq(voiceCalls.id, id));
    if (!call) throw new Error('there is no such call');
    const keeper = await keeperOf(app.deps, call);
    await expect(keeper?.hangUp('')).rejects.toBeInstanceOf(Error);
    expect(redirect.asked[0]?.authorization).toBe(`Bearer ${PROXY_TOKEN}`);
    expect(redirect.followed).toEqual([]);
  } finally {
    await redirect.stop();
  }
});

test('begins no more calls in a second than its owner wants, or than the operator allows', async () => {
  const { person, trunkId } = trunk;
  const want = (callsASecond: number | null) =>
    person.as(`/api/users/${person.id}/voice-packages/${trunkId}`, { method: 'PUT', json: { callsASecond } });
  expect(await trunkOf(person, trunkId)).toMatchObject({ callsASecond: 50, mostCallsASecond: 50 });
  await expectProblem(await want(51), 'validation_failed');
  await expectProblem(await want(0), 'validation_failed');
  expect(await (await want(1)).json()).toMatchObject({ callsASecond: 1 });
  const first = { callId: crypto.randomUUID() };
  await allowed(first);
  const refused = await ask();
  expect(refused.headers.get('retry-after')).toBe('1');
  await expectProblem(refused, 'rate_limited');
  // The same INVITE once more is no other call.
  await allowed(first);
  const other = await makeTrunk(app);
  await allowed({ digest: digestOf(other.credentials) });
  app.clock.advance(1001);
  await allowed();
});

test('shows how the sound arrived, said before its end or after it, and nothing that is no measurement', async () => {
  const { id } = await allowed();
  const quality = { mos: 4.2, lost: 1, jitter: 12, roundTripUs: 48_400 };
  await report(id, { kind: 'sound', quality: { ...quality, mos: '<b>' } });
  await report(id, { answeredAt: app.clock.now() });
  await takeReports(app.deps);
  const shown = async () => (await callsOf(trunk.person))[0]?.quality;
  expect(await shown()).toBeNull();
  await report(id, { kind: 'sound', quality });
  await takeReports(app.deps);
  expect(await shown()).toEqual({ mos: 4.2, lost: 1, jitter: 12, roundTrip: 48 });
});

test('by what is kept nobody calls with a secret that was changed, or by carriers in another order', async () => {
  trunk = await makeTrunk(app, 'enterprise');
  const first = async () => Object(Object((await allowed()).routes)['1']).carrier as unknown;
  expect([await first(), await first()]).toEqual(['sandbox', 'sandbox']);
  await app.deps.sql`insert into provider_state (id, active, changed_at) values (1, 'sandbox-backup', now())
    on conflict (id) do update set active = excluded.active`;
  expect([await first(), await first()]).toEqual(['sandbox-backup', 'sandbox-backup']);
  await app.deps.sql`update provider_state set active = 'sandbox'`;
  const { person, trunkId } = trunk;
  const path = `/api/users/${person.id}/voice-packages/${trunkId}/credentials`;
  const rotated = await person.withCookie(path, { method: 'POST' });
  expect(await codeOf(await ask())).toBe('bad_signature');
  trunk = { ...trunk, credentials: await readAnswer(rotated, rotateSipCredentials) };
  expect([await first(), await first()]).toEqual(['sandbox', 'sandbox']);
});
