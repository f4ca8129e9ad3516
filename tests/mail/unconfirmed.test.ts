import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog } from '../../db/schema/index.ts';
import { call, signIn, signUp, type TestActor, confirmAddress, deliverMails, mailTo, tokenIn } from '../kit/index.ts';
import { appForFile, enableTotp, expectProblem, openEvents, readAs } from '../kit/index.ts';

const NEW_PASSWORD = 'the owner is here';

const app = await appForFile({
  background: false,
  env: { PUBLIC_URL: 'https://topline.example', WEBHOOKS_TO_LOOPBACK: 'on' },
});

const confirm = (token: string, headers: Record<string, string> = {}) =>
  call(app, '/api/auth/confirm-email', { json: { token }, headers });
const reset = (token: string) =>
  call(app, '/api/auth/password-reset/confirm', { json: { token, password: NEW_PASSWORD } });
const logIn = ({ email }: TestActor, password: string) => call(app, '/api/auth/login', { json: { email, password } });
async function mailed(person: TestActor, subject: RegExp): Promise<string> {
  await deliverMails(app);
  return tokenIn(await mailTo(app, person.email, subject));
}

/** Everything that an intruder can leave behind. */
async function intrude(): Promise<TestActor & { second: string; named: string }> {
  const intruder = await signUp(app);
  const made = await intruder.withCookie(`/api/users/${intruder.id}/api-keys`, {
    json: { name: 'spare', scopes: null },
  });
  expect(made.status).toBe(201);
  const { key: named } = await readAs(made, z.object({ key: z.string() }));
  const webhook = { name: 'ear', url: 'http://127.0.0.1:9/listen', events: ['message-status'] };
  expect((await intruder.as(`/api/users/${intruder.id}/webhooks`, { json: webhook })).status).toBe(201);
  const second = await signIn(app, intruder);
  return { ...intruder, second, named };
}

async function expectNothingLeft(intruder: Awaited<ReturnType<typeof intrude>>): Promise<void> {
  const path = `/api/users/${intruder.id}`;
  const answers = [
    await intruder.as(path),
    await intruder.withCookie(path),
    await call(app, path, {}, { cookie: intruder.second }),
    await call(app, path, {}, { authorization: `Bearer ${intruder.named}` }),
    await logIn(intruder, intruder.password),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
}

async function expectOwner(intruder: TestActor): Promise<void> {
  const entered = await logIn(intruder, NEW_PASSWORD);
  expect(entered.status).toBe(200);
  expect(await entered.json()).toMatchObject({ user: { emailConfirmed: true, hasSecondFactor: false } });
  const cookie = await signIn(app, { ...intruder, password: NEW_PASSWORD });
  const keys = await call(app, `/api/users/${intruder.id}/api-keys`, {}, { cookie });
  expect(await keys.json()).toEqual([]);
  const webhooks = await call(app, `/api/users/${intruder.id}/webhooks`, {}, { cookie });
  expect(await webhooks.json()).toEqual([]);
}

test('when its owner confirms it, everything made before ends, and the owner chooses a password', async () => {
  const intruder = await intrude();
  const stream = await openEvents(app, { authorization: `Bearer ${intruder.key}` });
  await enableTotp(app, intruder);
  const { email, resetToken } = await readAs(
    confirm(await mailed(intruder, /^Confirm your/)),
    z.object({ email: z.string(), resetToken: z.string() }),
  );
  expect(email).toBe(intruder.email);
  await stream.ended;
  await expectNothingLeft(intruder);
  const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, intruder.id));
  expect(log.map(({ action }) => action)).toContain('account.reclaimed');
  expect((await reset(resetToken)).status).toBe(204);
  await expectOwner(intruder);
});

test('when its owner resets the password, everything made before ends as well', async () => {
  const intruder = await intrude();
  await enableTotp(app, intruder);
  expect((await call(app, '/api/auth/password-reset', { json: { email: intruder.email } })).status).toBe(204);
  expect((await reset(await mailed(intruder, /^Choose a new password/))).status).toBe(204);
  await expectNothingLeft(intruder);
  await expectOwner(intruder);
});

test('an owner who confirms in the browser that registered keeps what they have', async () => {
  const person = await signUp(app);
  const stranger = await signUp(app);
  await enableTotp(app, person);
  const confirmed = await confirm(await mailed(person, /^Confirm your/), { cookie: person.cookie });
  expect(await confirmed.json()).toEqual({ email: person.email });
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(200);
  expect((await person.withCookie(`/api/users/${person.id}`)).status).toBe(200);
  // Somebody else's session does not belong to the account.
  const other = await confirm(await mailed(stranger, /^Confirm your/), { cookie: person.cookie });
  expect(await other.json()).toMatchObject({ resetToken: expect.any(String) });
  expect((await stranger.as(`/api/users/${stranger.id}`)).status).toBe(401);
});

test('a reset of a confirmed address ends sessions, streams and keys, and keeps the second factor', async () => {
  const person = await signUp(app);
  await confirmAddress(app, person);
  await enableTotp(app, person);
  const stream = await openEvents(app, { cookie: person.cookie });
  await call(app, '/api/auth/password-reset', { json: { email: person.email } });
  expect((await reset(await mailed(person, /^Choose a new password/))).status).toBe(204);
  await stream.ended;
  expect((await person.as(`/api/users/${person.id}`)).status).toBe(401);
  const entered = await logIn(person, NEW_PASSWORD);
  await expectProblem(entered, 'second_factor_required');
});
