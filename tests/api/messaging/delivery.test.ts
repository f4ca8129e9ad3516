import { appForFile, balanceOf, eventually, funded, openEvents, type TestActor } from '../../kit/index.ts';
import { EVENTS } from '../../../src/events.ts';
import { handedOver, newNumber, readMessage, send, untilStatus } from '../../kit/messages.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';

const app = await appForFile({ soundBooks: true });

test('a message leaves through the active carrier, once per recipient, and is reported delivered', async () => {
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber(), newNumber()]);
  const delivered = await untilStatus(person, id, 'delivered');
  expect(delivered).toMatchObject({
    provider: 'sandbox',
    cost: '0.0600',
    actualCost: '0.0600',
    counts: { queued: 0, sent: 0, delivered: 2, failed: 0, unknown: 0 },
  });
  for (const recipient of delivered.messageDetails.recipients) {
    expect(await handedOver(app, recipient.messageId)).toHaveLength(1);
  }
  expect(await (await person.as(`/api/users/${person.id}/stats`)).json()).toMatchObject({ smsSent: 2 });
  // Only a carrier that says it is busy is sent to more slowly.
  expect(await app.deps.sql`select name from provider_gates where slowed_at is not null`).toHaveLength(0);
});

test('a refused recipient is refunded by a transaction that names the charge, and the owner sees it', async () => {
  const person = await funded(app, '1.00');
  await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const { id } = await send(person, [newNumber(), newNumber('0000'), newNumber('0000')]);
  const partial = await untilStatus(person, id, 'partial');
  expect(partial).toMatchObject({ cost: '0.0900', actualCost: '0.0300', counts: { delivered: 1, failed: 2 } });
  expect(partial.messageDetails.recipients[1]).toMatchObject({
    status: 'failed',
    cost: '0.0000',
    error: 'The carrier refused this number',
  });
  expect(await balanceOf(person)).toBe('0.97');

  // Both refusals may be refunded together or one after the other.
  const [refunds] = await app.deps.sql`
    select sum(r.amount)::text as amount, sum(r.balance_change)::text as change,
      array_agg(distinct c.type || ' ' || c.amount) as charges
    from transactions r join transactions c on c.id = r.refunds_transaction_id where r.user_id = ${person.id}`;
  expect(refunds).toEqual({ amount: '0.06', change: '0.06', charges: ['sms_charge 0.09'] });

  expect((await stream.next('balance')).data).toMatchObject({ credits: '0.91', reason: 'sms_charge' });
  let refunded;
  do {
    refunded = EVENTS.balance.data.parse((await stream.next('balance')).data);
    expect(refunded.reason).toBe('refund');
  } while (refunded.credits !== '0.97');
  const statuses = stream.all.filter(({ event }) => event === 'message-status');
  const shapes = statuses.map(({ data }) => EVENTS['message-status'].data.parse(data));
  const failures = shapes.flatMap(({ recipients }) => recipients.filter(({ status }) => status === 'failed'));
  expect(failures.map(({ cost }) => cost)).toEqual(['0.0000', '0.0000']);
});

test('a message that a carrier took and never delivers stays sent, and charged', async () => {
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber('0001')]);
  await untilStatus(person, id, 'sent');
  // The reports of a message sent after it are in, so that its own would be too.
  const later = await send(person, [newNumber()]);
  await untilStatus(person, later.id, 'delivered');
  expect(await readMessage(person, id)).toMatchObject({ status: 'sent', actualCost: '0.0300' });
});

/** How long is waited after the first attempt in vain. */
const PAUSE_MS = 1000;

/** The carrier was tried in vain, and the message is back in the queue. */
const untilTurnedAway = (id: string) =>
  eventually('an attempt in vain', async () => {
    const [row] = await app.deps.sql<{ attempts: number; status: string }[]>`
      select attempts, status from sms_recipients where message_id = ${id}`;
    return row?.status === 'queued' && row.attempts > 0;
  });

test('an outage is waited out: nothing is lost, nothing is charged twice', async () => {
  const person = await funded(app, '1.00');
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
  const { id } = await send(person, [newNumber()]);
  await untilTurnedAway(id);
  expect(await readMessage(person, id)).toMatchObject({ status: 'queued', provider: null });
  await app.deps.sql`delete from sandbox_carriers`;
  app.clock.advance(PAUSE_MS);
  await untilStatus(person, id, 'delivered');
  expect(await balanceOf(person)).toBe('0.97');
});

test('after too many attempts in vain it is given up and refunded', async () => {
  const person = await funded(app, '1.00');
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
  const { id } = await send(person, [newNumber()]);
  await untilTurnedAway(id);
  await app.deps.sql`update sms_recipients set setbacks = 9 where message_id = ${id}`;
  app.clock.advance(PAUSE_MS);
  const failed = await untilStatus(person, id, 'failed');
  expect(failed.messageDetails.recipients[0]?.error).toBe('The carrier could not be reached');
  expect(await balanceOf(person)).toBe('1.00');
  await app.deps.sql`delete from sandbox_carriers`;
});

const resend = (sender: TestActor, id: string, headers?: Record<string, string>) =>
  sender.as(`/api/users/${sender.id}/sms/${id}/resend`, { method: 'POST', headers });

test('those whom it failed to reach get it anew, charged anew, and once for a key', async () => {
  const person = await funded(app, '1.00');
  const [arrives, fails] = [newNumber(), newNumber('0000')];
  const { id } = await send(person, [arrives, fails], 'Try again');
  await untilStatus(person, id, 'partial');
  expect(await balanceOf(person)).toBe('0.97');
  const headers = { 'idempotency-key': 'resend-1' };
  const [first, again] = [await resend(person, id, headers), await resend(person, id, headers)];
  expect(first.status).toBe(201);
  const text = await first.text();
  expect(await again.text()).toBe(text);
  const anew = smsMessage.parse(JSON.parse(text));
  expect(anew).toMatchObject({ recipients: [fails], message: 'Try again', senderId: 'Topline', cost: '0.0300' });
  expect(anew.id).not.toBe(id);
  await untilStatus(person, anew.id, 'failed');
  expect(await balanceOf(person)).toBe('0.97');
  const [row] = await app.deps.sql`select resend_of from sms_messages where id = ${anew.id}`;
  expect(row?.resend_of).toBe(id);
});

test('a message that failed for nobody, or is not there, cannot be sent anew', async () => {
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'delivered');
  expect((await resend(person, id)).status).toBe(409);
  expect((await resend(person, crypto.randomUUID())).status).toBe(404);
});

test('without the credit for it nothing is sent', async () => {
  const poor = await funded(app, '0.03');
  const { id } = await send(poor, [newNumber('0000')]);
  await untilStatus(poor, id, 'failed');
  await send(poor, [newNumber()]);
  expect((await resend(poor, id)).status).toBe(402);
});
