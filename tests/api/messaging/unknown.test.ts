import { appForFile, balanceOf, funded, makeAdmin, changedSandbox, type TestActor } from '../../kit/index.ts';
import { eventually, newNumber, readMessage, send, untilStatus } from '../../kit/index.ts';
import { smsAttempt } from '../../../src/services/messaging/attempt-contract.ts';
import { recipientDelivery } from '../../../src/services/messaging/contract.ts';
import {
  unknownGroup,
  type UnknownRecipient,
  unknownRecipient,
} from '../../../src/services/messaging/admin-contract.ts';
import { applyReceipts } from '../../../src/services/messaging/delivery/apply-receipts.ts';
import { refundUnknown } from '../../../src/services/messaging/delivery/refund-unknown.ts';
import type { Receipt, SendResult } from '../../../src/carriers/port.ts';

/** Takes every message, never answers, cannot be asked, and reports over a connection of its own. */
let tell: (receipts: Receipt[]) => Promise<void>;
const mute = changedSandbox(
  (carrier) => {
    const answer = carrier.sendSms.bind(carrier);
    carrier.sendSms = async (sms): Promise<SendResult> => {
      await answer(sms);
      return { kind: 'uncertain', detail: 'connection reset' };
    };
    carrier.lookup = undefined;
    carrier.onReceipts = (listener) => {
      tell = listener;
    };
  },
  { reportDelayMs: [3_600_000, 3_600_000] },
);

let person: TestActor;
const app = await appForFile({ adapters: [mute], soundBooks: true });
const admin = await makeAdmin(app);
beforeEach(async () => {
  person = await funded(app, '1.00');
  // Otherwise messages would wait until it may be tried again.
  await app.deps.sql`update provider_gates set unanswered = '{}'`;
});

const listUnknown = async (): Promise<UnknownRecipient[]> =>
  unknownRecipient.array().parse(await (await admin.as('/api/admin/sms/unknown')).json());

/** A message whose outcome nobody knows. */
async function parked(): Promise<{ id: string; recipient: UnknownRecipient }> {
  const { id } = await send(person, [newNumber()]);
  const recipient = await eventually('it is parked', async () =>
    (await listUnknown()).find(({ smsId }) => smsId === id),
  );
  // Whatever is found out is found out later.
  app.clock.advance(1000);
  return { id, recipient };
}

const settle = (recipient: string, outcome: string) =>
  admin.as(`/api/admin/sms/unknown/${recipient}`, { json: { outcome } });

test('an administrator sees what is unknown, with its carrier and owner', async () => {
  const { recipient } = await parked();
  expect(recipient).toMatchObject({
    userId: person.id,
    email: person.email,
    provider: 'sandbox',
    status: 'unknown',
    error: 'The carrier gave no clear answer',
  });
});

test('found not to have been sent, it is refunded, once', async () => {
  const { id, recipient } = await parked();
  expect(await balanceOf(person)).toBe('0.97');
  expect(recipientDelivery.parse(await (await settle(recipient.messageId, 'not_sent')).json())).toMatchObject({
    status: 'failed',
    cost: '0.0000',
  });
  expect(await balanceOf(person)).toBe('1.00');
  expect((await settle(recipient.messageId, 'not_sent')).status).toBe(409);
  expect((await settle(crypto.randomUUID(), 'sent')).status).toBe(404);
  expect((await readMessage(person, id)).status).toBe('failed');
  const trace = await person.as(`/api/users/${person.id}/sms/${id}/trace`);
  expect(smsAttempt.array().parse(await trace.json())).toMatchObject([
    { answer: 'settled', money: 'refunded', detail: null },
    { answer: 'uncertain', money: 'held', detail: null },
  ]);
});

test('found to have been sent, it stays charged', async () => {
  const { id, recipient } = await parked();
  await settle(recipient.messageId, 'sent');
  await untilStatus(person, id, 'sent');
  expect(await balanceOf(person)).toBe('0.97');
  const [entry] = await app.deps.sql`select actor_id from audit_log where subject = ${recipient.messageId}`;
  expect(entry?.actor_id).toBe(admin.id);
});

test('a report that says our own reference back settles it, though the carrier’s id never came', async () => {
  const { id, recipient } = await parked();
  const receipt = { carrierMessageId: 'carrier-1', reference: recipient.messageId, customerWords: null };
  await tell([
    { ...receipt, outcome: 'sent' },
    { carrierMessageId: 'x', reference: 'not one of ours', outcome: 'sent', customerWords: null },
  ]);
  await untilStatus(person, id, 'sent');
  // From here on the carrier's id is known.
  await tell([{ carrierMessageId: 'carrier-1', outcome: 'delivered', customerWords: null }]);
  await untilStatus(person, id, 'delivered');
  expect(await balanceOf(person)).toBe('0.97');
});

test('all of one carrier and hour are settled at once', async () => {
  const { id } = await parked();
  const other = await funded(app, '1.00');
  const sent = await send(other, [newNumber(), newNumber()]);
  const groups = async () => unknownGroup.array().parse(await (await admin.as('/api/admin/sms/unknown-groups')).json());
  // Others may be parked from before: these are counted by themselves.
  await eventually('all are parked', async () => (await readMessage(other, sent.id)).counts.unknown === 2);
  const group = await eventually('both are in one group', async () =>
    (await groups()).find(({ recipients, customers }) => recipients >= 3 && customers >= 2),
  );
  const settleGroup = () =>
    admin.as(`/api/admin/sms/unknown-groups/${group.provider}`, { json: { hour: group.hour, outcome: 'not_sent' } });
  expect(await (await settleGroup()).json()).toEqual({ settled: group.recipients, left: 0 });
  expect((await readMessage(person, id)).status).toBe('failed');
  expect([await balanceOf(person), await balanceOf(other)]).toEqual(['1.00', '1.00']);
  expect((await groups()).some(({ hour }) => hour === group.hour)).toBe(false);
  expect((await settleGroup()).status).toBe(404);
});

test('we refund after a day what stays unknown, count it, and charge nothing by a later report', async () => {
  const { id, recipient } = await parked();
  const metric = async (name: string) => {
    const text = await (await app.fetch('/metrics')).text();
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  const refunded = 'carrier_counts\\{carrier="sandbox",what="unknown_refunded"\\}';
  const before = await metric(refunded);
  const unclear = 'sms_recipients_unknown\\{carrier="sandbox"\\}';
  app.clock.advance(3_600_000);
  const waiting = await metric(unclear);
  expect(waiting).toBeGreaterThan(0);
  app.clock.advance(22 * 3_600_000);
  await refundUnknown(app.deps);
  expect(await balanceOf(person)).toBe('0.97');
  app.clock.advance(3_600_000 + 60_000);
  await refundUnknown(app.deps);
  expect(await balanceOf(person)).toBe('1.00');
  expect(await metric(refunded)).toBe(before + waiting);
  expect(await metric(unclear)).toBe(0);
  const message = await readMessage(person, id);
  expect(message).toMatchObject({ status: 'failed', actualCost: '0.0000' });
  expect(message.messageDetails.recipients[0]?.error).toContain('within 24 h');
  const receipt = { carrierMessageId: 'late', reference: recipient.messageId, customerWords: null };
  await tell([{ ...receipt, outcome: 'delivered' }]);
  await applyReceipts(app.deps);
  expect(await balanceOf(person)).toBe('1.00');
  expect((await readMessage(person, id)).status).toBe('failed');
});
