import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createUser } from '../../../src/admin/contract.ts';
import { call, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});
afterAll(() => app.stop());

const create = (json: unknown) => admin.withCookie('/api/admin/users', { json });
const login = (email: string, password: string) =>
  call(app, '/api/auth/login', { json: { email, password } });

test('without a password one is made, shown this once, and it signs in', async () => {
  const response = await create({ email: 'new@example.com', fullName: 'New Person', role: 'reseller' });
  expect(response.status).toBe(201);
  const user = createUser.response?.parse(await response.json());
  expect(user).toMatchObject({ role: 'reseller', credits: '0.00', company: null, resellerPackage: null });
  expect(user?.apiKey).toStartWith('tl_live_…');
  expect((await login('new@example.com', user?.password ?? '')).status).toBe(200);
  const text = await (await admin.as('/api/admin/activity')).text();
  expect(text).not.toContain(user?.password ?? '');
  expect(JSON.parse(text)).toContainEqual(
    expect.objectContaining({
      action: 'account.created',
      subject: 'new@example.com',
      detail: { role: 'reseller' },
      actor: { id: admin.id, email: admin.email },
    }),
  );
});

test('a password given is kept and not repeated', async () => {
  const body = { email: 'given@example.com', fullName: 'Given', role: 'admin', password: 'a given horse' };
  const text = await (await create({ ...body, company: ' Engines ' })).text();
  expect(text).not.toContain('a given horse');
  expect(JSON.parse(text)).toMatchObject({ company: 'Engines', role: 'admin' });
  expect((await login('given@example.com', 'a given horse')).status).toBe(200);
});

test('an address in use and bad input are refused', async () => {
  const person = await signUp(app);
  const body = { email: person.email.toUpperCase(), fullName: 'Twice', role: 'user' };
  expect(await (await create(body)).json()).toMatchObject({ status: 409, code: 'email_taken' });
  for (const wrong of [{ role: 'king' }, { email: 'nowhere' }, { fullName: 'A' }, { password: '12345' }]) {
    const response = await create({ ...body, email: 'fresh@example.com', ...wrong });
    expect(await response.json()).toMatchObject({ status: 422, errors: [{ path: Object.keys(wrong)[0] }] });
  }
});
