import { z } from 'zod';
import {
  ENDING,
  newDestination,
  order,
  pass,
  passToAnswer,
  passToEnd,
  readCall,
  settle,
  withCaller,
  hangUp,
  atCarrier,
  orderCall,
} from './calls.ts';
import { sendSandboxNews } from './news.ts';
import { balanceOf, funded, openEvents, readAs, makeAdmin, inTurn, expectProblem } from '../../kit/index.ts';

const { app, person } = await withCaller('20.00');

test('an answered call is billed by started minutes, and the rest comes back', async () => {
  const call = await order(person);
  expect(call).toMatchObject({ status: 'queued', duration: 0, cost: '6.0000', actualCost: '6.0000', maxMinutes: 60 });
  expect(call.callDetails.callId).toBe(call.id);
  expect(await balanceOf(person)).toBe('14.00');
  await pass(app, 1);
  expect(await readCall(person, call.id)).toMatchObject({ status: 'ringing', provider: 'sandbox' });
  await pass(app, 1.1);
  expect(await readCall(person, call.id)).toMatchObject({ status: 'in-progress' });
  await pass(app, 91);
  const ended = await readCall(person, call.id);
  expect(ended).toMatchObject({ status: 'completed', duration: 90, billedMinutes: 2, packageMinutes: 0 });
  expect(ended).toMatchObject({ cost: '6.0000', actualCost: '0.2000', error: null });
  expect(await balanceOf(person)).toBe('19.80');
});

test.each([
  ['busy', ENDING.busy, 3],
  ['no-answer', ENDING.unanswered, 60],
  ['failed', ENDING.failed, 3],
] as const)('a call that ends %s costs nothing', async (status, ending, seconds) => {
  const before = await balanceOf(person);
  const call = await order(person, { destination: newDestination(ending) });
  await pass(app, seconds);
  const ended = await readCall(person, call.id);
  expect(ended).toMatchObject({ status, duration: 0, billedMinutes: 0, actualCost: '0.0000', answeredAt: null });
  expect(ended.error).toBe(status === 'failed' ? 'This number could not be reached' : null);
  expect(await balanceOf(person)).toBe(before);
});

test('news of a half that nobody knows is no end of a forwarded call: it goes on and is paid to its own end', async () => {
  const call = await order(person, { pbxFeatures: { callForwarding: true, forwardingNumber: '+442079460000' } });
  await passToAnswer(app);
  const before = await readCall(person, call.id);
  expect(before).toMatchObject({ status: 'in-progress' });
  for (const news of [{ state: 'ringing' }, { state: 'ended', end: 'completed', seconds: 1 }] as const)
    expect((await sendSandboxNews(app, [{ id: Bun.randomUUIDv7(), reference: call.id, ...news }])).status).toBe(204);
  expect(await readCall(person, call.id)).toEqual(before);
  await pass(app, 91);
  expect(await readCall(person, call.id)).toMatchObject({ status: 'completed', duration: 90, billedMinutes: 2 });
});

test('a number that the carrier refuses fails in its words, and costs nothing', async () => {
  const before = await balanceOf(person);
  const call = await order(person, { destination: newDestination(ENDING.refused) });
  await settle(app);
  const ended = await readCall(person, call.id);
  expect(ended).toMatchObject({ status: 'failed', error: 'The carrier refused this number', actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe(before);
});

test('a call is cut at the limit that was passed to the carrier, and costs what was set aside', async () => {
  const poor = await funded(app, '0.35');
  const call = await order(poor, { destination: newDestination(ENDING.endless) });
  expect(call).toMatchObject({ maxMinutes: 3, cost: '0.3000' });
  expect(await balanceOf(poor)).toBe('0.05');
  await pass(app, 2.1);
  const [handed] = await app.deps.sql<{ time_limit: number }[]>`
    select time_limit from sandbox_calls where reference = ${call.id}`;
  expect(handed?.time_limit).toBe(180);
  await pass(app, 181);
  expect(await readCall(poor, call.id)).toMatchObject({
    status: 'completed',
    duration: 180,
    billedMinutes: 3,
    actualCost: '0.3000',
  });
  expect(await balanceOf(poor)).toBe('0.05');
});

test('a customer who hangs up while it rings pays nothing, and while they talk pays for that', async () => {
  const queued = await order(person);
  expect((await hangUp(person, queued.id)).status).toBe(200);
  expect(await readCall(person, queued.id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });

  const ringing = await order(person);
  await pass(app, 1.1);
  const asked = await readAs(hangUp(person, ringing.id), z.looseObject({}));
  expect(asked).toMatchObject({ hangUpRequested: true, status: 'ringing' });
  await settle(app);
  expect(await readCall(person, ringing.id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });

  const talking = await order(person);
  await passToAnswer(app);
  app.clock.advance(30_000);
  expect((await hangUp(person, talking.id)).status).toBe(200);
  await settle(app);
  const ended = await readCall(person, talking.id);
  expect(ended).toMatchObject({ status: 'completed', billedMinutes: 1, actualCost: '0.1000' });
  expect(ended.duration).toBeWithin(30, 33);
  const again = await hangUp(person, talking.id);
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ code: 'not_allowed_now', detail: 'This call has already ended' });
});

const callState = z.object({ id: z.string(), status: z.string(), userId: z.string() });

test('its owner is told once that they hung up a call that nobody had yet', async () => {
  await using events = await openEvents(app, { cookie: person.cookie });
  const call = await order(person);
  await hangUp(person, call.id);
  // Whatever else was told of the first comes before this.
  const after = await order(person);
  const seen: z.infer<typeof callState>[] = [];
  while (seen.at(-1)?.id !== after.id) seen.push(callState.parse((await events.next('call-status')).data));
  expect(seen.map(({ id, status }) => [id, status])).toEqual([
    [call.id, 'queued'],
    [call.id, 'cancelled'],
    [after.id, 'queued'],
  ]);
  await passToEnd(app);
});

test('its owner follows it live', async () => {
  await using events = await openEvents(app, { cookie: person.cookie });
  const call = await order(person);
  await passToEnd(app);
  const seen: string[] = [];
  while (seen.at(-1) !== 'completed') {
    const event = await events.next('call-status');
    const data = callState.parse(event.data);
    expect(data).toMatchObject({ id: call.id, userId: person.id });
    seen.push(data.status);
  }
  expect(seen).toEqual(['queued', 'dialing', 'ringing', 'in-progress', 'completed']);
});

test.each([-1, 1.5, 86_401, 1e21])('an end after %p seconds is refused, and asked for at once', async (seconds) => {
  const { id } = await order(person);
  await passToAnswer(app);
  const told = { ...(await atCarrier(app, id)), state: 'ended', end: 'completed', seconds };
  expect((await sendSandboxNews(app, [told])).status).toBe(422);
  const [due] = await app.deps.sql`select due_at <= ${app.clock.now().toISOString()}::timestamptz as now
    from voice_calls where id = ${id}`;
  expect(due?.now).toBe(true);
  await settle(app);
  expect(await readCall(person, id)).toMatchObject({ status: 'in-progress' });
  await pass(app, 91);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', duration: 90 });
});

test('a suspended account’s calls are hung up and settled by what they lasted; none waits', async () => {
  const [admin, caller] = [await makeAdmin(app), await funded(app, '20.00')];
  const running = await order(caller, { destination: newDestination(ENDING.endless) });
  await passToAnswer(app);
  await pass(app, 70);
  const waiting = await order(caller);
  expect((await admin.withCookie(`/api/admin/users/${caller.id}/suspend`, { method: 'PUT' })).status).toBe(200);
  await pass(app, 1);
  const asAdmin = { ...admin, id: caller.id };
  expect(await readCall(asAdmin, waiting.id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  const ended = { status: 'completed', billedMinutes: 2, actualCost: '0.2000' };
  expect(await readCall(asAdmin, running.id)).toMatchObject(ended);
  const [account] = await app.deps.sql`select credits::text from users where id = ${caller.id}`;
  expect(account?.credits).toBe('19.80');
});

test('a call that waits for the account while it is suspended is refused, also an administrator’s', async () => {
  const [admin, caller] = [await makeAdmin(app), await funded(app, '20.00')];
  const [suspension, late] = await inTurn(app, (tx) => tx`select id from users where id = ${caller.id} for update`, [
    () => admin.withCookie(`/api/admin/users/${caller.id}/suspend`, { method: 'PUT' }),
    () => orderCall(caller),
  ]);
  expect([suspension?.status, late?.status]).toEqual([200, 403]);
  await expectProblem(await orderCall({ ...admin, id: caller.id }), 'account_suspended');
  expect(await app.deps.sql`select id from voice_calls where user_id = ${caller.id}`).toHaveLength(0);
});
