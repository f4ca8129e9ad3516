import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ background: false });
});
afterAll(() => app.stop());

const use = async (person: TestActor) => (await person.withCookie('/api/auth/session')).status;

test('a session that is used every day ends after 90 days all the same', async () => {
  const person = await signUp(app);
  for (let days = 0; days < 87; days += 29) {
    app.clock.advance(29 * DAY_MS);
    expect(await use(person)).toBe(200);
  }
  app.clock.advance(3 * DAY_MS + 1000);
  expect(await use(person)).toBe(401);
  // A key is no session.
  expect((await person.as('/api/auth/session')).status).toBe(200);
});

test('the cookie does not outlive the session', async () => {
  const person = await signUp(app);
  app.clock.advance(29 * DAY_MS);
  await use(person);
  app.clock.advance(29 * DAY_MS);
  await use(person);
  app.clock.advance(29 * DAY_MS);
  const [cookie] = (await person.withCookie('/api/auth/session')).headers.getSetCookie();
  const expires = Date.parse(/expires=([^;]+)/i.exec(cookie ?? '')?.[1] ?? '');
  expect(expires - app.clock.now().getTime()).toBeLessThanOrEqual(3 * DAY_MS);
});

test('an administrator’s session ends after 12 hours without use', async () => {
  const admin = await makeAdmin(app);
  const person = await signUp(app);
  app.clock.advance(11 * HOUR_MS);
  expect(await use(admin)).toBe(200);
  app.clock.advance(11 * HOUR_MS);
  expect(await use(admin)).toBe(200);
  app.clock.advance(12 * HOUR_MS + 1000);
  expect(await use(admin)).toBe(401);
  expect(await use(person)).toBe(200);
});
