import { type CallLeg, type VoiceCall, voiceCall } from '../../../src/services/voice/contract.ts';
import { connectLeg } from '../../../src/services/voice/running/connect-leg.ts';
import { lookAfterCalls } from '../../../src/services/voice/background.ts';
import { expectProblem, balanceOf, funded, makeAdmin, type TestActor } from '../../kit/index.ts';
import {
  giveTrunk,
  newDestination,
  order,
  orderCall,
  pass,
  passToAnswer,
  readCall,
  settle,
  startVoiceApp,
  atCarrier,
  hangUp,
} from './calls.ts';
import { sendSandboxNews } from './news.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { endWithSoundBooks, forFile, inTurn, makeDeck, readAs, sellBy, setLimits } from '../../kit/index.ts';

/* A minute to Britain costs £0.10, one to Latvia £0.30. */
const LATVIAN = '+37167000000';
let person: TestActor;
const app = await forFile(startVoiceApp());
endWithSoundBooks(app);
const deck = await makeDeck(app, 'voice', [
  { prefix: '44', rate: '0.1000' },
  { prefix: '371', rate: '0.3000' },
]);
await sellBy(app, 'voice', deck);
beforeEach(async () => {
  person = await funded(app, '100.00');
});

const to = (forwardingNumber: string) => ({ pbxFeatures: { callForwarding: true, forwardingNumber } });
const forwarded = () => order(person, to(LATVIAN));

function legOf({ legs: [leg, ...others] }: VoiceCall): CallLeg {
  expect(others).toEqual([]);
  if (!leg) throw new Error('a call without a leg');
  return leg;
}

test('a forwarded call is two calls, each charged by its own destination and its own length', async () => {
  const numbers = new URLSearchParams({ destination: '+447911123456', forwardTo: LATVIAN });
  const quote = await person.as(`/api/users/${person.id}/voice/quote?${numbers.toString()}`);
  expect(await quote.json()).toMatchObject({ leg: { ratePerMinute: '0.3000', connectionFee: '0.0000' } });
  const ordered = await forwarded();
  expect(ordered).toMatchObject({ cost: '6.0000', maxMinutes: 60 });
  const set = legOf(ordered);
  expect(set).toMatchObject({ destination: LATVIAN, status: 'queued', cost: '18.0000', ratePerMinute: '0.3000' });
  expect(await balanceOf(person), 'both are set aside before anything rings').toBe('76.00');
  await passToAnswer(app);
  expect(legOf(await readCall(person, ordered.id)).status).toBe('dialing');
  await passToAnswer(app);
  expect(legOf(await readCall(person, ordered.id)).status).toBe('in-progress');
  const leg = await atCarrier(app, set.id);
  app.clock.advance(30_000);
  expect((await sendSandboxNews(app, [{ ...leg, state: 'ended', end: 'completed', seconds: 30 }])).status).toBe(204);
  expect(await balanceOf(person), 'the leg is settled while the call goes on').toBe('93.70');
  await pass(app, 61);
  const ended = await readCall(person, ordered.id);
  expect(ended).toMatchObject({ status: 'completed', duration: 90, actualCost: '0.2000' });
  expect(legOf(ended)).toMatchObject({ status: 'completed', duration: 30, billedMinutes: 1, actualCost: '0.3000' });
  expect(await balanceOf(person)).toBe('99.50');
  const listed = await readAs(person.as(`/api/users/${person.id}/voice`), voiceCall.array());
  expect(listed, 'one line, with its leg inside').toMatchObject([{ id: ordered.id, legs: [{ id: set.id }] }]);
  expect((await person.as(`/api/users/${person.id}/voice/${set.id}`)).status).toBe(404);
  const path = `/api/users/${person.id}/transactions?calls=settled`;
  const charges = await readAs(person.as(path), transaction.array());
  expect(charges.map(({ description, amount }) => `${description}: ${amount}`)).toContain(
    `Forwarded call to ${LATVIAN}, 1 min: 0.30`,
  );
});

test('the end of the call ends its leg, and one that was never led on to is given back', async () => {
  const connected = await forwarded();
  await passToAnswer(app);
  await passToAnswer(app);
  expect((await hangUp(person, connected.id)).status).toBe(200);
  await settle(app);
  const both = await readCall(person, connected.id);
  expect([both.status, legOf(both).status]).toEqual(['completed', 'completed']);
  expect([both.actualCost, legOf(both).actualCost]).toEqual(['0.1000', '0.3000']);

  const waiting = await forwarded();
  expect((await hangUp(person, waiting.id)).status).toBe(200);
  const cancelled = await readCall(person, waiting.id);
  expect([cancelled.status, legOf(cancelled).status]).toEqual(['cancelled', 'cancelled']);
  // A menu on which nobody presses a key leads on to nothing.
  const menu = await order(person, { ...to(LATVIAN), ivrEnabled: true });
  await passToAnswer(app);
  await pass(app, 91);
  const unled = await readCall(person, menu.id);
  expect([unled.actualCost, legOf(unled).status, legOf(unled).actualCost]).toEqual(['0.2000', 'cancelled', '0.0000']);
  expect(await balanceOf(person)).toBe('99.40');
});

test('news of both ends at once, twice and late settles each of them once', async () => {
  const ordered = await forwarded();
  await passToAnswer(app);
  await passToAnswer(app);
  const [call, leg] = [await atCarrier(app, ordered.id), await atCarrier(app, legOf(ordered).id)];
  const endOf = (at: typeof call, seconds: number) => () =>
    sendSandboxNews(app, [{ ...at, state: 'ended', end: 'completed', seconds }]);
  const answers = await inTurn(app, (sql) => sql`select from voice_calls where id = ${ordered.id} for update`, [
    endOf(leg, 61),
    endOf(call, 62),
    endOf(leg, 61),
    endOf(call, 62),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  await endOf(leg, 3000)();
  const ended = await readCall(person, ordered.id);
  expect([ended.actualCost, legOf(ended).actualCost]).toEqual(['0.2000', '0.6000']);
  expect(await balanceOf(person)).toBe('99.20');
  // A leg that has its own row must not wait for the call's, which waits for the leg's.
  const third = await forwarded();
  await passToAnswer(app);
  await passToAnswer(app);
  const [thirdCall, thirdLeg] = [await atCarrier(app, third.id), await atCarrier(app, legOf(third).id)];
  const inOrder = await inTurn(app, (sql) => sql`select from voice_calls where id = ${thirdLeg.reference} for update`, [
    endOf(thirdLeg, 1),
    endOf(thirdCall, 1),
  ]);
  expect(inOrder.map(({ status }) => status)).toEqual([204, 204]);
  expect(await balanceOf(person)).toBe('98.80');
  // The news of the call comes first, that of its leg a moment later.
  const second = await forwarded();
  await passToAnswer(app);
  await passToAnswer(app);
  await endOf(await atCarrier(app, second.id), 20)();
  expect(legOf(await readCall(person, second.id)).endedAt).toBeNull();
  await endOf(await atCarrier(app, legOf(second).id), 10)();
  expect(legOf(await readCall(person, second.id))).toMatchObject({ status: 'completed', actualCost: '0.3000' });
  expect(await balanceOf(person)).toBe('98.40');
});

test('whoever waits for a leg has its call already, so that two never wait for each other', async () => {
  const ordered = await forwarded();
  await passToAnswer(app);
  const leg = await atCarrier(app, legOf(ordered).id);
  const ways: (() => Promise<unknown>)[] = [
    () => connectLeg(app.deps, leg.reference),
    () => sendSandboxNews(app, [{ ...leg, state: 'ended', end: 'completed', seconds: 5 }]),
  ];
  for (const way of ways) {
    await inTurn(
      app,
      (sql) => sql`select from voice_calls where id = ${leg.reference} for update`,
      [way],
      async (sql) => {
        const free = await sql`select from voice_calls where id = ${ordered.id} for update skip locked`;
        expect(free, 'the end of the call would wait for the leg, and the leg for the call').toHaveLength(0);
      },
    );
  }
  expect(legOf(await readCall(person, ordered.id)).actualCost).toBe('0.3000');
});

test('a leg whose news is lost is asked about after the end of the call, and hung up', async () => {
  const ordered = await forwarded();
  await passToAnswer(app);
  await app.deps.sql`update sandbox_calls set tell_at = null where reference = ${legOf(ordered).id}`;
  await pass(app, 10);
  const call = await atCarrier(app, ordered.id);
  await sendSandboxNews(app, [{ ...call, state: 'ended', end: 'completed', seconds: 10 }]);
  app.clock.advance(6000);
  await lookAfterCalls(app.deps);
  app.clock.advance(6000);
  await lookAfterCalls(app.deps);
  const leg = legOf(await readCall(person, ordered.id));
  expect(leg.status).toBe('completed');
  expect(leg.duration).toBeWithin(1, 30);
});

test('a process that dies between the answer and the leg leaves money for nothing that did not ring', async () => {
  const ordered = await forwarded();
  await passToAnswer(app);
  // It was marked, and then the process was killed: the carrier never called the number.
  await app.deps.sql`delete from sandbox_calls where reference = ${legOf(ordered).id}`;
  await pass(app, 91);
  await pass(app, 6);
  const ended = await readCall(person, ordered.id);
  expect([ended.status, legOf(ended).status]).toEqual(['completed', 'failed']);
  expect(await balanceOf(person)).toBe('99.80');
});

test('an order is refused where money, a limit, a closed destination or the prices do not cover its leg', async () => {
  const poor = await funded(app, '0.39');
  await expectProblem(await orderCall(poor, to(LATVIAN)), 'insufficient_credits');
  expect(await order(await funded(app, '0.80'), to(LATVIAN))).toMatchObject({
    ...{ maxMinutes: 2, cost: '0.2000' },
    legs: [{ maxMinutes: 2, cost: '0.6000' }],
  });
  await setLimits(person, { countries: { '+371': '0.29' } });
  await expectProblem(await orderCall(person, to(LATVIAN)), 'spend_limit_reached');
  await expectProblem(await orderCall(person, to('+33612345678')), 'destination_not_sold');
});

test('many forwarded calls at once never take more than there is', async () => {
  const poor = await funded(app, '49.00');
  const answers = await Promise.all(Array.from({ length: 6 }, () => orderCall(poor, to(LATVIAN))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 402, 402, 402]);
  expect(await balanceOf(poor)).toBe('0.20');
});

test('a destination that is closed between the order and the answer does not ring', async () => {
  const ordered = await forwarded();
  const closed = app.deps.config.allowances.closedCountries;
  app.deps.config.allowances.closedCountries = {
    ...closed,
    ...{ calls: [...closed.calls, 'LV'], callsByFlatPrice: false },
  };
  try {
    await passToAnswer(app);
    expect(legOf(await readCall(person, ordered.id))).toMatchObject({ status: 'failed', actualCost: '0.0000' });
    expect((await atCarrier(app, legOf(ordered).id)).id).toBe('');
  } finally {
    app.deps.config.allowances.closedCountries = closed;
  }
  await pass(app, 91);
  expect(await balanceOf(person)).toBe('99.80');
});

test('minutes of a package pay for the leg too, once the call has its own', async () => {
  const rich = await funded(app, '10.00');
  await giveTrunk(app, rich, 3, app.clock.now());
  const british = newDestination();
  const ordered = await order(rich, to(british));
  await passToAnswer(app);
  await pass(app, 91);
  await pass(app, 6);
  expect(await readCall(rich, ordered.id)).toMatchObject({ billedMinutes: 2, packageMinutes: 2 });
});

test('a suspension ends the call and its leg', async () => {
  const ordered = await forwarded();
  await passToAnswer(app);
  await passToAnswer(app);
  const admin = await makeAdmin(app);
  expect((await admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' })).status).toBe(200);
  await settle(app);
  await pass(app, 6);
  const [row] = await app.deps.sql<{ open: number; kept: string }[]>`
    select count(*) filter (where ended_at is null)::int as open, sum(set_aside)::text as kept
    from voice_calls where id = ${ordered.id} or parent_id = ${ordered.id}`;
  expect(row).toEqual({ open: 0, kept: '0.0000' });
});
