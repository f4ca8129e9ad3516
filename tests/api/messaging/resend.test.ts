import { expect, test } from 'bun:test';
import { appForFile, balanceOf, funded, newNumber, send, signUp, untilStatus } from '../../kit/index.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';

const app = await appForFile({ soundBooks: true });
const person = await funded(app, '1.00');

const resend = (id: string, headers?: Record<string, string>) =>
  person.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST', headers });

test('those whom it failed to reach get it anew, charged anew, and once for a key', async () => {
  const [arrives, fails] = [newNumber(), newNumber('0000')];
  const { id } = await send(person, [arrives, fails], 'Try again');
  await untilStatus(person, id, 'partial');
  expect(await balanceOf(person)).toBe('0.97');
  const headers = { 'idempotency-key': 'resend-1' };
  const [first, again] = [await resend(id, headers), await resend(id, headers)];
  expect(first.status).toBe(201);
  const text = await first.text();
  expect(await again.text()).toBe(text);
  const anew = smsMessage.parse(JSON.parse(text));
  expect(anew).toMatchObject({
    recipients: [fails],
    message: 'Try again',
    senderId: 'Topline',
    cost: '0.0300',
  });
  expect(anew.id).not.toBe(id);
  await untilStatus(person, anew.id, 'failed');
  expect(await balanceOf(person)).toBe('0.97');
  const [row] = await app.deps.sql`select resend_of from sms_messages where id = ${anew.id}`;
  expect(row?.resend_of).toBe(id);
});

test('a message that failed for nobody, or is not there, cannot be sent anew', async () => {
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'delivered');
  expect((await resend(id)).status).toBe(409);
  expect((await resend(crypto.randomUUID())).status).toBe(404);
  const stranger = await signUp(app);
  const theirs = await stranger.as(`/api/users/${person.id}/sms/${id}/resend`, { method: 'POST' });
  expect(theirs.status).toBe(403);
});

test('without the credit for it nothing is sent', async () => {
  const poor = await funded(app, '0.03');
  const { id } = await send(poor, [newNumber('0000')]);
  await untilStatus(poor, id, 'failed');
  await send(poor, [newNumber()]);
  const response = await poor.as(`/api/users/${poor.id}/sms/${id}/resend`, { method: 'POST' });
  expect(response.status).toBe(402);
});
