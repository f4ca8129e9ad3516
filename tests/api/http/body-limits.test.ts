import { expect, test } from 'bun:test';
import { funded, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { expectProblem } from '../../kit/problems.ts';

/** How much each route reads. */

const app = await appForFile({ background: false });

const KB = 1024;
const json = { 'content-type': 'application/json' };
/** JSON with so many blanks behind it. */
const padded = (value: object, bytes: number) => JSON.stringify(value) + ' '.repeat(bytes);
const signInOf = (bytes: number) => padded({ email: 'a@example.com', password: 'a wrong guess' }, bytes);

/** A body whose length nobody announces. */
const unannounced = (text: string) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < text.length; at += 4 * KB) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 4 * KB)));
      }
      controller.close();
    },
  });

test('nobody signs in with more than 16 kB, whether its length is announced or not', async () => {
  const signIn = (body: string | ReadableStream) =>
    app.fetch('/api/auth/login', { method: 'POST', headers: json, body });
  await expectProblem(await signIn(signInOf(17 * KB)), 'payload_too_large');
  await expectProblem(await signIn(unannounced(signInOf(17 * KB))), 'payload_too_large');
  // Less is read, and answered for what it is.
  await expectProblem(await signIn(signInOf(15 * KB)), 'invalid_credentials');
  await expectProblem(await signIn(unannounced(signInOf(15 * KB))), 'invalid_credentials');
});

test('callers send 64 kB at most, but a message to many may weigh what it weighs', async () => {
  const person = await signUp(app);
  const change = (bytes: number) =>
    person.withCookie(`/api/users/${person.id}`, {
      method: 'PUT',
      headers: json,
      body: padded({ company: 'Ada & Co' }, bytes),
    });
  await expectProblem(await change(65 * KB), 'payload_too_large');
  expect((await change(60 * KB)).status).toBe(200);
  const sender = await funded(app, '500.00');
  const recipients = Array.from({ length: 10_000 }, (_, n) => `+4477009${String(n).padStart(5, '0')}`);
  const sent = await sender.as(`/api/users/${sender.id}/sms`, {
    json: { senderId: 'TOPLINE', recipients, message: 'Hello' },
  });
  expect(sent.status).toBe(201);
});

test('a report of a carrier is read no further than 256 kB', async () => {
  const body = unannounced('x'.repeat(300 * KB));
  const response = await app.fetch('/api/callbacks/sandbox', { method: 'POST', body });
  await expectProblem(response, 'payload_too_large');
});
