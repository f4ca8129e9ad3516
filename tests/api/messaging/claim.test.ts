import { afterAll, beforeAll, expect, test } from 'bun:test';
import { claimRecipients } from '../../../src/messaging/claim.ts';
import { credit, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { newNumber, send } from '../../kit/messages.ts';

let app: TestApp;
let person: TestActor;
beforeAll(async () => {
  app = await startTestApp();
  person = await signUp(app);
  await credit(app, person, '100.00');
  // With no carrier to send through the queue stays as it is, and the test is the one that claims.
  await app.fetch('/api/telecom/providers', { headers: { authorization: `Bearer ${person.key}` } });
  await app.deps.sql`update provider_state set active = 'nobody'`;
});
afterAll(() => app.stop());

test('of claims at once none takes what another has', async () => {
  const { id } = await send(
    person,
    Array.from({ length: 400 }, () => newNumber()),
  );
  const claims = await Promise.all(
    Array.from({ length: 40 }, () => claimRecipients(app.deps, 'sandbox', 10)),
  );
  const claimed = claims.flat();
  expect(claimed.every((recipient) => recipient.message_id === id)).toBe(true);
  expect(new Set(claimed.map((recipient) => recipient.id)).size).toBe(claimed.length);
  // One that finds the next rows taken may come away with fewer, but never with nothing for ever.
  expect(claimed.length + (await claimRecipients(app.deps, 'sandbox', 400)).length).toBe(400);
});

test('messages to a few go before those to many, and what is not due waits', async () => {
  const many = await send(
    person,
    Array.from({ length: 11 }, () => newNumber()),
  );
  const later = await send(person, [newNumber()]);
  const few = await send(person, [newNumber()]);
  await app.deps
    .sql`update sms_recipients set due_at = due_at + interval '1 hour' where message_id = ${later.id}`;
  const messages = async (limit: number) =>
    (await claimRecipients(app.deps, 'sandbox', limit)).map((recipient) => recipient.message_id);
  expect(await messages(1)).toEqual([few.id]);
  expect(await messages(100)).toEqual(Array.from({ length: 11 }, () => many.id));
  app.clock.advance(3_600_000);
  expect(await messages(100)).toEqual([later.id]);
});
