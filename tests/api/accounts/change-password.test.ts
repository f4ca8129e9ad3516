import { appForFile, call, makeAdmin, openEvents, signIn, signUp, type TestActor } from '../../kit/index.ts';
import { startTestApp } from '../../kit/app.ts';

const app = await appForFile();

const put = (person: TestActor, currentPassword: string, newPassword: string, id = person.id) =>
  person.withCookie(`/api/users/${id}/password`, { method: 'PUT', json: { currentPassword, newPassword } });

const login = ({ email }: TestActor, password: string) => call(app, '/api/auth/login', { json: { email, password } });

test('the new password signs in, the old one does not', async () => {
  const person = await signUp(app);
  expect((await put(person, person.password, 'another horse')).status).toBe(204);
  expect((await login(person, person.password)).status).toBe(401);
  expect((await login(person, 'another horse')).status).toBe(200);
});

test('the other sessions end with their streams; this one and the key stay', async () => {
  const person = await signUp(app);
  const other = await signIn(app, person);
  const [ending, own, key] = await Promise.all([
    openEvents(app, { cookie: other }),
    openEvents(app, { cookie: person.cookie }),
    openEvents(app, { authorization: `Bearer ${person.key}` }),
  ]);
  expect((await put(person, person.password, 'another horse')).status).toBe(204);
  await ending.ended;
  expect((await call(app, '/api/auth/session', {}, { cookie: other })).status).toBe(401);
  expect((await person.withCookie('/api/auth/session')).status).toBe(200);
  expect((await person.as('/api/auth/session')).status).toBe(200);
  expect([own, key].map((stream) => Bun.peek.status(stream.ended))).toEqual(['pending', 'pending']);
  await Promise.all([own.close(), key.close()]);
});

test('a wrong current password is named and changes nothing', async () => {
  const person = await signUp(app);
  const other = await signIn(app, person);
  expect(await (await put(person, 'not the password', 'another horse')).json()).toMatchObject({
    status: 422,
    code: 'wrong_password',
    errors: [{ path: 'currentPassword' }],
  });
  expect((await call(app, '/api/auth/session', {}, { cookie: other })).status).toBe(200);
  expect((await login(person, person.password)).status).toBe(200);
});

test('a new password that is too short is refused in the words of the form', async () => {
  const person = await signUp(app);
  expect(await (await put(person, person.password, '12345')).json()).toMatchObject({
    status: 422,
    code: 'validation_failed',
    errors: [{ path: 'newPassword', message: 'Password must be at least 6 characters' }],
  });
});

test('one of two changes at once wins', async () => {
  const person = await signUp(app);
  const [one, two] = await Promise.all([
    put(person, person.password, 'another horse'),
    put(person, person.password, 'a third horse'),
  ]);
  expect([one.status, two.status].sort()).toEqual([204, 422]);
  const winner = one.status === 204 ? 'another horse' : 'a third horse';
  expect((await login(person, winner)).status).toBe(200);
});

test('an administrator needs the account’s own password too, and ends all of its sessions', async () => {
  const [person, admin] = [await signUp(app), await makeAdmin(app, await signUp(app, { password: 'admin horse' }))];
  expect((await put(admin, admin.password, 'another horse', person.id)).status).toBe(422);
  expect((await put(admin, person.password, 'another horse', person.id)).status).toBe(204);
  expect((await person.withCookie('/api/auth/session')).status).toBe(401);
  expect((await admin.withCookie('/api/auth/session')).status).toBe(200);
  expect((await put(admin, person.password, 'another horse', Bun.randomUUIDv7())).status).toBe(404);
  expect(await (await admin.as('/api/admin/activity')).json()).toContainEqual(
    expect.objectContaining({
      action: 'password.changed',
      subject: person.email,
      detail: { sessionsEnded: 1, keysRevoked: 0 },
      actor: { id: admin.id, email: admin.email },
    }),
  );
});

test('guessing the current password in a stolen session is stopped', async () => {
  await using strict = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const person = await signUp(strict);
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => put(person, `guess ${i}`, 'stolen')));
  expect(guesses.map((each) => each.status).sort()).toEqual([...Array<number>(10).fill(422), 429, 429]);
});

test('the API keys end with the password, where that is asked for', async () => {
  const person = await signUp(app);
  const change = (currentPassword: string, newPassword: string, revokeKeys?: boolean) =>
    person.withCookie(`/api/users/${person.id}/password`, { put: { currentPassword, newPassword, revokeKeys } });
  expect((await change(person.password, 'another horse')).status).toBe(204);
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(200);
  expect((await change('another horse', 'a third horse', true)).status).toBe(204);
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(401);
});
