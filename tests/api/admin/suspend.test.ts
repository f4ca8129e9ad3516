import { actorOf, call, makeAdmin, signIn, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, mailTo, openEvents } from '../../kit/index.ts';

/** Two processes on one database. */
const env = { SESSION_SECRET: 'one secret for all processes that serve one database' };
const app = await appForFile({ env });
const other = await appForFile({ env, beside: app });
let admin = await makeAdmin(app);

const put = (who: TestActor, verb: 'suspend' | 'activate', id: string) =>
  who.withCookie(`/api/admin/users/${id}/${verb}`, { method: 'PUT' });
const session = (who: TestActor) => who.withCookie('/api/auth/session');

test('a suspended account is shut out in every process at once, and let in again', async () => {
  const person = await signUp(app);
  const elsewhere = actorOf(other, person);
  expect(await (await put(admin, 'suspend', person.id)).json()).toMatchObject({ id: person.id, status: 'suspended' });
  for (const who of [person, elsewhere]) {
    for (const answer of [await session(who), await who.as('/api/auth/session'), await who.as('/api/events')]) {
      expect(await answer.json()).toMatchObject({ status: 403, code: 'account_suspended' });
    }
  }
  expect(await (await put(admin, 'activate', person.id)).json()).toMatchObject({ status: 'active' });
  expect((await session(elsewhere)).status).toBe(200);
  expect((await elsewhere.as('/api/auth/session')).status).toBe(200);
});

test('all streams of a suspended account close in every process, after telling why; others stay', async () => {
  const [person, bystander] = [await signUp(app), await signUp(app)];
  const cookie = { cookie: person.cookie };
  const streams = await Promise.all([
    openEvents(app, cookie),
    openEvents(other, cookie),
    openEvents(other, { authorization: `Bearer ${person.key}` }),
  ]);
  const staying = await openEvents(other, { cookie: bystander.cookie });
  const watching = await openEvents(other, { cookie: admin.cookie });
  await put(admin, 'suspend', person.id);
  for (const stream of streams) {
    const { data } = await stream.next('user-status');
    expect(data).toMatchObject({ userId: person.id, status: 'suspended' });
    await stream.ended;
  }
  expect((await watching.next('user-status')).data).toMatchObject({ userId: person.id, status: 'suspended' });
  await put(admin, 'activate', person.id);
  expect((await watching.next('user-status')).data).toMatchObject({ userId: person.id, status: 'active' });
  expect(staying.all.filter(({ event }) => event !== 'heartbeat')).toEqual([]);
  expect(Bun.peek.status(staying.ended)).toBe('pending');
  await Promise.all([staying.close(), watching.close()]);
});

test('a stream that is being opened at that moment does not stay open', async () => {
  const person = await signUp(other);
  const { bus } = other.deps;
  const subscribe = bus.subscribe.bind(bus);
  bus.subscribe = async (subscriber) => {
    await put(admin, 'suspend', person.id);
    return subscribe(subscriber);
  };
  const response = await person.as('/api/events');
  bus.subscribe = subscribe;
  expect(response.status).toBe(401);
  expect(bus.streams).toBe(0);
});

test('sign-out, a rotated key and a changed password close streams in the other process too', async () => {
  const person = await signUp(app);
  const [leaving, changing] = [await signIn(app, person), await signIn(app, person)];
  const [signedOut, key, password] = await Promise.all([
    openEvents(other, { cookie: leaving }),
    openEvents(other, { authorization: `Bearer ${person.key}` }),
    openEvents(other, { cookie: changing }),
  ]);
  await call(app, '/api/auth/logout', { method: 'POST' }, { cookie: leaving });
  await signedOut.ended;
  expect([key, password].map((stream) => Bun.peek.status(stream.ended))).toEqual(['pending', 'pending']);
  await person.withCookie(`/api/users/${person.id}/api-key`, { method: 'POST' });
  await key.ended;
  expect(Bun.peek.status(password.ended)).toBe('pending');
  await person.withCookie(`/api/users/${person.id}/password`, {
    put: { currentPassword: person.password, newPassword: 'another horse' },
  });
  await password.ended;
});

test('doing it twice changes nothing and is written down once', async () => {
  const person = await signUp(app);
  for (let i = 0; i < 2; i++) expect((await put(admin, 'suspend', person.id)).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await put(admin, 'activate', person.id)).status).toBe(200);
  const rows = await app.deps.sql`
    select action, actor_id, subject from audit_log
    where subject_user_id = ${person.id} and action <> 'account.registered' order by id`;
  expect(rows.map(({ action, actor_id, subject }) => [action, actor_id, subject])).toEqual([
    ['account.suspended', admin.id, person.email],
    ['account.activated', admin.id, person.email],
  ]);
});

test('nobody suspends themselves, or somebody who is not there', async () => {
  expect(await (await put(admin, 'suspend', admin.id)).json()).toMatchObject({ status: 409, code: 'not_allowed_now' });
  expect((await session(admin)).status).toBe(200);
  expect((await put(admin, 'suspend', Bun.randomUUIDv7())).status).toBe(404);
  expect((await put(admin, 'activate', Bun.randomUUIDv7())).status).toBe(404);
});

test('two administrators who suspend each other at once leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const rival = await makeAdmin(app);
    const here = admin;
    const there = actorOf(other, rival);
    const answers = await Promise.all([put(here, 'suspend', rival.id), put(there, 'suspend', admin.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const [left] = await app.deps.sql`
      select count(*)::int as count from users where role = 'admin' and status = 'active'`;
    expect(left?.count).toBe(1);
    if (answers[1]?.status === 200) admin = rival;
  }
});

test('an administrator suspends another one, but never the last', async () => {
  const second = await makeAdmin(app);
  expect((await put(admin, 'suspend', second.id)).status).toBe(200);
  expect((await put(second, 'suspend', admin.id)).status).toBe(403);
  expect((await put(admin, 'activate', second.id)).status).toBe(200);
  expect((await put(second, 'suspend', admin.id)).status).toBe(200);
});

test('its owner gets a letter with the reason, once, and the reason stands in the activity', async () => {
  const [chief, person] = [await makeAdmin(app), await signUp(app)];
  const suspendFor = (reason: string) =>
    chief.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT', json: { reason } });
  expect((await suspendFor('Unpaid penalties')).status).toBe(200);
  expect((await suspendFor('Another reason')).status).toBe(200);
  const letter = await Promise.any([app, other].map((process) => mailTo(process, person.email, /suspended/)));
  expect(letter.text).toContain('Unpaid penalties');
  const [noted] = await app.deps.sql`
    select detail from audit_log where action = 'account.suspended' and subject_user_id = ${person.id}`;
  expect(noted?.detail).toEqual({ reason: 'Unpaid penalties' });
  const letters = await app.deps.sql`
    select 1 from mails where user_id = ${person.id} and kind = 'account_suspended'`;
  expect(letters).toHaveLength(1);
  expect((await suspendFor('x'.repeat(301))).status).toBe(422);
});
