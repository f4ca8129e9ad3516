import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog, mailLinks, mails, passwordResetRequests } from '../../db/schema/index.ts';
import { user } from '../../src/callers/contract.ts';
import { MINUTE_MS } from '../../src/platform/kit/durations.ts';
import { call, signIn, signUp, suspend, type TestActor } from '../kit/actors.ts';
import { appForFile, codeOf, enableTotp, nextCode, openEvents, readAs, startTestApp } from '../kit/index.ts';
import { confirmAddress, deliverMails, linkIn, mailTo, tokenIn, writtenMails } from '../kit/mails.ts';

const RESET = /^Choose a new password/;
const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example' } });

const ask = (email: string, headers: Record<string, string> = {}) =>
  call(app, '/api/auth/password-reset', { json: { email }, headers });
const reset = (token: string, password = 'a new password') =>
  call(app, '/api/auth/password-reset/confirm', { json: { token, password } });
const logIn = ({ email }: TestActor, password: string) => call(app, '/api/auth/login', { json: { email, password } });
async function linkFor(person: TestActor): Promise<string> {
  expect((await ask(person.email)).status).toBe(204);
  await deliverMails(app);
  return tokenIn(await mailTo(app, person.email, RESET));
}

describe('POST /api/auth/password-reset', () => {
  test('answers the same whether there is such an account, and does the same before it answers', async () => {
    const person = await signUp(app);
    const suspended = await signUp(app);
    await suspend(app, suspended);
    const before = await app.deps.db.$count(mails);
    const answers = [];
    for (const email of [person.email, 'nobody@example.com', suspended.email]) {
      const response = await ask(email);
      const headers = Object.fromEntries(
        [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
      );
      answers.push({ status: response.status, body: await response.text(), headers });
    }
    expect(answers[0]).toMatchObject({ status: 204, body: '' });
    expect(answers[1]).toEqual(answers[0] ?? fail());
    expect(answers[2]).toEqual(answers[0] ?? fail());
    // Only the request was stored; nothing has searched for its account yet.
    expect(await app.deps.db.$count(passwordResetRequests)).toBe(3);
    expect(await app.deps.db.$count(mails)).toBe(before);
    await deliverMails(app);
    expect(await app.deps.db.$count(passwordResetRequests)).toBe(0);
    expect(await app.deps.db.$count(mails)).toBe(before + 1);
    expect((await mailTo(app, person.email, RESET)).text).toContain('30 minutes');
  });

  test('finds the account in whatever letters, and sends to the address that it has', async () => {
    const person = await signUp(app, { email: 'Mixed.Case@Example.com' });
    await ask('mIXED.cASE@eXAMPLE.com');
    await deliverMails(app);
    expect(linkIn(await mailTo(app, person.email, RESET)).pathname).toBe('/reset-password');
  });

  test('leads to the public address, whatever a request calls the host', async () => {
    const person = await signUp(app);
    await ask(person.email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    await deliverMails(app);
    const mail = await mailTo(app, person.email, RESET);
    expect(linkIn(mail).origin).toBe('https://topline.example');
    expect(mail.text).not.toContain('evil');
  });

  test('is limited alike for an address with an account and without', async () => {
    await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, background: false });
    const person = await signUp(limited);
    const outcomes = async (email: string) => {
      const found: string[] = [];
      for (let time = 0; time < 6; time++) {
        const response = await call(limited, '/api/auth/password-reset', { json: { email } });
        found.push(`${response.status} ${await response.text()}`);
      }
      return found;
    };
    const known = await outcomes(person.email);
    expect(known.map((outcome) => outcome.slice(0, 3))).toEqual([...Array<string>(5).fill('204'), '429']);
    expect(await outcomes('nobody@example.com')).toEqual(known);
  });

  test('asked many times at once, with two processes answering, sends links of which one works', async () => {
    await using other = await startTestApp({ beside: app, background: false });
    const person = await signUp(app);
    await Promise.all(Array.from({ length: 10 }, () => ask(person.email)));
    await Promise.all([deliverMails(app), deliverMails(other)]);
    const written = [...(await writtenMails(app)), ...(await writtenMails(other))];
    const tokens = written
      .filter(({ to, subject }) => to?.[0]?.address === person.email && RESET.test(subject ?? ''))
      .map(tokenIn);
    expect(tokens).not.toBeEmpty();
    const answers = await Promise.all(tokens.map((token) => reset(token)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('POST /api/auth/password-reset/confirm', () => {
  test('sets the password, ends every session and stream, and tells the owner', async () => {
    const person = await signUp(app);
    const elsewhere = await signIn(app, person);
    const streams = await Promise.all([
      openEvents(app, { cookie: person.cookie }),
      openEvents(app, { cookie: elsewhere }),
      openEvents(app, { authorization: `Bearer ${person.key}` }),
    ]);
    const token = await linkFor(person);
    const response = await reset(token);
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toBeNull();
    await Promise.all(streams.map((stream) => stream.ended));
    for (const cookie of [person.cookie, elsewhere]) {
      expect((await call(app, '/api/auth/session', { headers: { cookie } })).status).toBe(401);
    }
    expect((await person.as(`/api/users/${person.id}`)).status).toBe(401);
    expect((await logIn(person, person.password)).status).toBe(401);
    const signedIn = await logIn(person, 'a new password');
    expect(signedIn.status).toBe(200);
    // A person who opens the mail has proven that the address is theirs.
    expect((await readAs(signedIn, z.object({ user: user }))).user.emailConfirmed).toBe(true);
    await deliverMails(app);
    expect((await mailTo(app, person.email, /^Your password for Topline was changed/)).text).not.toContain('token=');
    const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, person.id));
    const actions = log.map(({ action }) => action);
    expect(actions).toContain('password.reset_requested');
    expect(actions).toContain('password.reset');
    expect(JSON.stringify(log)).not.toContain(token);
  });

  test('a link says before anything is typed whether it still works', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    const ofLink = (text: string) => call(app, '/api/auth/password-reset/check', { json: { token: text } });
    expect((await ofLink(token)).status).toBe(200);
    expect((await ofLink(token)).status, 'it is not used up by that').toBe(200);
    expect((await reset(token)).status).toBe(204);
    for (const dead of [token, 'forged', `${token}x`]) expect(await codeOf(await ofLink(dead))).toBe('invalid_link');
  });

  test('works once, also for many at once', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => reset(token, `password number ${index}`)),
    );
    const winners = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect((await logIn(person, `password number ${winners[0]}`)).status).toBe(200);
    const late = await reset(token);
    expect(late.status).toBe(422);
    expect(await codeOf(late)).toBe('invalid_link');
  });

  test('is over after 30 minutes', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    app.clock.advance(30 * MINUTE_MS + 1000);
    expect((await reset(token)).status).toBe(422);
    expect((await logIn(person, person.password)).status).toBe(200);
    const next = await linkFor(person);
    app.clock.advance(29 * MINUTE_MS);
    expect((await reset(next)).status).toBe(204);
  });

  test('a link stays good though somebody else asks for another one, until one of them is used', async () => {
    const person = await signUp(app);
    const older = await linkFor(person);
    const newer = await linkFor(person);
    expect((await reset(older)).status).toBe(204);
    expect((await reset(newer)).status).toBe(422);
  });

  test('a password or an address that was changed makes the link void', async () => {
    const person = await signUp(app);
    const before = await linkFor(person);
    const json = { currentPassword: person.password, newPassword: 'changed by hand' };
    const path = `/api/users/${person.id}`;
    expect((await person.withCookie(`${path}/password`, { method: 'PUT', json })).status).toBe(204);
    expect((await reset(before)).status).toBe(422);
    await deliverMails(app);
    await mailTo(app, person.email, /^Your password for Topline was changed/);

    const next = await linkFor(person);
    const moved = { email: `moved-${person.email}` };
    expect((await person.withCookie(path, { method: 'PUT', json: moved })).status).toBe(200);
    expect((await reset(next)).status).toBe(422);
  });

  test('opens nothing for the suspended, and works again once they are let in', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    await suspend(app, person);
    const refused = await reset(token);
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe('account_suspended');
    await ask(person.email);
    const before = await app.deps.db.$count(mails);
    await deliverMails(app);
    expect(await app.deps.db.$count(mails)).toBe(before);
  });

  test('does not get around the second factor', async () => {
    const person = await signUp(app);
    await confirmAddress(app, person);
    const { secret } = await enableTotp(app, person);
    expect((await reset(await linkFor(person))).status).toBe(204);
    const refused = await logIn(person, 'a new password');
    expect(refused.status).toBe(401);
    expect(await codeOf(refused)).toBe('second_factor_required');
    const json = { email: person.email, password: 'a new password', code: nextCode(app.clock, secret) };
    expect((await call(app, '/api/auth/login', { json })).status).toBe(200);
  });

  test('takes no password that is not allowed, and the link still works afterwards', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    const weak = await reset(token, 'short');
    expect(weak.status).toBe(422);
    expect(await codeOf(weak)).toBe('validation_failed');
    expect((await reset(token)).status).toBe(204);
  });

  test('takes no link that confirms an address', async () => {
    const person = await signUp(app);
    await deliverMails(app);
    const token = tokenIn(await mailTo(app, person.email, /^Confirm/));
    expect((await reset(token)).status).toBe(422);
    const resetToken = await linkFor(person);
    expect((await call(app, '/api/auth/confirm-email', { json: { token: resetToken } })).status).toBe(422);
  });

  test('and signing in at the same moment leave no session of the old password', async () => {
    const person = await signUp(app);
    const token = await linkFor(person);
    const attempts = Array.from({ length: 6 }, () => logIn(person, person.password));
    const [done, ...signIns] = await Promise.all([reset(token), ...attempts]);
    expect(done.status).toBe(204);
    for (const response of signIns) {
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
      if (response.status !== 200 || !cookie) continue;
      expect((await call(app, '/api/auth/session', { headers: { cookie } })).status).toBe(401);
    }
    expect(await app.deps.db.select().from(mailLinks).where(eq(mailLinks.userId, person.id))).toEqual([]);
  });
});

function fail(): never {
  throw new Error('there is no answer');
}
