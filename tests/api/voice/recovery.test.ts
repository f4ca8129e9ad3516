import { ENDING, newDestination, order, pass, passToAnswer, readCall, settle, withCaller, atCarrier } from './calls.ts';
import { sendSandboxNews } from './news.ts';
import { balanceOf } from '../../kit/index.ts';

const { app, person } = await withCaller('100.00');

test('a queued call is placed once, by however many look', async () => {
  const call = await order(person);
  await Promise.all([settle(app), settle(app), settle(app)]);
  const [row] = await app.deps.sql`select count(*)::int as times from sandbox_calls where reference = ${call.id}`;
  expect(row?.times).toBe(1);
  expect((await readCall(person, call.id)).status).not.toBe('queued');
  await pass(app, 95);
});

test('a call that is queued for too long is not placed any more, and costs nothing', async () => {
  const before = await balanceOf(person);
  const call = await order(person);
  app.clock.advance(61_000);
  await settle(app);
  expect((await atCarrier(app, call.id)).id).toBe('');
  expect(await readCall(person, call.id)).toMatchObject({
    status: 'failed',
    error: 'The call could not be placed in time',
    actualCost: '0.0000',
  });
  expect(await balanceOf(person)).toBe(before);
});

test('a carrier that is down passes the call on to the next', async () => {
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
  const call = await order(person);
  await settle(app);
  expect(await readCall(person, call.id)).toMatchObject({ provider: 'sandbox-backup' });
  await app.deps.sql`update sandbox_carriers set down = true where name = 'sandbox'`;
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox-backup', true)`;
  const lost = await order(person);
  await settle(app);
  expect(await readCall(person, lost.id)).toMatchObject({
    status: 'failed',
    error: 'The carrier could not be reached',
  });
  await app.deps.sql`delete from sandbox_carriers`;
  await pass(app, 95);
});

test('a carrier that is silent for a day is not waited for: the first minute of an answered call is charged', async () => {
  const call = await order(person, { destination: newDestination(ENDING.silent) });
  await passToAnswer(app);
  const ringing = await order(person, { destination: newDestination(ENDING.unanswered) });
  await settle(app);
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
  await app.deps.sql`update sandbox_calls set tell_at = null`;
  const { answeredAt } = await readCall(person, call.id);
  const endAfterLookAt = async (id: string, moment: number) => {
    app.clock.moveTo(new Date(moment));
    await app.deps.sql`update voice_calls set due_at = ${app.clock.now().toISOString()}::timestamptz where id = ${id}`;
    await settle(app);
    return (await readCall(person, id)).endedAt;
  };
  // A day after the latest moment at which it can have ended: it was never answered, or has an hour.
  const last = [
    { id: ringing.id, at: Date.parse(ringing.calledAt) + 24 * 3_600_000 },
    { id: call.id, at: Date.parse(answeredAt ?? '') + 25 * 3_600_000 },
  ];
  for (const { id, at } of last) {
    expect(await endAfterLookAt(id, at - 1)).toBeNull();
    expect(await endAfterLookAt(id, at)).not.toBeNull();
  }
  expect(await readCall(person, call.id)).toMatchObject({
    status: 'completed',
    billedMinutes: 1,
    actualCost: '0.1000',
    error: 'The carrier never said how long this call lasted: only its first minute is charged',
  });
  expect(await readCall(person, ringing.id)).toMatchObject({
    status: 'failed',
    actualCost: '0.0000',
    error: 'The carrier never said what became of this call: nothing is charged',
  });
  await app.deps.sql`delete from sandbox_carriers`;
});

test("news that is forged, of nobody's call, or of another carrier's changes nothing", async () => {
  const call = await order(person);
  await settle(app);
  const end = { ...(await atCarrier(app, call.id)), state: 'ended', end: 'busy' } as const;
  const forged = await app.fetch('/api/callbacks/sandbox/voice', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-sandbox-signature': `t=1,v1=${'0'.repeat(64)}` },
    body: JSON.stringify({ calls: [end] }),
  });
  expect(forged.status).toBe(403);
  expect((await sendSandboxNews(app, [end], 'sandbox-backup')).status).toBe(204);
  expect((await sendSandboxNews(app, [{ ...end, id: Bun.randomUUIDv7() }])).status).toBe(204);
  expect((await sendSandboxNews(app, [{ ...end, reference: 'nothing' }])).status).toBe(204);
  expect((await sendSandboxNews(app, [{ ...end, reference: Bun.randomUUIDv7() }])).status).toBe(204);
  expect((await readCall(person, call.id)).endedAt).toBeNull();
  expect((await app.fetch('/api/callbacks/nobody/voice', { method: 'POST' })).status).toBe(404);
});
