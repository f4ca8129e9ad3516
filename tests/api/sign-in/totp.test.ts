import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog, totpSecrets } from '../../../db/schema/index.ts';
import { actorOf, call, cookieOf, makeAdmin, signIn, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { appForFile, openEvents, problemOf, readAs, startTestApp } from '../../kit/index.ts';
import { codeAt, enableTotp, nextCode } from '../../kit/second-factor.ts';

const app = await appForFile();

const login = ({ email, password }: TestActor, more: Record<string, unknown> = {}) =>
  call(app, '/api/auth/login', { json: { email, password, ...more } });
const second = (person: TestActor, path: string, json?: unknown) =>
  person.withCookie(`/api/auth/second-factor${path}`, json === undefined ? {} : { json });
const stateOf = async (person: TestActor) =>
  await readAs(second(person, ''), z.looseObject({ totp: z.boolean(), recoveryCodesLeft: z.number() }));

test('with an authenticator app a password alone starts no session', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  const refused = await login(person);
  expect(refused.status).toBe(401);
  expect(cookieOf(refused)).toBe('');
  expect(await problemOf(refused)).toMatchObject({
    code: 'second_factor_required',
    methods: ['totp', 'recovery_code'],
  });
  const wrong = await login(person, { code: '000000' });
  expect(wrong.status).toBe(401);
  expect((await problemOf(wrong)).code).toBe('invalid_code');
  expect(cookieOf(wrong)).toBe('');
  const right = await login(person, { code: nextCode(app.clock, secret) });
  expect(right.status).toBe(200);
  expect(cookieOf(right)).toStartWith('session=');
  expect(await (await person.as(`/api/users/${person.id}`)).json()).toMatchObject({ hasSecondFactor: true });
});

test('that there is a second factor is told only after the right password', async () => {
  const person = await signUp(app);
  await enableTotp(app, person);
  for (const json of [
    { email: person.email, password: 'something else' },
    { email: 'nobody@example.com', password: person.password },
  ]) {
    const refused = await call(app, '/api/auth/login', { json });
    expect(await problemOf(refused)).toMatchObject({ code: 'invalid_credentials' });
  }
});

test('the secret does not count before a code has confirmed it', async () => {
  const person = await signUp(app);
  await second(person, '/totp', { password: person.password });
  expect((await login(person)).status).toBe(200);
  const wrong = await second(person, '/totp/confirm', { code: '000000' });
  expect(wrong.status).toBe(422);
  expect((await problemOf(wrong)).errors).toMatchObject([{ path: 'code' }]);
  expect((await stateOf(person)).totp).toBe(false);
});

test('a code is accepted once, and no older one after it', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  const older = codeAt(secret, new Date(app.clock.now().getTime() + 30_000));
  app.clock.advance(60_000);
  const code = codeAt(secret, app.clock.now());
  expect((await login(person, { code })).status).toBe(200);
  expect((await problemOf(await login(person, { code }))).code).toBe('invalid_code');
  expect((await problemOf(await login(person, { code: older }))).code).toBe('invalid_code');
});

test('a clock that is one step off is close enough, two are not', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  app.clock.advance(300_000);
  const at = (steps: number) => codeAt(secret, new Date(app.clock.now().getTime() + steps * 30_000));
  expect((await login(person, { code: at(-2) })).status).toBe(401);
  expect((await login(person, { code: at(2) })).status).toBe(401);
  expect((await login(person, { code: at(-1) })).status).toBe(200);
  expect((await login(person, { code: at(1) })).status).toBe(200);
});

test('one of many sign-ins with one code at once succeeds', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  const code = nextCode(app.clock, secret);
  const answers = await Promise.all(Array.from({ length: 6 }, () => login(person, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a recovery code signs in once, however it is written, and of many at once a single time', async () => {
  const person = await signUp(app);
  const { recoveryCodes } = await enableTotp(app, person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', other = ''] = recoveryCodes;
  const answers = await Promise.all(Array.from({ length: 6 }, () => login(person, { code: first })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const typed = other.toUpperCase().replaceAll('-', ' ');
  expect((await login(person, { code: typed })).status).toBe(200);
  expect((await stateOf(person)).recoveryCodesLeft).toBe(8);
});

test('a spent recovery code shows on the open screens of its owner', async () => {
  const person = await signUp(app);
  const { recoveryCodes } = await enableTotp(app, person);
  await using stream = await openEvents(app, { cookie: person.cookie });
  expect((await login(person, { code: recoveryCodes[0] })).status).toBe(200);
  const told = [await stream.next('security-changed'), await stream.next('security-changed')];
  expect(told.map(({ data }) => data)).toMatchObject([{ what: 'sessions' }, { what: 'second-factor' }]);
});

test('new recovery codes take the password and end the old ones', async () => {
  const person = await signUp(app);
  expect((await second(person, '/recovery-codes', { password: person.password })).status).toBe(409);
  const { recoveryCodes } = await enableTotp(app, person);
  const refused = await second(person, '/recovery-codes', { password: 'wrong' });
  expect((await problemOf(refused)).code).toBe('wrong_password');
  const made = await second(person, '/recovery-codes', { password: person.password });
  expect(made.status).toBe(201);
  expect((await login(person, { code: recoveryCodes[0] })).status).toBe(401);
  const { recoveryCodes: fresh } = await readAs(made, z.object({ recoveryCodes: z.string().array() }));
  expect((await login(person, { code: fresh[0] })).status).toBe(200);
});

test('setting up and turning off end the other sessions, this one stays', async () => {
  const person = await signUp(app);
  const elsewhere = await signIn(app, person);
  const { secret } = await enableTotp(app, person);
  const asElsewhere = () => call(app, '/api/auth/session', {}, { cookie: elsewhere });
  expect((await asElsewhere()).status).toBe(401);
  expect((await person.withCookie('/api/auth/session')).status).toBe(200);
  const again = await login(person, { code: nextCode(app.clock, secret) });
  const off = await second(person, '/totp/disable', { password: person.password, code: nextCode(app.clock, secret) });
  expect(off.status).toBe(204);
  expect((await call(app, '/api/auth/session', {}, { cookie: cookieOf(again) })).status).toBe(401);
  expect((await login(person)).status).toBe(200);
  expect(await stateOf(person)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
});

test('turning off takes the password and a code', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  const attempts = [
    { password: 'wrong', code: nextCode(app.clock, secret) },
    { password: person.password, code: '000000' },
  ];
  for (const json of attempts) expect((await second(person, '/totp/disable', json)).status).toBe(422);
  expect((await stateOf(person)).totp).toBe(true);
});

test('setting up takes the password, and does not replace an app that works', async () => {
  const person = await signUp(app);
  expect((await second(person, '/totp', { password: 'wrong' })).status).toBe(422);
  await enableTotp(app, person);
  expect((await second(person, '/totp', { password: person.password })).status).toBe(409);
  expect((await second(person, '/totp/confirm', { code: '000000' })).status).toBe(409);
});

test('the secret is not in the database in clear, and another account’s row is no use', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const { secret } = await enableTotp(app, person);
  await enableTotp(app, other);
  const rowOf = ({ id }: TestActor) => app.deps.db.select().from(totpSecrets).where(eq(totpSecrets.userId, id));
  const [row] = await rowOf(person);
  expect(row?.sealedSecret).not.toContain(secret);
  const sealedSecret = row?.sealedSecret ?? '';
  await app.deps.db.update(totpSecrets).set({ sealedSecret }).where(eq(totpSecrets.userId, other.id));
  const code = nextCode(app.clock, secret);
  expect((await login(other, { code })).status).toBe(401);
  expect((await login(person, { code })).status).toBe(200);
});

test('the suspended do not get in, whatever they show', async () => {
  const person = await signUp(app);
  const { secret } = await enableTotp(app, person);
  await suspend(app, person);
  const answer = await login(person, { code: nextCode(app.clock, secret) });
  expect(await problemOf(answer)).toMatchObject({ code: 'account_suspended' });
});

test('an administrator takes a lost second factor away, which signs its owner out', async () => {
  const [person, other, admin] = [await signUp(app), await signUp(app), await makeAdmin(app)];
  for (const each of [person, other]) await enableTotp(app, each);
  const reset = (by: TestActor, id: string) =>
    by.withCookie(`/api/admin/users/${id}/second-factor`, { method: 'DELETE' });
  expect((await reset(person, person.id)).status).toBe(403);
  expect((await reset(admin, admin.id)).status).toBe(409);
  expect((await reset(admin, person.id)).status).toBe(204);
  expect((await person.withCookie('/api/auth/session')).status).toBe(401);
  expect((await login(person)).status).toBe(200);
  const state = await other.withCookie('/api/auth/second-factor');
  expect(await state.json(), 'nobody else loses theirs').toMatchObject({ totp: true });
  const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, person.id));
  expect(log.map(({ action }) => action)).toContain('second_factor.reset');
  expect(JSON.stringify(log)).not.toContain(person.password);
});

test('wrong codes are throttled, right ones are not counted', async () => {
  await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const person = await signUp(limited);
  const { secret } = await enableTotp(limited, person);
  const attempt = (code: string) =>
    call(limited, '/api/auth/login', { json: { email: person.email, password: person.password, code } });
  for (let round = 0; round < 12; round++) {
    expect((await attempt(nextCode(limited.clock, secret))).status).toBe(200);
  }
  const wrong = await Promise.all(Array.from({ length: 14 }, () => attempt('000000')));
  expect(wrong.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  expect((await attempt(nextCode(limited.clock, secret))).status).toBe(429);
});

test('the first code of an app is guessed a few times only', async () => {
  await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const person = await signUp(limited);
  const prepared = await second(actorOf(limited, person), '/totp', { password: person.password });
  const { secret } = await readAs(prepared, z.looseObject({ secret: z.string() }));
  const confirm = (code: string) => second(actorOf(limited, person), '/totp/confirm', { code });
  const wrong = await Promise.all(Array.from({ length: 14 }, () => confirm('000000')));
  expect(wrong.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(10);
  expect((await confirm(nextCode(limited.clock, secret))).status).toBe(429);
});
