import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog } from '../../db/schema/index.ts';
import { user } from '../../src/callers/contract.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { appForFile, call, codeOf, readAs, signUp, type TestActor } from '../kit/index.ts';
import { confirmAddress, deliverMails, mailTo, tokenIn } from '../kit/mails.ts';

let person: TestActor;
let thief: string;
const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example' } });
beforeEach(async () => {
  person = await signUp(app);
  await confirmAddress(app, person);
  thief = `thief-${person.email}`;
});

const move = (email: string) => person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { email } });
const open = (path: string, token: string, credentials: Record<string, string> = {}, more = {}) =>
  call(app, `/api/auth/${path}`, { json: { token, ...more } }, credentials);
async function tokenTo(email: string, subject: RegExp): Promise<string> {
  await deliverMails(app);
  return tokenIn(await mailTo(app, email, subject));
}
const logIn = (email: string, password = person.password) =>
  call(app, '/api/auth/login', { json: { email, password } });
const own = () => ({ cookie: person.cookie });

async function stolen(): Promise<void> {
  expect((await move(thief)).status).toBe(200);
  const token = await tokenTo(thief, /^Confirm your new/);
  expect((await open('confirm-email', token, own())).status).toBe(200);
}

test('until it is confirmed, the address before is the one that counts', async () => {
  const answer = await readAs(move(thief), user);
  expect(answer).toMatchObject({ email: person.email, pendingEmail: thief, emailConfirmed: true });
  expect((await logIn(thief)).status).toBe(401);
  expect((await logIn(person.email)).status).toBe(200);
  const token = await tokenTo(thief, /^Confirm your new/);
  expect(await (await open('confirm-email', token, own())).json()).toEqual({ email: thief });
  expect((await logIn(thief)).status).toBe(200);
  expect((await logIn(person.email)).status).toBe(401);
  const after = await readAs(person.as(`/api/users/${person.id}`), user);
  expect(after).toMatchObject({ email: thief, pendingEmail: null, emailConfirmed: true });
});

test('a stranger whose address was mistyped gets nothing by the link', async () => {
  await move(thief);
  const token = await tokenTo(thief, /^Confirm your new/);
  const stranger = await signUp(app);
  expect((await open('confirm-email', token)).status).toBe(403);
  expect((await open('confirm-email', token, { cookie: stranger.cookie })).status).toBe(403);
  expect(await codeOf(await open('confirm-email', token, {}, { password: 'a guess' }))).toBe('wrong_password');
  expect((await open('confirm-email', token, {}, { password: person.password })).status).toBe(200);
});

describe('the address before', () => {
  test('takes the account back from a thief, within seven days', async () => {
    await stolen();
    app.clock.advance(6 * DAY_MS);
    const undo = await tokenTo(person.email, /address for Topline was changed/);
    const { email, resetToken } = await readAs(
      open('undo-email', undo),
      z.object({ email: z.string(), resetToken: z.string() }),
    );
    expect(email).toBe(person.email);
    expect((await person.as(`/api/users/${person.id}`)).status).toBe(401);
    expect((await person.withCookie(`/api/users/${person.id}`)).status).toBe(401);
    expect((await logIn(person.email)).status).toBe(401);
    expect((await open('password-reset/confirm', resetToken, {}, { password: 'mine once more' })).status).toBe(204);
    expect((await logIn(person.email, 'mine once more')).status).toBe(200);
    expect((await logIn(thief, 'mine once more')).status).toBe(401);
    expect((await open('undo-email', undo)).status).toBe(422);
    const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, person.id));
    const actions = log.map(({ action }) => action);
    expect(actions).toContain('email.changed');
    expect(actions).toContain('email.change_undone');
  });

  test('stops a change that is only asked for', async () => {
    await move(thief);
    const undo = await tokenTo(person.email, /address for Topline is about to change/);
    const confirm = await tokenTo(thief, /^Confirm your new/);
    expect((await open('undo-email', undo)).status).toBe(200);
    expect((await open('confirm-email', confirm, {}, { password: person.password })).status).toBe(422);
  });

  test('can change nothing after seven days', async () => {
    await stolen();
    const undo = await tokenTo(person.email, /address for Topline was changed/);
    app.clock.advance(7 * DAY_MS + 1000);
    expect((await open('undo-email', undo)).status).toBe(422);
  });

  test('cannot be taken by another account while it can undo', async () => {
    await stolen();
    const json = { email: person.email, password: 'correct horse', fullName: 'Eve' };
    expect((await call(app, '/api/auth/register', { json })).status).toBe(409);
    const eve = await signUp(app);
    const moved = await eve.withCookie(`/api/users/${eve.id}`, { method: 'PUT', json: { email: person.email } });
    expect(moved.status).toBe(409);
    const undo = await tokenTo(person.email, /address for Topline was changed/);
    expect((await open('undo-email', undo)).status).toBe(200);
  });

  test('can undo nothing where nobody ever confirmed it', async () => {
    const typist = await signUp(app, { email: `mistyped-${person.email}` });
    const path = `/api/users/${typist.id}`;
    const right = `right-${person.email}`;
    expect((await typist.withCookie(path, { method: 'PUT', json: { email: right } })).status).toBe(200);
    const token = await tokenTo(right, /^Confirm your new/);
    expect((await open('confirm-email', token, { cookie: typist.cookie })).status).toBe(200);
    await deliverMails(app);
    const links = await app.deps.sql`select from mail_links where user_id = ${typist.id} and purpose = 'undo_email'`;
    expect(links).toHaveLength(0);
  });
});
