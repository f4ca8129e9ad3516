import { expect, test } from 'bun:test';
import { expireSessions } from '../../../src/callers/sessions/sessions.ts';
import { call, cookieOf, signIn, signUp } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { openEvents } from '../../kit/sse.ts';

const DAY_MS = 86_400_000;

const app = await appForFile();

const session = (cookie: string) => call(app, '/api/auth/session', {}, { cookie });

test('signing out ends this session, its streams and nothing else', async () => {
  const person = await signUp(app);
  const other = await signIn(app, person);
  const [ending, staying] = await Promise.all([
    openEvents(app, { cookie: person.cookie }),
    openEvents(app, { cookie: other }),
  ]);
  const response = await person.withCookie('/api/auth/logout', { method: 'POST' });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  expect(response.headers.getSetCookie()[0]).toContain('Max-Age=0');
  await ending.ended;
  expect((await session(person.cookie)).status).toBe(401);
  expect((await person.withCookie('/api/auth/logout', { method: 'POST' })).status).toBe(401);
  expect((await session(other)).status).toBe(200);
  expect((await person.as('/api/auth/session')).status).toBe(200);
  expect(Bun.peek.status(staying.ended)).toBe('pending');
  await staying.close();
});

test('signing out with a key ends no session', async () => {
  const person = await signUp(app);
  expect((await person.as('/api/auth/logout', { method: 'POST' })).status).toBe(204);
  expect((await person.as('/api/auth/session')).status).toBe(200);
  expect((await session(person.cookie)).status).toBe(200);
});

test('a session in use lasts, one left alone for 30 days ends', async () => {
  const person = await signUp(app);
  expect((await session(person.cookie)).headers.getSetCookie()).toEqual([]);
  for (let i = 0; i < 2; i++) {
    app.clock.advance(20 * DAY_MS);
    const renewed = await session(person.cookie);
    expect(renewed.status).toBe(200);
    // The cookie itself lasts longer too, with the same token.
    expect(cookieOf(renewed)).toBe(person.cookie);
    expect((await session(person.cookie)).headers.getSetCookie()).toEqual([]);
  }
  const other = await signIn(app, person);
  app.clock.advance(30 * DAY_MS - 1);
  expect((await session(other)).status).toBe(200);
  app.clock.advance(1);
  expect((await session(person.cookie)).status).toBe(401);
  await expireSessions(app.deps);
  const [left] = await app.deps.sql`select count(*)::int as count from sessions where user_id = ${person.id}`;
  expect(left?.count).toBe(1);
});

test('a cookie that was not signed here is no session', async () => {
  const person = await signUp(app);
  const [token, signature] = person.cookie.replace('session=', '').split('.');
  for (const cookie of [`session=${token}`, `session=${token}.x`, `session=x.${signature}`, 'session=']) {
    expect((await session(cookie)).status).toBe(401);
  }
});
