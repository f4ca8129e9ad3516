import { appForFile, call, makeAdmin, openEvents, signIn, signUp, type TestActor } from '../../kit/index.ts';
import { expireSessions } from '../../../src/callers/sessions/sessions.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/kit/durations.ts';

const app = await appForFile({ background: false });
const use = async (person: TestActor) => (await person.withCookie('/api/auth/session')).status;

test('a session that is used every day ends after 90 days all the same', async () => {
  const person = await signUp(app);
  for (let days = 0; days < 87; days += 29) {
    app.clock.advance(29 * DAY_MS);
    expect(await use(person)).toBe(200);
  }
  app.clock.advance(3 * DAY_MS - 1);
  expect(await use(person)).toBe(200);
  app.clock.advance(1);
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

test('a stream ends with its session: after 90 days, and an administrator’s after 12 hours', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app)];
  for (let days = 0; days < 87; days += 29) {
    app.clock.advance(29 * DAY_MS);
    expect(await use(person)).toBe(200);
  }
  const own = await openEvents(app, { cookie: person.cookie });
  const later = await signIn(app, admin);
  const theirs = await openEvents(app, { cookie: later });
  await using byKey = await openEvents(app, { authorization: `Bearer ${admin.key}` });
  app.clock.advance(12 * HOUR_MS - 1000);
  await expireSessions(app.deps);
  expect((await call(app, '/api/auth/session', {}, { cookie: later })).status).toBe(200);
  app.clock.advance(12 * HOUR_MS);
  await expireSessions(app.deps);
  await theirs.ended;
  expect(Bun.peek.status(own.ended)).toBe('pending');
  app.clock.advance(3 * DAY_MS);
  await expireSessions(app.deps);
  await own.ended;
  expect(Bun.peek.status(byKey.ended)).toBe('pending');
});
