import { appForFile, eventually, heldSandbox, hurryJobs, pagesOf, startTestApp, readAs } from '../../kit/index.ts';
import { openEvents, expectSoundBooks, expectProblem, balanceOf, funded } from '../../kit/index.ts';
import { postSms, newNumber, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';

const app = await appForFile({ soundBooks: true });
const person = await funded(app, '100.00');
const inAnHour = () => new Date(app.clock.now().getTime() + HOUR_MS).toISOString();

const schedule = (count: number) => send(person, newNumbers(count), { sendAt: inAnHour() });

const cancel = (id: string, headers?: Record<string, string>) =>
  person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST', headers });

test.each([2, 25])('a message to %d leaves when its time has come, and is charged before', async (count) => {
  const before = Number(await balanceOf(person));
  const { id, status, sendAt } = await schedule(count);
  expect(status).toBe('scheduled');
  expect(new Date(sendAt ?? '').getTime()).toBeGreaterThan(app.clock.now().getTime() + HOUR_MS - 60_000);
  expect(Number(await balanceOf(person))).toBeCloseTo(before - count * 0.03, 2);
  // Others pass it meanwhile, and a job that comes too early changes nothing.
  await untilStatus(person, (await send(person, [newNumber()])).id, 'delivered');
  await hurryJobs(app);
  expect((await readMessage(person, id)).status).toBe('scheduled');
  app.clock.advance(HOUR_MS + 1000);
  await hurryJobs(app);
  await untilStatus(person, id, 'delivered');
});

test('it can be stopped before it leaves, once, and all of it is refunded', async () => {
  const before = await balanceOf(person);
  const { id } = await schedule(12);
  const headers = { 'idempotency-key': 'cancel-1' };
  await using stream = await openEvents(app, { cookie: person.cookie });
  const first = await cancel(id, headers);
  expect(first.status).toBe(200);
  expect((await stream.next('message-status')).data).toMatchObject({ id, status: 'cancelled' });
  const text = await first.text();
  expect(smsMessage.parse(JSON.parse(text))).toMatchObject({
    status: 'cancelled',
    actualCost: '0.0000',
    counts: { queued: 0, failed: 12 },
  });
  expect(await balanceOf(person)).toBe(before);
  expect(await (await cancel(id, headers)).text()).toBe(text);
  expect((await cancel(id)).status).toBe(409);
  app.clock.advance(HOUR_MS + 1000);
  await hurryJobs(app);
  const handed = await app.deps.sql`
    select id from sandbox_messages where reference in (select id::text from sms_recipients where message_id = ${id})`;
  expect(handed).toHaveLength(0);
  expect(await app.deps.sql`select id from graphile_worker.jobs where key = ${`send-message:${id}`}`).toHaveLength(0);
});

test('nobody stops a message that has left', async () => {
  const { id } = await schedule(1);
  app.clock.advance(HOUR_MS + 1000);
  await hurryJobs(app);
  await untilStatus(person, id, 'delivered');
  expect((await cancel(id)).status).toBe(409);
});

test('stopped while it leaves: what the carrier has is sent, all others are refunded', async () => {
  const carrier = heldSandbox();
  await using apart = await startTestApp({ adapters: [carrier.adapter] });
  const sender = await funded(apart, '12.00');
  const { id } = await send(sender, newNumbers(400));
  // The carrier takes so many at a time.
  await eventually('the carrier has its hands full', async () => carrier.handedOver() === 50);
  const path = `/api/users/${sender.id}/sms/${id}/cancel`;
  expect((await sender.as(path, { method: 'POST' })).status).toBe(200);
  expect(await balanceOf(sender)).toBe('10.50');
  carrier.letGo();
  const ended = await eventually('all have ended', async () => {
    const message = await readMessage(sender, id);
    return message.counts.delivered + message.counts.failed === 400 && message;
  });
  expect(ended).toMatchObject({ counts: { delivered: 50, failed: 350 }, actualCost: '1.5000' });
  expect(carrier.handedOver()).toBe(50);
  await expectSoundBooks(apart);
});

test('a time that has passed or is too far off is refused', async () => {
  const at = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  for (const sendAt of [at(-24 * HOUR_MS), at(90 * 24 * HOUR_MS + 60_000), 'tomorrow']) {
    const response = await postSms(person, [newNumber()], { sendAt });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'sendAt' }] });
  }
  expect((await postSms(person, [newNumber()], { sendAt: at(90 * 24 * HOUR_MS) })).status).toBe(201);
});

test('those that wait are listed by themselves, page by page, however many came after them', async () => {
  const planner = await funded(app, '5.00');
  const waiting = [];
  for (const sendAt of [inAnHour(), null, inAnHour(), null, inAnHour()]) {
    const { id } = await send(planner, [newNumber()], { sendAt });
    if (sendAt) waiting.unshift(id);
  }
  const list = `/api/users/${planner.id}/sms?status=scheduled&limit=2`;
  const listed = (await pagesOf(planner, list, smsMessage)).flat();
  expect(listed.map(({ id, status }) => [id, status])).toEqual(waiting.map((id) => [id, 'scheduled']));
});

const move = (id: string, sendAt: string) =>
  person.as(`/api/users/${person.id}/sms/${id}/send-at`, { method: 'PUT', json: { sendAt } });
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString();

test.each([2, 25])('a message to %d that is moved leaves at its new time, at its old price', async (count) => {
  const { id } = await schedule(count);
  const before = await balanceOf(person);
  const later = inHours(5);
  expect(await readAs(await move(id, later), smsMessage)).toMatchObject({ id, status: 'scheduled', sendAt: later });
  app.clock.advance(2 * HOUR_MS);
  await hurryJobs(app);
  expect((await readMessage(person, id)).status).toBe('scheduled');
  // Sooner again: now.
  expect((await move(id, inHours(0))).status).toBe(200);
  await hurryJobs(app);
  await untilStatus(person, id, 'delivered');
  expect(await balanceOf(person)).toBe(before);
  await expectProblem(await move(id, inHours(1)), 'not_allowed_now');
});

test('a message is not moved beyond 90 days from its sale, into the past, or once it is cancelled', async () => {
  const { id } = await schedule(2);
  await expectProblem(await move(id, inHours(-1)), 'validation_failed');
  expect((await move(id, inHours(89 * 24))).status).toBe(200);
  app.clock.advance(2 * 24 * HOUR_MS);
  await expectProblem(await move(id, inHours(89 * 24)), 'validation_failed');
  expect((await cancel(id)).status).toBe(200);
  await expectProblem(await move(id, inHours(1)), 'not_allowed_now');
});

test('moving a message while it is being cancelled leaves it cancelled, and keeps the books', async () => {
  const own = await startTestApp();
  const sender = await funded(own, '10.00');
  const at = new Date(own.clock.now().getTime() + HOUR_MS).toISOString();
  const of = (path: string) => `/api/users/${sender.id}/sms${path}`;
  for (let time = 0; time < 4; time += 1) {
    const { id } = await send(sender, newNumbers(12), { sendAt: at });
    const later = new Date(own.clock.now().getTime() + 2 * HOUR_MS).toISOString();
    const [moved, cancelled] = await Promise.all([
      sender.as(of(`/${id}/send-at`), { method: 'PUT', json: { sendAt: later } }),
      sender.as(of(`/${id}/cancel`), { method: 'POST' }),
    ]);
    expect(cancelled.status).toBe(200);
    expect([200, 409]).toContain(moved.status);
    expect((await readMessage(sender, id)).status).toBe('cancelled');
  }
  expect(await balanceOf(sender)).toBe('10.00');
  await expectSoundBooks(own);
});
