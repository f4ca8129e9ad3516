import { routes } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { openEvents, appForFile, call, codeOf, credit, enableTotp, makeAdmin, signUp } from '../../kit/index.ts';

const app = await appForFile({ env: { ADMIN_TWO_FACTOR: 'required' } });
const customer = await signUp(app);
const without = await makeAdmin(app);
const having = await makeAdmin(app);
await enableTotp(app, having);

const NEEDED = 'second_factor_needed';

const administrative = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ access }) => ['admin', 'admin-session', 'owner', 'owner-session'].includes(access));

test.each(administrative.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is closed to an administrator without a second factor',
  async (_place, { method, path, access }) => {
    const place = path.replace(/:(\w+)/g, (_, name) => (name === 'id' ? customer.id : Bun.randomUUIDv7()));
    expect(await codeOf(await without.withCookie(place, { method }))).toBe(NEEDED);
    if (access.endsWith('session')) return;
    expect(await codeOf(await without.as(place, { method }))).toBe(NEEDED);
  },
);

test('their own account stays theirs, so that they can set one up', async () => {
  for (const path of ['/api/auth/session', `/api/users/${without.id}`, '/api/auth/second-factor']) {
    expect((await without.withCookie(path)).status).toBe(200);
  }
  const state = await without.withCookie('/api/auth/second-factor');
  expect(await state.json()).toMatchObject({ needed: true, totp: false });
});

test('sending on behalf of a customer is closed too, in the statement that charges', async () => {
  await credit(app, customer, '10.00');
  const json = { senderId: 'TOPLINE', recipients: ['+447700900123'], message: 'Hello' };
  const path = `/api/users/${customer.id}/sms`;
  expect(await codeOf(await without.withCookie(path, { json }))).toBe(NEEDED);
  expect(await codeOf(await without.as(path, { json }))).toBe(NEEDED);
  expect((await having.withCookie(path, { json })).status).toBe(201);
  expect((await having.as(path, { json })).status).toBe(201);
});

test('their stream carries nothing that is for administrators', async () => {
  const stream = await openEvents(app, { cookie: without.cookie });
  const full = await openEvents(app, { cookie: having.cookie });
  const somebody = await signUp(app);
  await having.withCookie(`/api/admin/users/${somebody.id}/suspend`, { method: 'PUT' });
  await full.next('user-status');
  // Their own sign-in comes after it: what was to come before it would have come.
  await call(app, '/api/auth/login', { json: { email: without.email, password: without.password } });
  await stream.next('security-changed');
  expect(stream.all.map(({ event }) => event)).not.toContain('user-status');
  await Promise.all([stream.close(), full.close()]);
});

test('with a second factor they administer, by cookie and by key', async () => {
  for (const call of [having.withCookie, having.as]) {
    expect((await call('/api/admin/stats')).status).toBe(200);
    expect((await call(`/api/users/${customer.id}`)).status).toBe(200);
  }
  const admin = await makeAdmin(app);
  await enableTotp(app, admin);
  expect((await admin.withCookie('/api/admin/stats')).status).toBe(200);
});

test('setting one up opens their streams anew, which then carry everything', async () => {
  const admin = await makeAdmin(app);
  const stream = await openEvents(app, { cookie: admin.cookie });
  await enableTotp(app, admin);
  await stream.ended;
  await using anew = await openEvents(app, { cookie: admin.cookie });
  const somebody = await signUp(app);
  await admin.withCookie(`/api/admin/users/${somebody.id}/suspend`, { method: 'PUT' });
  expect((await anew.next('user-status')).data).toMatchObject({ userId: somebody.id });
});

test('it asks nothing of customers', async () => {
  expect((await customer.withCookie(`/api/users/${customer.id}`)).status).toBe(200);
  expect((await customer.as(`/api/users/${customer.id}/transactions`)).status).toBe(200);
});

test('it is required beside a database of one’s own, unless a setting says otherwise', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ SESSION_SECRET: 'a secret that only this test knows', ...env }).adminTwoFactor;
  const own = { DATABASE_URL: 'postgres://user:pass@localhost/topline' };
  expect([read({}), read(own), read({ ...own, ADMIN_TWO_FACTOR: 'optional' })]).toEqual([
    'optional',
    'required',
    'optional',
  ]);
});
