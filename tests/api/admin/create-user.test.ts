import { createUser } from '../../../src/admin/contract.ts';
import { appForFile, call, deliverMails, mailTo, makeAdmin, signUp, tokenIn } from '../../kit/index.ts';

// No chore ends a session where a test moves the clock.
const app = await appForFile({ background: false });
const admin = await makeAdmin(app);
const create = (json: unknown) => admin.withCookie('/api/admin/users', { json });
const login = (email: string, password: string) => call(app, '/api/auth/login', { json: { email, password } });

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
  const body = { email: 'given@example.com', fullName: 'Given', role: 'user', password: 'a given horse' };
  const text = await (await create({ ...body, company: ' Engines ' })).text();
  expect(text).not.toContain('a given horse');
  expect(JSON.parse(text)).toMatchObject({ company: 'Engines', role: 'user' });
  expect((await login('given@example.com', 'a given horse')).status).toBe(200);
});

describe('a new administrator', () => {
  const body = { email: 'ada@example.com', fullName: 'Ada Admin', role: 'admin' };

  test('is given no password', async () => {
    const refused = await create({ ...body, password: 'a given horse' });
    expect(await refused.json()).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
    expect((await login(body.email, 'a given horse')).status).toBe(401);
  });

  test('chooses one by a link to their own address, which nobody else is shown', async () => {
    const created = await create(body);
    expect(created.status).toBe(201);
    const text = await created.text();
    expect(text).not.toContain('"password"');
    await deliverMails(app);
    const token = tokenIn(await mailTo(app, body.email, /^You are an administrator of/));
    expect(text).not.toContain(token);
    app.clock.advance(23 * 3_600_000);
    const json = { token, password: 'a horse of my own' };
    const checked = await call(app, '/api/auth/password-reset/check', { json: { token } });
    expect(await checked.json()).toEqual({ least: 12 });
    expect((await call(app, '/api/auth/password-reset/confirm', { json })).status).toBe(204);
    expect((await login(body.email, 'a horse of my own')).status).toBe(200);
    expect((await call(app, '/api/auth/password-reset/confirm', { json })).status).toBe(422);
  });
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
