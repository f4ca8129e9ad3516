import { expectSoundBooks, setAheadBy, startTestApp, type TestApp } from '../../kit/index.ts';
import { sendingBy, quickSandboxes, balanceOf, funded, type TestActor } from '../../kit/index.ts';
import { newNumber, readMessage, send, untilStatus } from '../../kit/messages.ts';
import type { SendResult } from '../../../src/carriers/port.ts';
import { Dispatcher } from '../../../src/services/messaging/delivery/dispatcher.ts';
import { recoverAbandoned } from '../../../src/services/messaging/delivery/recover.ts';

type Send = (real: () => Promise<SendResult>) => Promise<SendResult>;
const apps: TestApp[] = [];
const dispatchers: Dispatcher[] = [];
afterEach(async () => {
  await Promise.all(dispatchers.splice(0).map((each) => each.stop()));
  for (const app of apps.splice(0)) await app.stop();
});

async function startProcess(sends: Send, beside?: TestApp) {
  const app = await startTestApp({
    beside,
    adapters: [sendingBy(quickSandboxes()[0], (sms, own) => sends(() => own(sms)))],
    background: false,
  });
  apps.unshift(app);
  const dispatcher = new Dispatcher(app.deps);
  dispatchers.push(dispatcher);
  return { app, dispatcher };
}

function silence() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<SendResult>();
  const sends: Send = () => {
    asked.resolve();
    return answer.promise;
  };
  return { sends, asked: asked.promise, answer };
}

const really: Send = (real) => real();
const REFUSED: SendResult = { kind: 'refused', code: 'no', retry: 'never', customerWords: 'Not taken' };
const handed = (app: TestApp) => app.deps.sql`select id from sandbox_messages`;

/** A message that a first process handed over without an answer; its claim is over and it is in the queue again. */
async function backInTheQueue() {
  const { sends, asked, answer } = silence();
  const first = await startProcess(sends);
  const person = await funded(first.app, '1.00');
  const { id } = await send(person, [newNumber()]);
  first.dispatcher.wake();
  await asked;
  first.app.clock.advance(31_000);
  return { first, person, id, answer };
}

async function expectSentOnce(app: TestApp, person: TestActor, id: string): Promise<void> {
  expect(await readMessage(person, id)).toMatchObject({
    status: 'sent',
    actualCost: '0.0300',
    counts: { queued: 0, sent: 1, failed: 0, unknown: 0 },
  });
  expect(await balanceOf(person)).toBe('0.97');
  expect(await handed(app)).toHaveLength(1);
  await expectSoundBooks(app);
}

const lateAnswers: [string, (answer: PromiseWithResolvers<SendResult>) => void][] = [
  ['a refusal', ({ resolve }) => resolve(REFUSED)],
  ['an error', ({ reject }) => reject(new Error('connection reset'))],
  ['a second id', ({ resolve }) => resolve({ kind: 'accepted', carrierMessageId: 'late' })],
];

test.each(lateAnswers)('%s that comes when another process has sent it changes nothing', async (_name, end) => {
  const { first, person, id, answer } = await backInTheQueue();
  const second = await startProcess(really, first.app);
  await recoverAbandoned(second.app.deps);
  second.dispatcher.wake();
  await untilStatus(person, id, 'sent');
  const row = () => first.app.deps.sql`select * from sms_recipients where message_id = ${id}`;
  const before = await row();
  end(answer);
  await first.dispatcher.stop();
  expect([...(await row())]).toEqual([...before]);
  await expectSentOnce(first.app, person, id);
});

test('after PostgreSQL’s clock was set ahead, a claim that another process made before that has not ended', async () => {
  const { first, person, id, answer } = await backInTheQueue();
  const second = await startProcess(really, first.app);
  const { deps } = second.app;
  const claims = () => deps.sql`select status, claimed_until from sms_recipients where message_id = ${id}`;
  const before = await claims();
  await recoverAbandoned({ ...deps, clock: setAheadBy(31_000, deps.clock) });
  expect([...(await claims())]).toEqual([...before]);
  await recoverAbandoned(deps);
  second.dispatcher.wake();
  await untilStatus(person, id, 'sent');
  answer.resolve(REFUSED);
  await first.dispatcher.stop();
  await expectSentOnce(first.app, person, id);
});

test('a refusal that comes while another process sends it does not refund what is being sent', async () => {
  const { first, person, id, answer } = await backInTheQueue();
  const other = silence();
  let real: (() => Promise<SendResult>) | null = null;
  const second = await startProcess((own) => {
    real = own;
    return other.sends(own);
  }, first.app);
  await recoverAbandoned(second.app.deps);
  second.dispatcher.wake();
  await other.asked;
  answer.resolve(REFUSED);
  await first.dispatcher.stop();
  expect(await readMessage(person, id)).toMatchObject({ counts: { queued: 1, failed: 0 } });
  expect(await balanceOf(person)).toBe('0.97');
  other.answer.resolve(await (real ?? (() => Promise.reject(new Error('it was not asked'))))());
  await second.dispatcher.stop();
  await expectSentOnce(first.app, person, id);
});

test('a refusal that comes before another process takes it on counts: it is refunded and not sent', async () => {
  const { first, person, id, answer } = await backInTheQueue();
  answer.resolve(REFUSED);
  await first.dispatcher.stop();
  const second = await startProcess(really, first.app);
  await recoverAbandoned(second.app.deps);
  second.dispatcher.wake();
  await second.dispatcher.stop();
  expect(await readMessage(person, id)).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  expect(await balanceOf(person)).toBe('1.00');
  expect(await handed(first.app)).toBeEmpty();
  await expectSoundBooks(first.app);
});
