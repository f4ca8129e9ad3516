import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import { ensureFirstAdmin } from '../../../src/callers/registration/first-admin.ts';
import { call, makeAdmin, makeReseller, signIn, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, deliverMails, mailTo, problemOf, tokenIn } from '../../kit/index.ts';

const MOST_USED = 'This password is one of the most used. Please choose another one';
const TOO_SHORT = "An administrator's password must be at least 12 characters";
const app = await appForFile({ background: false });
let made = 0;
const newEmail = () => `chooser-${++made}@example.com`;

async function resetTo(person: TestActor, password: string): Promise<Response> {
  await call(app, '/api/auth/password-reset', { json: { email: person.email } });
  await deliverMails(app);
  const token = tokenIn(await mailTo(app, person.email, /^Choose a new password/));
  return call(app, '/api/auth/password-reset/confirm', { json: { token, password } });
}

const changeTo = (person: TestActor, newPassword: string) =>
  person.withCookie(`/api/users/${person.id}/password`, { put: { currentPassword: person.password, newPassword } });

/** Every way to choose a password, as somebody who tries one. */
const WAYS: Record<string, (password: string) => Promise<Response>> = {
  registering: (password) =>
    call(app, '/api/auth/register', { json: { email: newEmail(), password, fullName: 'Ada Lovelace' } }),
  'changing it': async (password) => changeTo(await signUp(app), password),
  'choosing a new one by mail': async (password) => resetTo(await signUp(app), password),
  'an administrator for a customer': async (password) =>
    (await makeAdmin(app)).withCookie('/api/admin/users', {
      json: { email: newEmail(), fullName: 'Ada Lovelace', role: 'user', password },
    }),
  'a reseller for a customer': async (password) => {
    const reseller = await makeReseller(app);
    const json = { email: newEmail(), fullName: 'Ada Lovelace', password };
    return reseller.as(`/api/users/${reseller.id}/customers`, { json });
  },
};

describe.each(Object.entries(WAYS))('%s', (_name, choose) => {
  test('takes six characters that few have, and none of the most used, in whatever case', async () => {
    for (const used of ['PassWord', '654321']) {
      const problem = await problemOf(await choose(used));
      expect(problem).toMatchObject({ code: 'validation_failed', detail: MOST_USED });
      expect(problem.errors?.[0]?.path).toMatch(/^(password|newPassword)$/);
    }
    expect((await choose('kv9zq4')).status).toBeLessThan(300);
  });
});

test('administrators choose twelve characters at least', async () => {
  const admin = await makeAdmin(app);
  expect(await problemOf(await changeTo(admin, 'elevenchars'))).toMatchObject({ detail: TOO_SHORT });
  const reset = await makeAdmin(app);
  expect(await problemOf(await resetTo(reset, 'elevenchars'))).toMatchObject({ detail: TOO_SHORT });
  expect((await changeTo(admin, 'twelve chars')).status).toBe(204);
  const first = ensureFirstAdmin(app.deps, { email: newEmail(), password: 'elevenchars' });
  expect(await first.catch((error: Error) => error.message)).toBe(TOO_SHORT);
});

test('an account with such a password from before signs in as before', async () => {
  for (const [role, password] of [
    ['user', '123456'],
    ['admin', 'short1'],
  ] as const) {
    const person = await signUp(app);
    const hash = await app.deps.passwords.hash(password);
    await app.deps.db.update(users).set({ role, password: hash }).where(eq(users.id, person.id));
    expect(await signIn(app, { ...person, password })).toStartWith('session=');
  }
});
