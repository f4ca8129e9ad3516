import { changedSandbox, balanceOf, funded, type TestActor } from '../../kit/index.ts';
import { eventually, expectSoundBooks, RunningClock, startTestApp, type TestApp } from '../../kit/index.ts';
import { newNumber, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import type { Receipt, SendResult } from '../../../src/carriers/port.ts';
import { applyReceipts } from '../../../src/services/messaging/delivery/apply-receipts.ts';

/**
 * Counts its ids from one, and from one again after a restart; each part of a long message has its own. Cannot be
 * asked, and reports when told to.
 */
let counter = 0;
let givesIds = true;
let beforeAnswer: (() => Promise<void>) | null = null;
let tell: (receipts: Receipt[]) => Promise<void>;
const counting = changedSandbox(
  (carrier) => {
    const answer = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms): Promise<SendResult> => {
      const result = await answer(sms);
      await beforeAnswer?.();
      if (result.kind !== 'accepted') return result;
      const ids = Array.from({ length: Math.ceil(sms.text.length / 160) }, () => `id-${++counter}`);
      return {
        ...result,
        carrierMessageId: givesIds ? (ids.at(-1) ?? '') : '',
        partIds: ids.length > 1 ? ids : undefined,
      };
    };
    carrier.lookup = undefined;
    carrier.onReceipts = (listener) => {
      tell = listener;
    };
  },
  { reportDelayMs: [3_600_000, 3_600_000] },
);

let app: TestApp;
let person: TestActor;
beforeEach(async () => {
  counter = 0;
  givesIds = true;
  beforeAnswer = null;
  app = await startTestApp({ adapters: [counting], clock: new RunningClock() });
  person = await funded(app, '10.00');
});
afterEach(() => app.stop());

const report = (id: number, outcome: Receipt['outcome'] = 'delivered') =>
  tell([{ carrierMessageId: `id-${id}`, outcome, customerWords: null }]);

test('ids that come again spoil nothing: all are stored, refusals are refunded', async () => {
  const numbers = () => [...newNumbers(10), ...newNumbers(10, '0000')];
  const first = await send(person, numbers());
  await eventually('the first have left', async () => (await readMessage(person, first.id)).counts.sent === 10);
  counter = 0;
  const second = await send(person, numbers());
  const message = await eventually('the second have left', async () => {
    const read = await readMessage(person, second.id);
    return read.counts.queued === 0 && read;
  });
  expect(message.counts).toMatchObject({ sent: 10, failed: 10, unknown: 0 });
  expect(await balanceOf(person)).toBe('9.40');
  await expectSoundBooks(app);
});

test('an empty id does not count as an id: the messages were sent, and no report finds them by it', async () => {
  givesIds = false;
  const { id } = await send(person, [newNumber(), newNumber()]);
  await eventually('both have left', async () => (await readMessage(person, id)).counts.sent === 2);
  const known = await app.deps.sql`
    select from sms_recipients where message_id = ${id} and provider_message_id is not null`;
  expect(known).toHaveLength(0);
});

test('a report on an id that came again goes to the newest that is still open', async () => {
  const first = await send(person, [newNumber()]);
  await untilStatus(person, first.id, 'sent');
  counter = 0;
  const second = await send(person, [newNumber()]);
  await untilStatus(person, second.id, 'sent');
  await report(1);
  await untilStatus(person, second.id, 'delivered');
  expect((await readMessage(person, first.id)).status).toBe('sent');
  // The next one finds only the older still open.
  await report(1);
  await untilStatus(person, first.id, 'delivered');
});

test('a report that is quicker than the answer to its send is not given to an older, settled one', async () => {
  const first = await send(person, [newNumber()]);
  await untilStatus(person, first.id, 'sent');
  await report(1);
  await untilStatus(person, first.id, 'delivered');
  counter = 0;
  beforeAnswer = async () => {
    await report(1, 'undelivered');
    await applyReceipts(app.deps);
  };
  const second = await send(person, [newNumber()]);
  await untilStatus(person, second.id, 'failed');
  expect((await readMessage(person, first.id)).status).toBe('delivered');
});

const LONG = 'x'.repeat(300);

test('a report on an id that was a part of a settled message goes to the message that has it now', async () => {
  const first = await send(person, [newNumber()], LONG);
  await untilStatus(person, first.id, 'sent');
  await report(1);
  await report(2);
  await untilStatus(person, first.id, 'delivered');
  counter = 0;
  const second = await send(person, [newNumber()]);
  await untilStatus(person, second.id, 'sent');
  await report(1, 'refused');
  await untilStatus(person, second.id, 'failed');
  // So for one that is quicker than the answer to its send.
  counter = 0;
  beforeAnswer = async () => {
    await report(1, 'undelivered');
    await report(2);
    await applyReceipts(app.deps);
  };
  const third = await send(person, [newNumber()], LONG);
  await untilStatus(person, third.id, 'failed');
  expect((await readMessage(person, first.id)).status).toBe('delivered');
  await expectSoundBooks(app);
});

test('a copy of a report on what is settled does not wait in the inbox for ever', async () => {
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'sent');
  await report(1);
  await untilStatus(person, id, 'delivered');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  beforeAnswer = () => answered;
  await send(person, [newNumber()]);
  await report(1, 'sent');
  app.clock.advance(61_000);
  await eventually('the inbox is empty', async () => {
    const left = await app.deps.sql`select outcome from carrier_receipts`;
    return left.length === 0;
  });
  answer();
});
