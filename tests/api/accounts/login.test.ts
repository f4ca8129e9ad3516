import { login } from '../../../src/callers/sign-in/contract.ts';
import { appForFile, call, cookieOf, makeAdmin, signUp, startTestApp, suspend } from '../../kit/index.ts';

const app = await appForFile();

const post = (email: string, password: string, on = app) => call(on, '/api/auth/login', { json: { email, password } });

test('signing in gives a session of its own and a masked key', async () => {
  const person = await signUp(app, { email: 'Grace@Example.com' });
  const response = await post(' grace@EXAMPLE.com ', person.password);
  expect(response.status).toBe(200);
  const { user } = login.response?.parse(await response.json()) ?? {};
  expect(user).toMatchObject({ id: person.id, email: 'Grace@Example.com' });
  expect(user?.apiKey).toBe(`tl_live_…${person.key.slice(-4)}`);
  expect(cookieOf(response)).not.toBe(person.cookie);
  for (const cookie of [person.cookie, cookieOf(response)]) {
    expect((await call(app, '/api/auth/session', {}, { cookie })).status).toBe(200);
  }
});

test('a wrong password and an unknown address are refused in the same words', async () => {
  const person = await signUp(app);
  const [wrong, unknown] = await Promise.all([
    post(person.email, 'not the password'),
    post('nobody@example.com', person.password),
  ]);
  expect(wrong.status).toBe(401);
  expect(unknown.status).toBe(401);
  const body = await wrong.json();
  expect(body).toMatchObject({ code: 'invalid_credentials', detail: 'Invalid email or password' });
  expect(await unknown.json()).toEqual(body);
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test('only who knows the password learns that an account is suspended', async () => {
  const person = await signUp(app);
  await suspend(app, person);
  const wrong = await post(person.email, 'not the password');
  expect(await wrong.json()).toMatchObject({ status: 401, code: 'invalid_credentials' });
  const right = await post(person.email, person.password);
  expect(await right.json()).toMatchObject({ status: 403, code: 'account_suspended' });
  expect(right.headers.getSetCookie()).toEqual([]);
});

test('an account that is being guessed at closes for a while, and successes do not count', async () => {
  await using strict = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const person = await signUp(strict);
  for (let i = 0; i < 15; i++) expect((await post(person.email, person.password, strict)).status).toBe(200);

  const guesses = await Promise.all(
    Array.from({ length: 14 }, (_, i) => post(person.email, `guess number ${i}`, strict)),
  );
  const statuses = guesses.map((each) => each.status).sort();
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);

  const refused = await post(person.email.toUpperCase(), person.password, strict);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeWithin(1, 901);
  expect((await post((await signUp(strict)).email, 'wrong password', strict)).status).toBe(401);

  strict.clock.advance(15 * 60_000 + 1000);
  expect((await post(person.email, person.password, strict)).status).toBe(200);
});

test('a failure is written down, of nobody', async () => {
  const [admin, person] = [await makeAdmin(app), await signUp(app)];
  await post(person.email, 'not the password');
  expect(await (await admin.as('/api/admin/activity')).json()).toContainEqual(
    expect.objectContaining({ action: 'session.failed', actor: null, subject: person.email }),
  );
});
