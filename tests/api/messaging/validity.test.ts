import type { OutgoingSms } from '../../../src/carriers/port.ts';
import { Dispatcher } from '../../../src/services/messaging/delivery/dispatcher.ts';
import { appForFile, balanceOf, funded, quickSandboxes, sendingBy } from '../../kit/index.ts';
import { newNumber, readMessage, newNumbers, send, postSms } from '../../kit/messages.ts';

const handed: OutgoingSms[] = [];
const watched = quickSandboxes().map((adapter) =>
  sendingBy(adapter, async (sms, own) => {
    handed.push(sms);
    return own(sms);
  }),
);
const app = await appForFile({ background: false, adapters: watched, soundBooks: true });

async function dispatch(): Promise<void> {
  const dispatcher = new Dispatcher(app.deps);
  dispatcher.wake();
  await dispatcher.stop();
}

test('a message is tried for as long as it is of use, and is neither sent nor paid for after that', async () => {
  const person = await funded(app, '10.00');
  const sending = (more: Record<string, unknown>) => send(person, [newNumber()], more);
  await sending({});
  await dispatch();
  await sending({ kind: 'one-time-code' });
  await dispatch();
  await sending({ kind: 'one-time-code', validityMinutes: 30 });
  app.clock.advance(12 * 60_000);
  await dispatch();
  expect(handed.map(({ validityMinutes }) => validityMinutes)).toEqual([null, 10, 18]);
  const before = await balanceOf(person);
  const late = await sending({ kind: 'one-time-code' });
  app.clock.advance(10 * 60_000);
  await dispatch();
  expect(handed).toHaveLength(3);
  const ended = await readMessage(person, late.id);
  expect(ended).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  expect(ended.messageDetails.recipients[0]?.error).toBe('The message could not be delivered in time');
  expect(await balanceOf(person)).toBe(before);
});

test('a sender that was slowed down waits for its turn, and another does not', async () => {
  const person = await funded(app, '10.00');
  handed.length = 0;
  // Refilled later: so its rate does not grow meanwhile, however long this takes.
  await app.deps.sql`
    insert into sender_gates (name, sender, rate, allowance, refilled_at, slowed_at, paused_until)
    values ('sandbox', 'Slow', 0.5, 1, now() + interval '1 hour', now(), now())`;
  for (const [senderId, count] of [
    ['Slow', 3],
    ['Quick', 2],
  ] as const) {
    await send(person, newNumbers(count), { senderId });
  }
  await dispatch();
  expect(handed.map(({ sender }) => sender).toSorted()).toEqual(['Quick', 'Quick', 'Slow']);
  const waiting = await app.deps.sql<{ ms: number }[]>`
    select extract(epoch from r.due_at - ${app.clock.now().toISOString()}::timestamptz)::float8 * 1000 as ms
    from sms_recipients r join sms_messages m on m.id = r.message_id
    where m.user_id = ${person.id} and r.status = 'queued' order by r.due_at`;
  // Half a message a second.
  expect(waiting.map(({ ms }) => ms)).toEqual([2000, 4000]);
  app.clock.advance(60_000);
  await app.deps.sql`update sender_gates set allowance = 1, refilled_at = now() + interval '1 hour'`;
  await dispatch();
  expect(handed.filter(({ sender }) => sender === 'Slow')).toHaveLength(2);
});

test.each([0, 2881, 1.5])('%p minutes are refused', async (validityMinutes) => {
  const person = await funded(app, '1.00');
  expect((await postSms(person, [newNumber()], { validityMinutes })).status).toBe(422);
});
