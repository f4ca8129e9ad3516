import { afterEach, expect, test } from 'bun:test';
import { balanceOf, funded, type TestActor } from '../../kit/actors.ts';
import { eventually, expectSoundBooks, changedSandbox, startTestApp, type TestApp } from '../../kit/index.ts';
import { newNumber, readMessage, send } from '../../kit/messages.ts';
import type { Adapter, SendResult } from '../../../src/carriers/port.ts';

let app: TestApp;
let person: TestActor;
afterEach(() => app.stop());

const LATER = {
  kind: 'refused',
  code: 'busy',
  customerWords: 'The carrier is busy',
  retry: 'later',
} as const satisfies SendResult;

/** Keeps every second answer back until it is released, and then says "later"; takes what comes after. */
function busyUntil(released: Promise<void>, sent: { times: number }): Adapter {
  let isReleased = false;
  void released.then(() => (isReleased = true));
  return changedSandbox((carrier) => {
    const answer = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms): Promise<SendResult> => {
      sent.times += 1;
      if (isReleased) return answer(sms);
      await released;
      return LATER;
    };
  });
}

test('a message refused with "later" after a cancel was answered does not go again, and is refunded', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sent = { times: 0 };
  app = await startTestApp({ adapters: [busyUntil(released, sent)] });
  person = await funded(app, '10.00');
  const numbers = Array.from({ length: 80 }, () => newNumber());
  const { id } = await send(person, numbers);
  await eventually('some are being handed over', async () => sent.times === 50);
  const response = await person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' });
  expect(response.status).toBe(200);
  release();
  const message = await eventually('all have ended', async () => {
    const read = await readMessage(person, id);
    return read.counts.queued === 0 && read;
  });
  expect(message).toMatchObject({ status: 'cancelled', actualCost: '0.0000', counts: { failed: 80 } });
  expect(message.messageDetails.recipients.map(({ error }) => error)).toEqual(
    numbers.map(() => 'Cancelled before it was sent'),
  );
  expect(sent.times).toBe(50);
  expect(await app.deps.sql`select id from sandbox_messages`).toHaveLength(0);
  expect(await balanceOf(person)).toBe('10.00');
  await expectSoundBooks(app);
});
