import { z } from 'zod';
import { register } from '../../../src/callers/contract.ts';
import { appForFile, call, cookieOf, expectProblem, readAs, startTestApp } from '../../kit/index.ts';

const app = await appForFile();
const valid = { email: 'ada@example.com', password: 'secret words', fullName: 'Ada Lovelace' };
const post = (json: unknown) => call(app, '/api/auth/register', { json });

test('a new account starts active, without credit, signed in and with a whole key', async () => {
  const response = await post({ ...valid, company: ' Analytical Engines ', country: 'NG' });
  expect(response.status).toBe(201);
  const { user } = register.response?.parse(await response.json()) ?? {};
  expect(user).toMatchObject({
    email: 'ada@example.com',
    fullName: 'Ada Lovelace',
    company: 'Analytical Engines',
    country: 'NG',
    role: 'user',
    status: 'active',
    credits: '0.00',
    callerIdType: 'shortcode',
  });
  expect(user?.apiKey).toMatch(/^tl_live_[\w-]{43}$/);

  expect((await call(app, '/api/auth/session', {}, { cookie: cookieOf(response) })).status).toBe(200);
  const key = await call(app, '/api/auth/session', {}, { authorization: `Bearer ${user?.apiKey}` });
  const { user: again } = await readAs(key, z.object({ user: z.looseObject({ apiKey: z.string() }) }));
  expect(again.apiKey).toBe(`tl_live_…${user?.apiKey.slice(-4)}`);
});

test('the cookie is for the server alone', async () => {
  const response = await post({ ...valid, email: 'cookie@example.com' });
  const [cookie = ''] = response.headers.getSetCookie();
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
  expect(cookie).not.toContain('Secure');
});

test('behind https the cookie carries Secure', async () => {
  await using secure = await startTestApp({ env: { PUBLIC_URL: 'https://topline.example' } });
  const response = await call(secure, '/api/auth/register', { json: valid });
  expect(response.headers.getSetCookie()[0]).toContain('Secure');
});

test('an address is one account whatever its letter case, also for two at once', async () => {
  const email = 'twice@example.com';
  const answers = await Promise.all(
    [email, 'Twice@Example.com', ' TWICE@EXAMPLE.COM '].map((each) => post({ ...valid, email: each })),
  );
  expect(answers.map((each) => each.status).sort()).toEqual([201, 409, 409]);
  const refused = await post({ ...valid, email });
  expect(await refused.json()).toMatchObject({ code: 'email_taken', errors: [{ path: 'email' }] });
});

test.each([
  [{ ...valid, email: 'nobody' }, 'email', 'Invalid email address'],
  [{ ...valid, email: undefined }, 'email', 'Invalid email address'],
  [{ ...valid, password: '12345' }, 'password', 'Password must be at least 6 characters'],
  [{ ...valid, fullName: 'A' }, 'fullName', 'Full name must be at least 2 characters'],
  [{ ...valid, fullName: '  A  ' }, 'fullName', 'Full name must be at least 2 characters'],
])('bad input %# is refused in the words of the form', async (body, path, message) => {
  const response = await post(body);
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'validation_failed', errors: [{ path, message }] });
});

test('another site cannot make a browser register', async () => {
  const headers = { origin: 'https://elsewhere.example' };
  await expectProblem(await call(app, '/api/auth/register', { json: valid, headers }), 'bad_origin');
});
