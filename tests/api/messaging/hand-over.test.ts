import { appForFile, eventually, funded, inTurn, quickSandboxes, startTestApp } from '../../kit/index.ts';
import { send, untilStatus, newNumbers, newNumber, readMessage } from '../../kit/messages.ts';
import { claimRecipients } from '../../../src/services/messaging/delivery/claim.ts';
import { handOver } from '../../../src/services/messaging/delivery/dispatcher.ts';
import type { Carrier, OutgoingSms } from '../../../src/carriers/port.ts';
import { uploadReceipt } from '../uploads/uploads.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { outcomeOfSend } from '../../../src/services/messaging/delivery/read-answer.ts';

/** Nothing is sent by itself: the test claims, hands over and answers. */
const app = await appForFile({ background: false });

async function claimed(person: Parameters<typeof send>[0], to = newNumber(), more = {}) {
  const { id } = await send(person, [to], more);
  const carrier = app.deps.carriers.first;
  const claim = await claimRecipients(app.deps, { lane: 'few', carrier, earlier: [], limit: 10 });
  const recipient = claim.recipients.find(({ message_id: message }) => message === id);
  if (!recipient) throw new Error('it was claimed');
  return { id, carrier, recipient, before: claim.handOverBefore };
}

test('a message to many whose process stopped in the middle continues in another', async () => {
  const person = await funded(app, '100.00');
  // It would need ten turns of a fifth of a second each: whoever is slow to look finds some that wait.
  const slow = quickSandboxes({ latencyMs: [200, 250], concurrency: 10 });
  const stopping = await startTestApp({ beside: app, adapters: slow });
  const { id } = await send(person, newNumbers(100));
  const count = async (status: string) => {
    const [row] = await app.deps.sql<{ count: number }[]>`
      select count(*)::int as count from sms_recipients where message_id = ${id} and status = ${status}`;
    return row?.count ?? 0;
  };
  await eventually('sends under way', async () => (await count('sending')) > 0);
  await stopping.stop();
  expect(await count('sending')).toBe(0);
  expect(await count('queued')).toBeGreaterThan(0);
  await using _other = await startTestApp({ beside: app, adapters: quickSandboxes() });
  await untilStatus(person, id, 'delivered');
  const [handed] = await app.deps.sql`
    select count(*)::int as messages from sandbox_messages
    where reference in (select id::text from sms_recipients where message_id = ${id})`;
  expect(handed?.messages).toBe(100);
});

test('a carrier that takes no pictures there any more gets none: another one may', async () => {
  const person = await funded(app, '1.00');
  const media = await uploadReceipt(person);
  const { carrier: first, recipient, before } = await claimed(person, '+12025550123', { media });
  const sent: string[] = [];
  const carrier: Carrier = Object.create(first, {
    takesPicture: { value: () => false },
    sendSms: { value: ({ number }: OutgoingSms) => sent.push(number) },
  });
  const answer = await handOver(app.deps, { carrier, recipient, before });
  expect(answer).toMatchObject({ kind: 'refused', retry: 'other-carrier' });
  expect(sent).toEqual([]);
});

test('a carrier’s answer counts also for what is back in the queue by then: it does not go again', async () => {
  const person = await funded(app, '1.00');
  const { id, recipient } = await claimed(person);
  // Another process asked the carrier too early, was told that there is no such message, and put it back.
  await app.deps.sql`update sms_recipients set status = 'queued', provider = null where id = ${recipient.id}`;
  const asked = { name: 'sandbox', canBeAsked: true, all: ['sandbox'], busyMs: 120_000 };
  const accepted = { kind: 'accepted', carrierMessageId: 'late', carrierCost: parseMoney('0.01') } as const;
  const { change } = outcomeOfSend({ asked, now: app.clock.now() }, recipient, accepted);
  if (!change) throw new Error('an accepted message is a change');
  await transact(app.deps, (tx) => applyChanges(tx, [change]));
  expect(await readMessage(person, id)).toMatchObject({ counts: { queued: 0, sent: 1 }, provider: 'sandbox' });
});

test('a process hands over what it claimed within three seconds, or not at all', async () => {
  const person = await funded(app, '1.00');
  const soon = await claimed(person);
  app.clock.advance(3000);
  expect(await handOver(app.deps, soon)).toMatchObject({ kind: 'accepted' });
  const late = await claimed(person);
  app.clock.advance(3001);
  expect(await handOver(app.deps, late)).toEqual({ kind: 'late' });
});

test('a carrier’s answer is stored also where something else changes the recipient at that moment', async () => {
  const person = await funded(app, '1.00');
  const { id: messageId, recipient } = await claimed(person);
  const change = { id: recipient.id, messageId, to: 'sent', from: ['sending'] } as const;
  await inTurn(app, (sql) => sql`update sms_recipients set due_at = due_at where id = ${recipient.id}`, [
    () => transact(app.deps, (tx) => applyChanges(tx, [change])),
  ]);
  expect(await readMessage(person, messageId)).toMatchObject({ counts: { sent: 1 } });
});
