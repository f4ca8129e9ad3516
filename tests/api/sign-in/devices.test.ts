import { and, eq } from 'drizzle-orm';
import { mails } from '../../../db/schema/index.ts';
import { appForFile, call, enableTotp, nextCode, signUp, type TestActor } from '../../kit/index.ts';

const app = await appForFile({ background: false, env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const logIn = (
  { email }: { email: string },
  password: string,
  { from, device }: { from: string; device?: string | undefined },
) =>
  call(app, '/api/auth/login', {
    json: { email, password },
    headers: { 'x-forwarded-for': from, 'user-agent': FIREFOX, ...(device ? { cookie: device } : {}) },
  });
const deviceOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? '';
const lettersTo = async ({ id }: TestActor, kind: string) =>
  app.deps.db
    .select()
    .from(mails)
    .where(and(eq(mails.userId, id), eq(mails.kind, kind)));

describe('the owner is told by mail', () => {
  test('about a sign-in from a new device, once for each', async () => {
    const person = await signUp(app);
    expect(await lettersTo(person, 'new_sign_in')).toHaveLength(0);
    const first = await logIn(person, person.password, { from: '203.0.113.7' });
    expect(first.status).toBe(200);
    // For 400 days.
    expect(first.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))).toContain('Max-Age=34560000;');
    const [letter] = await lettersTo(person, 'new_sign_in');
    expect(letter?.data).toMatchObject({ device: 'Firefox, Linux', address: '203.0.113.7' });
    await logIn(person, person.password, { from: '203.0.113.8', device: deviceOf(first) });
    expect(await lettersTo(person, 'new_sign_in')).toHaveLength(1);
    // A cookie that somebody made up is a device that nobody knows.
    await logIn(person, person.password, { from: '203.0.113.9', device: `device=${'A'.repeat(43)}` });
    expect(await lettersTo(person, 'new_sign_in')).toHaveLength(2);
  });

  test('about a new key, and about a changed factor', async () => {
    const person = await signUp(app);
    await person.withCookie(`/api/users/${person.id}/api-keys`, { json: { name: 'spare', scopes: null } });
    await person.withCookie(`/api/users/${person.id}/api-key`, { method: 'POST' });
    const names = (await lettersTo(person, 'key_made')).map(({ data }) => data?.name);
    expect(names.toSorted()).toEqual(['default', 'spare']);
    await enableTotp(app, person);
    const [letter] = await lettersTo(person, 'factor_changed');
    expect(letter?.data).toMatchObject({ what: 'totp.enabled' });
  });
});

describe('nobody locks out another', () => {
  test('wrong passwords from elsewhere leave the owner alone, wherever they come from', async () => {
    const person = await signUp(app);
    for (let wrong = 0; wrong < 10; wrong++) {
      expect((await logIn(person, 'a guess', { from: '198.51.100.66' })).status).toBe(401);
    }
    expect((await logIn(person, 'a guess', { from: '198.51.100.66' })).status).toBe(429);
    expect((await logIn(person, person.password, { from: '198.51.100.66' })).status).toBe(429);
    expect((await logIn(person, person.password, { from: '192.0.2.1' })).status).toBe(200);
  });

  test('a device that the account knows signs in from the very address that is slowed down', async () => {
    const person = await signUp(app);
    const device = deviceOf(await logIn(person, person.password, { from: '198.51.100.9' }));
    for (let wrong = 0; wrong < 11; wrong++) await logIn(person, 'a guess', { from: '198.51.100.9' });
    expect((await logIn(person, person.password, { from: '198.51.100.9' })).status).toBe(429);
    expect((await logIn(person, person.password, { from: '198.51.100.9', device })).status).toBe(200);
    // It is not without limits either, and no other account's.
    const other = await signUp(app);
    for (let wrong = 0; wrong < 11; wrong++) await logIn(other, 'a guess', { from: '198.51.100.9' });
    expect((await logIn(other, other.password, { from: '198.51.100.9', device })).status).toBe(429);
    for (let wrong = 0; wrong < 10; wrong++) await logIn(person, 'a guess', { from: '192.0.2.2', device });
    expect((await logIn(person, person.password, { from: '192.0.2.2', device })).status).toBe(429);
  });

  test('links that somebody else asks for do not keep the owner from asking', async () => {
    const person = await signUp(app);
    const ask = (from: string) =>
      call(app, '/api/auth/password-reset', { json: { email: person.email }, headers: { 'x-forwarded-for': from } });
    for (let asked = 0; asked < 5; asked++) expect((await ask('198.51.100.77')).status).toBe(204);
    expect((await ask('198.51.100.77')).status).toBe(429);
    expect((await ask('192.0.2.3')).status).toBe(204);
  });

  test('a device that the account knows asks for a link from the very address that is slowed down', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const from = '198.51.100.78';
    const device = deviceOf(await logIn(person, person.password, { from }));
    const ask = (email: string, cookie = '') =>
      call(app, '/api/auth/password-reset', { json: { email }, headers: { 'x-forwarded-for': from, cookie } });
    for (let asked = 0; asked < 20; asked++) {
      expect((await ask(`nobody-${asked}@example.com`)).status).toBe(204);
    }
    expect((await ask(person.email)).status).toBe(429);
    // It is no other account's, and not without limits either.
    expect((await ask(other.email, device)).status).toBe(429);
    for (let asked = 0; asked < 5; asked++) expect((await ask(person.email, device)).status).toBe(204);
    expect((await ask(person.email, device)).status).toBe(429);
  });

  test('wrong codes of somebody who knows the password leave the owner’s device alone', async () => {
    const person = await signUp(app);
    const { secret } = await enableTotp(app, person);
    const enter = (code: string, from: string, cookie = '') =>
      call(app, '/api/auth/login', {
        json: { email: person.email, password: person.password, code },
        headers: { 'x-forwarded-for': from, cookie },
      });
    const device = deviceOf(await enter(nextCode(app.clock, secret), '192.0.2.4'));
    for (let wrong = 0; wrong < 10; wrong++) {
      expect((await enter('000000', `198.51.100.${80 + wrong}`)).status).toBe(401);
    }
    expect((await enter(nextCode(app.clock, secret), '198.51.100.99')).status).toBe(429);
    expect((await enter(nextCode(app.clock, secret), '192.0.2.4', device)).status).toBe(200);
  });
});
