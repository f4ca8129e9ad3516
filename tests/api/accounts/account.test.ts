import { user } from '../../../src/callers/contract.ts';
import { readUser } from '../../../src/callers/present-user.ts';
import { call, cookieOf, makeAdmin, makeReseller, signIn, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, deliverMails, expectProblem, mailTo, openEvents, tokenIn } from '../../kit/index.ts';
import { expireSessions } from '../../../src/callers/sessions/sessions.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';

const app = await appForFile();

test('PostgreSQL writes what the contract and the program say', async () => {
  const person = await makeReseller(app, await signUp(app, { fullName: 'Zoë "Ω" O\'Neil \\', company: 'A, B' }));
  const shown: unknown = await (await person.as(`/api/users/${person.id}`)).json();
  expect(user.strict().parse(shown)).toEqual(await readUser(app.deps.db, person.id));
  expect(shown).toMatchObject({ resellerPackage: 'monthly', apiKey: `tl_live_…${person.key.slice(-4)}` });
});

const put = (person: TestActor, json: unknown, id = person.id) => person.withCookie(`/api/users/${id}`, { put: json });

test('the fields given change, the others stay', async () => {
  const person = await signUp(app, { company: 'Analytical Engines' });
  app.clock.advance(1000);
  const changes = { fullName: 'Countess Lovelace', phone: ' +44 20 7946 0000 ', callerIdType: 'phone' };
  const changed = user.parse(await (await put(person, changes)).json());
  expect(changed).toMatchObject({
    fullName: 'Countess Lovelace',
    phone: '+44 20 7946 0000',
    callerIdType: 'phone',
    company: 'Analytical Engines',
    email: person.email,
    defaultCallerId: null,
  });
  expect(changed.updatedAt > changed.createdAt).toBe(true);
  expect(await (await person.as(`/api/users/${person.id}`)).json()).toEqual(changed);
});

test('an optional field is emptied by null and by nothing but blanks', async () => {
  const person = await signUp(app, { company: 'Analytical Engines' });
  await put(person, { phone: '123', defaultCallerId: 'ADA', country: 'NG' });
  const emptied = await (await put(person, { company: null, phone: '', defaultCallerId: '  ', country: '' })).json();
  expect(emptied).toMatchObject({ company: null, phone: null, defaultCallerId: null, country: null });
});

test('a new address signs in once it is confirmed, unless somebody has it in any letter case', async () => {
  const [person, other] = [await signUp(app), await signUp(app, { email: 'taken@example.com' })];
  const refused = await put(person, { email: 'TAKEN@example.com', fullName: 'Not Kept' });
  expect(await refused.json()).toMatchObject({ status: 409, code: 'email_taken', errors: [{ path: 'email' }] });
  expect(await (await person.as(`/api/users/${person.id}`)).json()).toMatchObject({
    email: person.email,
    fullName: 'Ada Lovelace',
  });
  expect((await put(other, { email: 'Taken@Example.com' })).status).toBe(200);

  const moved = await put(person, { email: 'new@example.com' });
  expect(await moved.json()).toMatchObject({ email: person.email, pendingEmail: 'new@example.com' });
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, 'new@example.com', /^Confirm your new email address/));
  expect((await call(app, '/api/auth/confirm-email', { json: { token } }, { cookie: person.cookie })).status).toBe(200);
  const signIn = (email: string) => call(app, '/api/auth/login', { json: { email, password: person.password } });
  expect((await signIn('new@example.com')).status).toBe(200);
  expect((await signIn(person.email)).status).toBe(401);
});

test.each<Record<string, unknown>>([
  { id: Bun.randomUUIDv7() },
  { role: 'admin' },
  { credits: '999.00' },
  { status: 'suspended' },
  { resellerPackage: 'yearly', resellerExpiresAt: '2099-01-01T00:00:00.000Z' },
  { apiKey: 'tl_live_mine' },
])('a field that only the server sets is refused: %p', async (fields) => {
  const person = await signUp(app);
  expect((await put(person, { company: 'Navy', ...fields })).status).toBe(422);
  expect(await (await person.as(`/api/users/${person.id}`)).json()).toMatchObject({
    company: null,
    id: person.id,
    role: 'user',
    credits: '0.00',
    status: 'active',
    resellerPackage: null,
    resellerExpiresAt: null,
    apiKey: `tl_live_…${person.key.slice(-4)}`,
  });
});

test.each([
  [{ fullName: ' A ' }, 'fullName', 'Full name must be at least 2 characters'],
  [{ email: 'nowhere' }, 'email', 'Invalid email address'],
  [{ callerIdType: 'carrier pigeon' }, 'callerIdType', undefined],
  [{ country: 'Nigeria' }, 'country', 'Write the country as a code, like GB'],
  [{ phone: '1'.repeat(33) }, 'phone', 'At most 32 characters'],
  [{ company: 'a\u0007b' }, 'company', 'Contains characters that are not allowed'],
])('bad input %# is refused beside its field', async (body, path, message) => {
  const person = await signUp(app);
  const response = await put(person, body);
  const [error] = (await expectProblem(response, 'validation_failed')).errors ?? [];
  expect(error?.path).toBe(path);
  if (message) expect(error?.message).toBe(message);
});

test('an administrator changes somebody’s profile, and the log says what and who', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app)];
  const response = await put(admin, { fullName: 'Renamed', email: 'renamed@example.com' }, person.id);
  expect(await response.json()).toMatchObject({ id: person.id, fullName: 'Renamed' });
  expect((await put(admin, { fullName: 'Nobody' }, Bun.randomUUIDv7())).status).toBe(404);
  expect(await (await admin.as('/api/admin/activity')).json()).toContainEqual(
    expect.objectContaining({
      action: 'account.profile_changed',
      subject: person.email,
      actor: { id: admin.id, email: admin.email },
      detail: { fields: ['fullName', 'email'], from: person.email, to: 'renamed@example.com' },
    }),
  );
});

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
