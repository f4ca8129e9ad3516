import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { smsMessage } from '../../src/services/messaging/contract.ts';
import { transaction, pendingPayment } from '../../src/money/payments/contract.ts';
import { balanceOf, makeAdmin, signUp } from '../kit/actors.ts';
import { appForFile } from '../kit/file-app.ts';
import { type EventReader, openEvents, type ReceivedEvent } from '../kit/sse.ts';
import { expectSoundBooks, movesOf } from '../kit/books.ts';
import { readAs } from '../kit/read.ts';

/** The main road as a program goes it: API key, balance, top-up, send, history and the event stream. */

const app = await appForFile();

test('a program with a key tops up, sends, and reads every event as it happens', async () => {
  const customer = await signUp(app);
  const admin = await makeAdmin(app);
  const events = await openEvents(app, { authorization: `Bearer ${customer.key}` });
  const queue = await openEvents(app, { authorization: `Bearer ${admin.key}` });
  const transactionHash = createHash('sha256').update(customer.id).digest('hex');

  expect(await balanceOf(customer)).toBe('0.00');
  const submitted = await customer.as(`/api/users/${customer.id}/transactions`, {
    json: { type: 'credit_purchase', amount: '100.00', cryptocurrency: 'BTC', transactionHash },
  });
  expect(submitted.status).toBe(201);
  const payment = await readAs(submitted, transaction);
  expect(payment).toMatchObject({ status: 'pending', balanceChange: '0.00', cryptoAmount: '0.00180000' });
  expect((await queue.next('payment-submitted')).data).toMatchObject({ id: payment.id, transactionHash });

  const pending = await readAs(admin.as('/api/admin/pending-payments'), pendingPayment.array());
  expect(pending.map(({ id, user }) => [id, user.email])).toEqual([[payment.id, customer.email]]);
  const verified = await admin.as('/api/admin/verify-payment', {
    json: { transactionId: payment.id, transactionHash },
  });
  expect(verified.status).toBe(200);
  expect((await events.next('payment-verified')).data).toMatchObject({
    transactionId: payment.id,
    amount: '100.00',
    credits: '100.00',
    transactionHash,
  });
  expect(await balanceOf(customer)).toBe('100.00');

  const sent = await customer.as(`/api/users/${customer.id}/sms`, {
    headers: { 'idempotency-key': 'first-message' },
    json: {
      senderId: 'Topline',
      recipients: ['+447700900123', '+447700900456', '+447700900000'],
      message: 'Hello from Topline',
    },
  });
  expect(sent.status).toBe(201);
  const message = await readAs(sent, smsMessage);
  expect(message).toMatchObject({ cost: '0.0900', parts: 1, recipientCount: 3 });
  expect(message.messageDetails.recipients[0]?.messageId).toBeString();
  expect((await balanceChange(events, 'sms_charge')).data.credits).toBe('99.91');
  expect((await balanceChange(events, 'refund')).data.credits).toBe('99.94');

  for (;;) {
    const { data } = await events.next('message-status');
    if (data.id === message.id && data.status === 'partial') break;
  }
  const history = await readAs(customer.as(`/api/users/${customer.id}/sms`), smsMessage.array());
  expect(history).toHaveLength(1);
  expect(history[0]).toMatchObject({
    id: message.id,
    status: 'partial',
    cost: '0.0900',
    actualCost: '0.0600',
    counts: { delivered: 2, failed: 1, queued: 0, sent: 0, unknown: 0 },
  });

  expect(await movesOf(customer)).toEqual([
    ['refund', '0.03'],
    ['sms_charge', '-0.09'],
    ['credit_purchase', '100.00'],
  ]);
  expect(await balanceOf(customer)).toBe('99.94');
  await expectSoundBooks(app);
  await Promise.all([events.close(), queue.close()]);
});

/** Balances change for several reasons; waits for the change with this one. */
async function balanceChange(events: EventReader, reason: string): Promise<ReceivedEvent> {
  for (;;) {
    const event = await events.next('balance');
    if (event.data.reason === reason) return event;
  }
}
