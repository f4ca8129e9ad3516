import { eq } from 'drizzle-orm';
import { objects, throttles } from '../../../db/schema/index.ts';
import { readConfig } from '../../../src/config.ts';
import { expireUnusedUploads } from '../../../src/edge/uploads/expire-unused.ts';
import { call, signIn, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, eventually, expectProblem, openEvents, startTestApp } from '../../kit/index.ts';
import { purchaseOf, statuses, submitAs } from '../payments/payments.ts';
import { requestLink, storedFiles, uploadReceipt } from '../uploads/uploads.ts';

/** The limits of one account for things that everybody pays for: each test is the flood that has to end. */

const QUOTAS = {
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '1',
  STREAMS_AT_ONCE: '3',
  PENDING_PAYMENTS: '3',
  UNUSED_RECEIPTS: '3',
  UPLOADS_MB: '20',
  CHANGES_A_DAY: '40',
};

let person: TestActor;
const app = await appForFile({ background: false, env: QUOTAS });
beforeEach(async () => {
  person = await signUp(app);
});

test('unless a setting says otherwise, there are so many', () => {
  expect(readConfig({ SESSION_SECRET: 'a secret that only this test knows' })).toMatchObject({
    quotas: { streams: 20, unusedUploads: 20, uploadBytes: 200_000_000 },
    pendingPayments: 10,
    changesADay: 2000,
  });
});

const askForLink = (as: TestActor = person) => as.as('/api/objects/upload', { method: 'PUT' });

test('an account has so many event streams open, and one more when one is closed', async () => {
  const headers = { authorization: `Bearer ${person.key}` };
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${app.url}/api/events`, { headers })));
  expect(statuses(answers)).toEqual({ 200: 3, 429: 7 });
  const refused = answers.find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({
    code: 'rate_limited',
    detail: 'An account may have 3 event streams open. Please close one first.',
  });
  await Promise.all(answers.filter(({ ok }) => ok).map(({ body }) => body?.cancel()));
  // The server hears of a closed connection a moment later.
  const opened = await eventually('a place is free', () => openEvents(app, headers).catch(() => null));
  await opened.close();
});

test('an account has so many payments waiting, however many it submits at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => submitAs(person, purchaseOf())));
  expect(statuses(answers)).toEqual({ 201: 3, 409: 7 });
  const problem = await expectProblem(await submitAs(person, purchaseOf()), 'not_allowed_now');
  expect(problem.detail).toStartWith('Your payments waiting to be verified: 3.');
  const other = await signUp(app);
  expect((await submitAs(other, purchaseOf())).status).toBe(201);
});

test('an account has so many receipts that nothing refers to', async () => {
  const links = await Promise.all(Array.from({ length: 8 }, () => askForLink()));
  expect(statuses(links)).toEqual({ 200: 3, 409: 5 });
  const other = await signUp(app);
  const receipts = [await uploadReceipt(other), await uploadReceipt(other), await uploadReceipt(other)];
  await expectProblem(await askForLink(other), 'not_allowed_now');
  expect((await submitAs(other, purchaseOf({ receiptImageUrl: receipts[0] }))).status).toBe(201);
  expect((await askForLink(other)).status).toBe(200);
});

test('a receipt that nothing refers to goes after a day with its file; one in use stays', async () => {
  const kept = await uploadReceipt(person);
  const forgotten = await uploadReceipt(person);
  expect((await submitAs(person, purchaseOf({ receiptImageUrl: kept }))).status).toBe(201);
  const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const files = async (path: string) => (await storedFiles(app)).filter((name) => name.startsWith(idOf(path))).length;
  app.clock.advance(24 * 3_600_000 - 1);
  await expireUnusedUploads(app.deps);
  expect(await files(forgotten)).toBe(1);
  app.clock.advance(2);
  await expireUnusedUploads(app.deps);
  expect(await files(forgotten)).toBe(0);
  expect((await person.as(forgotten)).status).toBe(404);
  expect(await files(kept)).toBe(1);
  expect((await person.as(kept)).status).toBe(200);
  await expectProblem(await submitAs(person, purchaseOf({ receiptImageUrl: forgotten })), 'validation_failed');
});

test('all uploads of an account come to so many bytes', async () => {
  const receipt = await uploadReceipt(person);
  expect((await submitAs(person, purchaseOf({ receiptImageUrl: receipt }))).status).toBe(201);
  await app.deps.db.update(objects).set({ bytes: 14_900_000 }).where(eq(objects.ownerId, person.id));
  // A link that is still open may bring 5 MB.
  await requestLink(person);
  await expectProblem(await askForLink(), 'not_allowed_now');
});

test('an account makes so many changes in a day, whatever it changes; what it deletes, reads or ends does not count', async () => {
  const path = `/api/users/${person.id}`;
  const change = (company: string) => person.as(path, { method: 'PUT', json: { company } });
  const block = (number: string) => person.as(`${path}/blocked-callers`, { json: { number } });
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => change(`Company ${n}`)),
    ...Array.from({ length: 30 }, (_, n) => block(`+4479000001${10 + n}`)),
  ]);
  const { 429: refused, ...others } = statuses(answers);
  expect(refused).toBe(20);
  expect(Object.values(others).reduce((sum, each) => sum + each, 0)).toBe(40);
  expect((await person.as(path)).status).toBe(200);
  expect((await person.withCookie('/api/auth/logout', { method: 'POST' })).status).toBe(204);
  const other = await signUp(app);
  expect((await other.as(`/api/users/${other.id}`, { method: 'PUT', json: { company: 'X' } })).status).toBe(200);
  app.clock.advance(25 * 3_600_000);
  expect((await change('Company of tomorrow')).status).toBe(200);
});

test('an account signs in 500 times a day', async () => {
  const { db } = app.deps;
  await signIn(app, person);
  const key = `sign-ins:user:${person.id}`;
  const [counted] = await db.update(throttles).set({ attempts: 499 }).where(eq(throttles.key, key)).returning();
  expect(counted?.attempts).toBe(499);
  const enter = () => call(app, '/api/auth/login', { json: { email: person.email, password: person.password } });
  expect((await enter()).status).toBe(200);
  await expectProblem(await enter(), 'rate_limited');
  app.clock.advance(25 * 3_600_000);
  expect((await enter()).status).toBe(200);
});

test('with RATE_LIMITS=off there are no such limits', async () => {
  await using open = await startTestApp({
    background: false,
    databaseUrl: app.databaseUrl,
    env: { ...QUOTAS, RATE_LIMITS: 'off' },
  });
  const busy = await signUp(open);
  for (let n = 0; n < 6; n++) {
    expect((await submitAs(busy, purchaseOf())).status).toBe(201);
    expect((await askForLink(busy)).status).toBe(200);
    const json = { company: `Company ${n}` };
    expect((await busy.as(`/api/users/${busy.id}`, { method: 'PUT', json })).status).toBe(200);
  }
  const headers = { authorization: `Bearer ${busy.key}` };
  const streams = await Promise.all(Array.from({ length: 6 }, () => openEvents(open, headers)));
  await Promise.all(streams.map((stream) => stream.close()));
});
