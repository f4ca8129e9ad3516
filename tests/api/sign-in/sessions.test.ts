import { openSession } from '../../../src/callers/sign-in/session-contract.ts';
import { describeDevice } from '../../../src/callers/sign-in/device.ts';
import { readAs, appForFile, call, makeAdmin, openEvents, signIn, signUp, type TestActor } from '../../kit/index.ts';

const app = await appForFile();

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0';

const listed = async (by: TestActor, of: TestActor = by) => {
  return await readAs(by.withCookie(`/api/users/${of.id}/sessions`), openSession.array());
};
const end = (by: TestActor, of: TestActor, id: string) =>
  by.withCookie(`/api/users/${of.id}/sessions/${id}`, { method: 'DELETE' });
const stillIn = async (cookie: string) => (await call(app, '/api/auth/session', {}, { cookie })).status;

test('lists where one is signed in, with device and address, the one that asks marked', async () => {
  const person = await signUp(app);
  const { email, password } = person;
  await call(app, '/api/auth/login', { json: { email, password }, headers: { 'user-agent': WINDOWS } });
  const sessions = await listed(person);
  expect(sessions).toHaveLength(2);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const other = sessions.find(({ current }) => !current);
  expect(other).toMatchObject({ device: { browser: 'Edge', system: 'Windows' }, address: '127.0.0.1' });
  app.clock.advance(5 * 60_000);
  expect((await listed(person))[0]).toMatchObject({ current: true, lastUsedAt: app.clock.now().toISOString() });
});

test('one session ends at once, with its streams, and the others hear of it', async () => {
  const person = await signUp(app);
  const elsewhere = await signIn(app, person);
  const [there, here] = await Promise.all([
    openEvents(app, { cookie: elsewhere }),
    openEvents(app, { cookie: person.cookie }),
  ]);
  const other = (await listed(person)).find(({ current }) => !current);
  expect((await end(person, person, other?.id ?? '')).status).toBe(204);
  await there.ended;
  expect(await stillIn(elsewhere)).toBe(401);
  expect((await here.next('security-changed')).data).toMatchObject({ userId: person.id, what: 'sessions' });
  expect(Bun.peek.status(here.ended)).toBe('pending');
  expect(await listed(person)).toHaveLength(1);
  await here.close();
});

test('all but this one end together', async () => {
  const person = await signUp(app);
  const others = [await signIn(app, person), await signIn(app, person)];
  expect((await person.withCookie(`/api/users/${person.id}/sessions`, { method: 'DELETE' })).status).toBe(204);
  for (const cookie of others) expect(await stillIn(cookie)).toBe(401);
  expect(await stillIn(person.cookie)).toBe(200);
  expect((await person.as('/api/auth/session')).status).toBe(200);
});

test('the API keys end with the other sessions, where that is asked for', async () => {
  const person = await signUp(app);
  const path = `/api/users/${person.id}/sessions`;
  const readsByKey = async () => (await person.as(`/api/users/${person.id}`)).status;
  expect((await person.withCookie(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readsByKey()).toBe(200);
  expect((await person.withCookie(`${path}?keys=revoke`, { method: 'DELETE' })).status).toBe(204);
  expect(await readsByKey()).toBe(401);
  expect((await person.withCookie(`/api/users/${person.id}`)).status).toBe(200);
});

test('an administrator sees and ends them, none of them marked as theirs', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app)];
  const [session] = await listed(admin, person);
  expect(session?.current).toBe(false);
  expect((await end(admin, person, session?.id ?? '')).status).toBe(204);
  expect(await stillIn(person.cookie)).toBe(401);
});

test.each([
  [WINDOWS, 'Edge', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['curl/8.5.0', 'curl', null],
  ['', null, null],
  ['Mozilla/5.0', null, null],
])('%p is %p on %p', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});
