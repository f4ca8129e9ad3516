import { z } from 'zod';
import { apiKey as apiKeySchema } from '../../../src/callers/keys/contract.ts';
import { writeKeyUses } from '../../../src/callers/keys/key-uses.ts';
import { type Scope, SCOPES } from '../../../src/platform/kit/scopes.ts';
import { call, credit, funded, makeAdmin, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, expectProblem, openEvents, problemOf, readAs, startTestApp } from '../../kit/index.ts';

const app = await appForFile();
const newKeySchema = apiKeySchema.extend({ key: z.string() });
type NewKey = z.infer<typeof newKeySchema>;
const pathOf = ({ id }: { id: string }, rest = '') => `/api/users/${id}/api-keys${rest}`;

const create = (person: TestActor, name: string, scopes: readonly Scope[] | null, of = person) =>
  person.withCookie(pathOf(of), { json: { name, scopes } });
const newKey = (person: TestActor, scopes: readonly Scope[] | null, name = 'Shop'): Promise<NewKey> =>
  readAs(create(person, name, scopes), newKeySchema);
const list = async (person: TestActor) => await readAs(person.withCookie(pathOf(person)), apiKeySchema.array());
const withKey = (key: string, path: string, init = {}) => call(app, path, init, { authorization: `Bearer ${key}` });
test('a key is shown whole once, and masked ever after', async () => {
  const person = await signUp(app);
  const { key, ...shown } = await newKey(person, ['read']);
  expect(key).toMatch(/^tl_live_[\w-]{43}$/);
  expect(shown).toMatchObject({ name: 'Shop', scopes: ['read'], lastUsedAt: null });
  const keys = await list(person);
  expect(keys.map(({ name, scopes }) => [name, scopes])).toEqual([
    ['Shop', ['read']],
    ['default', null],
  ]);
  expect(keys[0]).toEqual(shown);
  expect(JSON.stringify(keys)).not.toContain(key);
  expect((await withKey(key, `/api/users/${person.id}`)).status).toBe(200);
});

test('the first key keeps its place when another is made, and can be replaced as before', async () => {
  const person = await signUp(app);
  await newKey(person, null);
  const rotated = await person.withCookie(`/api/users/${person.id}/api-key`, { method: 'POST' });
  const { apiKey } = await readAs(rotated, z.object({ apiKey: z.string() }));
  const user = await readAs(withKey(apiKey, `/api/users/${person.id}`), z.looseObject({ apiKey: z.string() }));
  expect(user.apiKey).toBe(`tl_live_…${apiKey.slice(-4)}`);
  expect(await list(person)).toHaveLength(2);
});

test('replacing keeps name and scopes; the old key and its streams are dead at once', async () => {
  const person = await signUp(app);
  const old = await newKey(person, ['read']);
  const stream = await openEvents(app, { authorization: `Bearer ${old.key}` });
  const fresh = await readAs(person.withCookie(pathOf(person, `/${old.id}/rotate`), { method: 'POST' }), newKeySchema);
  expect(fresh).toMatchObject({ name: 'Shop', scopes: ['read'] });
  await stream.ended;
  expect((await withKey(old.key, '/api/auth/session')).status).toBe(401);
  expect((await withKey(fresh.key, '/api/auth/session')).status).toBe(200);
});

test('one of many replacements at once succeeds and leaves one key', async () => {
  const person = await signUp(app);
  const { id } = await newKey(person, ['read']);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => person.withCookie(pathOf(person, `/${id}/rotate`), { method: 'POST' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404, 404, 404]);
  expect((await list(person)).filter(({ name }) => name === 'Shop')).toHaveLength(1);
});

test('a revoked key is dead at once, with its streams', async () => {
  const person = await signUp(app);
  const { id, key } = await newKey(person, ['read']);
  const stream = await openEvents(app, { authorization: `Bearer ${key}` });
  const path = pathOf(person, `/${id}`);
  expect((await person.withCookie(path, { method: 'DELETE' })).status).toBe(204);
  await stream.ended;
  expect((await withKey(key, '/api/auth/session')).status).toBe(401);
  expect((await person.withCookie(path, { method: 'DELETE' })).status).toBe(404);
});

test('an owner chooses the names, each once, and can have only so many keys', async () => {
  const person = await signUp(app);
  await newKey(person, null, 'One');
  for (const name of ['One', 'default', '']) expect((await create(person, name, null)).status).toBe(422);
  expect((await create(person, 'None', [])).status).toBe(422);
  const rest = await Promise.all(Array.from({ length: 22 }, (_, index) => create(person, `Key ${index}`, ['read'])));
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(18);
  expect(await list(person)).toHaveLength(20);
});

test('the last use is known to the minute, and costs no request a write', async () => {
  const person = await signUp(app);
  const { key } = await newKey(person, null);
  await withKey(key, `/api/users/${person.id}`);
  await withKey(key, '/api/auth/session');
  await writeKeyUses(app.deps);
  const [used] = await app.deps.sql`select last_used_at from api_keys
    where user_id = ${person.id} and name = 'Shop'`;
  expect(used?.last_used_at).not.toBeNull();
  await withKey('tl_live_made-up', '/api/auth/session');
  expect(app.deps.keyUses.size).toBe(0);
});

test('a process that stops writes down the keys it has seen', async () => {
  const other = await startTestApp({ beside: app });
  const person = await signUp(other);
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(200);
  await other.stop();
  const [used] = await app.deps.sql`select last_used_at from api_keys where user_id = ${person.id}`;
  expect(used?.last_used_at).not.toBeNull();
});

describe('a key without the scope', () => {
  test('charges nobody', async () => {
    const person = await funded(app, '10.00');
    const path = `/api/users/${person.id}/sms`;
    const json = { senderId: 'TOPLINE', recipients: ['+447700900123'], message: 'Hello' };
    const reading = await newKey(person, ['read', 'billing', 'admin'], 'Reader');
    const refused = await withKey(reading.key, path, { json });
    expect(refused.status).toBe(403);
    expect((await problemOf(refused)).detail).toContain('“messages”');
    const user = await readAs(person.as(`/api/users/${person.id}`), z.looseObject({ credits: z.string() }));
    expect(user.credits).toBe('10.00');
    const sending = await newKey(person, ['messages'], 'Sender');
    expect((await withKey(sending.key, path, { json })).status).toBe(201);
  });

  test('does not get more rights by way of the e-mail address', async () => {
    const person = await signUp(app);
    const { key } = await newKey(person, ['account', 'read']);
    const put = (json: object) => withKey(key, `/api/users/${person.id}`, { method: 'PUT', json });
    expect((await put({ email: 'thief@example.com' })).status).toBe(403);
    expect((await put({ email: person.email, fullName: 'Ada King' })).status).toBe(200);
    // Nor with the key that has all scopes.
    const byDefaultKey = await person.as(`/api/users/${person.id}`, { put: { email: 'thief@example.com' } });
    expect(byDefaultKey.status).toBe(403);
  });

  test('can be made for an administrator by nobody else, nor can anybody else change their address', async () => {
    const [one, other, person] = [await makeAdmin(app), await makeAdmin(app), await signUp(app)];
    const keysOf = (id: string) => `/api/users/${id}/api-keys`;
    const json = { name: 'Stranger', scopes: null };
    expect((await one.withCookie(keysOf(other.id), { json })).status).toBe(403);
    const rotation = { method: 'POST' };
    expect((await one.withCookie(`/api/users/${other.id}/api-key`, rotation)).status).toBe(403);
    const address = { method: 'PUT', json: { email: 'one@example.com' } };
    expect((await one.withCookie(`/api/users/${other.id}`, address)).status).toBe(403);
    expect((await other.as('/api/admin/stats')).status).toBe(200);
    expect((await one.withCookie(keysOf(person.id), { json })).status).toBe(201);
    expect((await one.withCookie(keysOf(one.id), { json })).status).toBe(201);
  });

  test('administers nothing without “admin”, even for an administrator', async () => {
    const [admin, person] = [await makeAdmin(app), await signUp(app)];
    await credit(app, person, '10.00');
    const everything = SCOPES.filter((scope) => scope !== 'admin');
    const { key } = await newKey(admin, everything);
    const json = { senderId: 'TOPLINE', recipients: ['+447700900123'], message: 'Hello' };
    for (const [path, init] of [
      ['/api/admin/stats', {}],
      [`/api/users/${person.id}`, {}],
      [`/api/users/${person.id}/stats`, {}],
      [`/api/users/${person.id}/transactions`, {}],
      [`/api/users/${person.id}/sms`, { json }],
    ] as const) {
      const response = await withKey(key, path, init);
      expect([path, response.status]).toEqual([path, 403]);
      expect((await problemOf(response)).detail).toContain('“admin”');
    }
    expect((await withKey(key, `/api/users/${admin.id}`)).status).toBe(200);
    const { key: full } = await newKey(admin, ['admin', 'read'], 'Full');
    expect((await withKey(full, `/api/users/${person.id}`)).status).toBe(200);
    expect((await withKey(full, `/api/users/${person.id}/sms`, { json })).status).toBe(403);
  });

  test('hears nothing for administrators, even for an administrator', async () => {
    const [admin, other] = [await makeAdmin(app), await makeAdmin(app)];
    const { key } = await newKey(admin, ['read']);
    const limited = await openEvents(app, { authorization: `Bearer ${key}` });
    const full = await openEvents(app, { authorization: `Bearer ${admin.key}` });
    const person = await signUp(app);
    await other.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' });
    await full.next('user-status');
    await newKey(admin, ['read'], 'After');
    await limited.next('security-changed');
    expect(limited.all.map(({ event }) => event)).not.toContain('user-status');
    await Promise.all([limited.close(), full.close()]);
  });
});

test('keys of the suspended do nothing', async () => {
  const person = await signUp(app);
  const { key } = await newKey(person, ['read']);
  await suspend(app, person);
  await expectProblem(await withKey(key, `/api/users/${person.id}`), 'account_suspended');
});

test('a key with an end works until then, for reading and for sending', async () => {
  const person = await funded(app, '5.00');
  const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const past = await person.withCookie(pathOf(person), {
    json: { name: 'Past', scopes: null, expiresAt: app.clock.now().toISOString() },
  });
  await expectProblem(past, 'validation_failed');
  const made = await person.withCookie(pathOf(person), { json: { name: 'Ends', scopes: null, expiresAt } });
  const { key, ...shown } = await readAs(made, newKeySchema);
  expect(shown.expiresAt).toBe(expiresAt);
  const uses = () => [
    withKey(key, `/api/users/${person.id}`),
    withKey(key, `/api/users/${person.id}/sms`, {
      json: { senderId: 'Shop', recipients: ['+447700900001'], message: 'Hello' },
    }),
    withKey(key, '/api/auth/session'),
  ];
  app.clock.advance(59_999);
  for (const use of uses()) expect((await use).status).toBeLessThan(300);
  app.clock.advance(1);
  for (const use of uses()) await expectProblem(await use, 'not_signed_in');
});

test('a key with addresses works from these networks only', async () => {
  await using proxied = await startTestApp({ background: false, env: { TRUSTED_PROXIES: '1' } });
  const person = await signUp(proxied);
  const body = { name: 'Office', scopes: null, addresses: ['203.0.113.7/24', '2001:db8::1'] };
  const { key, addresses } = await readAs(person.withCookie(pathOf(person), { json: body }), newKeySchema);
  expect(addresses).toEqual(['203.0.113.0/24', '2001:db8::1/128']);
  const from = async (address: string) => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address };
    return (await call(proxied, `/api/users/${person.id}`, {}, headers)).status;
  };
  expect(await from('203.0.113.255')).toBe(200);
  expect(await from('2001:db8::1')).toBe(200);
  expect(await from('203.0.114.0')).toBe(401);
  expect(await from('no address')).toBe(401);
});
