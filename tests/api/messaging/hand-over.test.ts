import { expect, test } from 'bun:test';
import { appForFile, eventually, funded, quickSandboxes, startTestApp } from '../../kit/index.ts';
import { newNumber, send, untilStatus } from '../../kit/messages.ts';
import { claimRecipients } from '../../../src/services/messaging/delivery/claim.ts';
import { handOver } from '../../../src/services/messaging/delivery/hand-over.ts';
import type { Carrier, OutgoingSms } from '../../../src/carriers/port.ts';
import { readAs, withId } from '../../kit/read.ts';
import { uploadReceipt } from '../uploads/uploads.ts';

const app = await appForFile({ adapters: quickSandboxes(), background: false });

test('a message to many whose process stopped in the middle continues in another', async () => {
  const person = await funded(app, '100.00');
  // It would need ten turns of a fifth of a second each: whoever is slow to look finds some that wait.
  const slow = quickSandboxes({ latencyMs: [200, 250], concurrency: 10 });
  const stopping = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock, adapters: slow });
  const { id } = await send(
    person,
    Array.from({ length: 100 }, () => newNumber()),
  );
  const count = async (status: string) => {
    const [row] = await app.deps.sql<{ count: number }[]>`
      select count(*)::int as count from sms_recipients where message_id = ${id} and status = ${status}`;
    return row?.count ?? 0;
  };
  await eventually('sends under way', async () => (await count('sending')) > 0);
  await stopping.stop();
  expect(await count('sending')).toBe(0);
  expect(await count('queued')).toBeGreaterThan(0);
  const other = await startTestApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    adapters: quickSandboxes(),
  });
  try {
    await untilStatus(person, id, 'delivered');
    const [handed] = await app.deps.sql`
      select count(*)::int as messages from sandbox_messages
      where reference in (select id::text from sms_recipients where message_id = ${id})`;
    expect(handed?.messages).toBe(100);
  } finally {
    await other.stop();
  }
});

test('a carrier that takes no pictures there any more gets none: another one may', async () => {
  const person = await funded(app, '1.00');
  const media = await uploadReceipt(person);
  const json = { senderId: 'Topline', recipients: ['+12025550123'], message: 'Look', media };
  const { id } = await readAs(person.as(`/api/users/${person.id}/sms`, { json }), withId);
  const { first } = app.deps.carriers;
  const claim = await claimRecipients(app.deps, { lane: 'few', carrier: first, earlier: [], limit: 10 });
  const recipient = claim.recipients.find(({ message_id: message }) => message === id);
  if (!recipient) throw new Error('it was claimed');
  const sent: string[] = [];
  const carrier: Carrier = Object.create(first, {
    takesPicture: { value: () => false },
    sendSms: { value: ({ number }: OutgoingSms) => sent.push(number) },
  });
  const answer = await handOver(app.deps, { carrier, recipient, before: claim.handOverBefore });
  expect(answer).toMatchObject({ kind: 'refused', retry: 'other-carrier' });
  expect(sent).toEqual([]);
});
