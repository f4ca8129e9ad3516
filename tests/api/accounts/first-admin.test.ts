import { ensureFirstAdmin } from '../../../src/callers/registration/first-admin.ts';
import { call, signUp, startTestApp, type TestApp } from '../../kit/index.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const login = (sign: { email: string; password: string }) => call(app, '/api/auth/login', { json: sign });
const administrators = () => app.deps.sql`select email from users where role = 'admin'`;

test('an empty database gets one, by however many processes at once, and one of them knows the password', async () => {
  await using other = await startTestApp({ databaseUrl: app.databaseUrl });
  const made = await Promise.all([app, other, app, other].map(({ deps }) => ensureFirstAdmin(deps, null)));
  const signs = made.filter((sign) => sign !== null);
  expect(signs).toHaveLength(1);
  expect(signs[0]?.email).toBe('admin@topline.local');
  const response = await login(signs[0] ?? { email: '', password: '' });
  expect(await response.json()).toMatchObject({ user: { role: 'admin', status: 'active' } });
});

test('a database that already has users gets none', async () => {
  await signUp(app);
  expect(await ensureFirstAdmin(app.deps, null)).toBeNull();
  expect(await administrators()).toHaveLength(0);
});

test('the one that the settings name is made beside other accounts, once', async () => {
  await signUp(app);
  const named = { email: 'Root@example.com', password: 'the root horse' };
  const again = { email: 'root@EXAMPLE.com', password: 'another horse' };
  expect(await ensureFirstAdmin(app.deps, named)).toBeNull();
  expect(await ensureFirstAdmin(app.deps, again)).toBeNull();
  expect(await administrators()).toHaveLength(1);
  expect((await login(named)).status).toBe(200);
  expect((await login(again)).status).toBe(401);
});
