import { connect } from 'node:net';
import { createApp } from '../../../src/app.ts';
import { appForFile, codeOf, expectProblem, funded, makeAdmin, problemOf, signUp } from '../../kit/index.ts';
import { readAs, withId } from '../../kit/read.ts';
import { purchaseOf, submitAs } from '../payments/payments.ts';

const app = await appForFile({ background: false });

function sendRaw(request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(request));
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('end', () => resolve(answer));
  socket.on('close', () => resolve(answer));
  socket.on('error', reject);
  return promise;
}

test.each(['a b', '[', 'host:port:port', '%zz', 'a/b', '<script>'])(
  'a Host that is none, %p, is a small 400 and nothing of the program',
  async (host) => {
    const answer = await sendRaw(`GET /api/auth/session HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.length).toBeLessThan(2000);
    expect(answer).not.toContain('.ts');
    expect(answer).not.toContain('node_modules');
  },
);

test('the runtime answers with no page of its own', async () => {
  const server = createApp(app.deps).listen({ hostname: '127.0.0.1', port: 0 });
  expect(server.server?.development).toBe(false);
  await server.stop();
});

test('a body that is no UTF-8 is 400, and nothing of it is kept', async () => {
  const person = await signUp(app);
  const json = Buffer.from(JSON.stringify({ fullName: 'Ada XX Lovelace' }), 'latin1');
  json[json.indexOf('XX')] = 0xff;
  const response = await person.withCookie(`/api/users/${person.id}`, {
    method: 'PUT',
    body: json,
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  expect(await codeOf(response)).toBe('malformed_json');
});

const NAMES = Array.from({ length: 50_000 }, (_, place) => `name ${place}`);
/** Long enough to be parsed in slices. */
const long = (name: string) => JSON.stringify({ recipients: NAMES, message: name, fields: [] });

test.each<[string, string, Awaited<ReturnType<typeof codeOf>>]>([
  ['breaks off', long('text').slice(0, -1), 'malformed_json'],
  ['goes on behind its end', `${long('text')} 1`, 'malformed_json'],
  ['has a comma too many', long('text').replace('","', '",,"'), 'malformed_json'],
  ['begins with a byte order mark', `\ufeff${long('text')}`, 'malformed_json'],
  ['is no object', `[${long('text')}]`, 'validation_failed'],
  ['names a field twice, the last time as no text', long('text').replace(/\}$/, ',"message":1}'), 'validation_failed'],
  ['is well, but for its numbers', long('\ud83d\ude00 "\\ \u2028'), 'validation_failed'],
])('a long body that %s is refused as a short one is', async (_, body, code) => {
  const person = await signUp(app);
  const response = await person.as(`/api/users/${person.id}/sms/quote`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(await codeOf(response)).toBe(code);
});

test('a field or a parameter that does not exist is refused, and nothing is done', async () => {
  const admin = await makeAdmin(app);
  const payer = await signUp(app);
  const { id } = await readAs(await submitAs(payer, purchaseOf()), withId);
  const said = async (response: Response) => [response.status, (await problemOf(response)).errors?.[0]];
  expect(
    await said(
      await admin.withCookie('/api/admin/verify-payment', { json: { transactionId: id, receivedAmount: '1.00' } }),
    ),
  ).toMatchObject([
    422,
    { path: 'receivedAmount', message: 'There is no field receivedAmount: did you mean amountReceived?' },
  ]);
  expect(await said(await admin.as('/api/admin/users.csv?since=2026-01-01'))).toMatchObject([422, { path: 'since' }]);
  expect((await payer.as(`/api/users/${payer.id}/transactions`)).status).toBe(200);
  const [row] = await app.deps.sql`select status from transactions where id = ${id}`;
  expect(row?.status).toBe('pending');
});

test('an Authorization header with more than a key in it is nobody’s', async () => {
  const person = await signUp(app);
  const as = (authorization: string) => app.fetch(`/api/users/${person.id}`, { headers: { authorization } });
  expect((await as(`Bearer ${person.key}`)).status).toBe(200);
  for (const more of [`Bearer ${person.key} B`, `Bearer ${person.key}, Basic x`, `Bearer\t${person.key} x`]) {
    expect((await as(more)).status).toBe(401);
  }
});

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
  await expectProblem(await app.fetch('/api/callbacks/sandbox', { method: 'POST', body }), 'payload_too_large');
});
