import { expect, test } from 'bun:test';
import { transact } from '../../../src/platform/events/transact.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { applyChanges } from '../../../src/services/messaging/delivery/apply-changes.ts';
import { claimRecipients } from '../../../src/services/messaging/delivery/claim.ts';
import { handOver } from '../../../src/services/messaging/delivery/hand-over.ts';
import { outcomeOfSend } from '../../../src/services/messaging/delivery/read-answer.ts';
import { appForFile, funded, newNumber, readMessage, send } from '../../kit/index.ts';

/** Nothing is sent by itself: the test claims, hands over and answers. */
const app = await appForFile({ background: false });

async function claimed() {
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()]);
  const carrier = app.deps.carriers.first;
  const claim = await claimRecipients(app.deps, { lane: 'few', carrier, earlier: [], limit: 10 });
  const recipient = claim.recipients.find(({ message_id: message }) => message === id);
  if (!recipient) throw new Error('it was claimed');
  return { person, id, carrier, recipient, before: claim.handOverBefore };
}

test('a carrier’s answer counts also for what is back in the queue by then: it does not go again', async () => {
  const { person, id, recipient } = await claimed();
  // Another process asked the carrier too early, was told that there is no such message, and put it back.
  await app.deps.sql`update sms_recipients set status = 'queued', provider = null where id = ${recipient.id}`;
  const asked = { name: 'sandbox', canBeAsked: true, all: ['sandbox'], busyMs: 120_000 };
  const accepted = { kind: 'accepted', carrierMessageId: 'late', carrierCost: parseMoney('0.01') } as const;
  const { change } = outcomeOfSend({ asked, now: app.clock.now() }, recipient, accepted);
  if (!change) throw new Error('an accepted message is a change');
  await transact(app.deps, (tx) => applyChanges(tx, [change]));
  expect(await readMessage(person, id)).toMatchObject({
    counts: { queued: 0, sent: 1 },
    provider: 'sandbox',
  });
});

test('a process hands over what it claimed within three seconds, or not at all', async () => {
  const soon = await claimed();
  app.clock.advance(3000);
  expect(
    await handOver(app.deps, { carrier: soon.carrier, recipient: soon.recipient, before: soon.before }),
  ).toMatchObject({ kind: 'accepted' });
  const late = await claimed();
  app.clock.advance(3001);
  expect(await handOver(app.deps, { carrier: late.carrier, recipient: late.recipient, before: late.before })).toEqual({
    kind: 'late',
  });
});
