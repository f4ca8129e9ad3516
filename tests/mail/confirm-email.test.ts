import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog, mailLinks, mails } from '../../db/schema/index.ts';
import { ensureFirstAdmin } from '../../src/callers/registration/first-admin.ts';
import { type User, user } from '../../src/callers/contract.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { HOUR_MS } from '../../src/platform/kit/durations.ts';
import { appForFile, call, codeOf, readAs, signUp, startTestApp, type TestActor } from '../kit/index.ts';
import { deliverMails, linkIn, mailTo, tokenIn, writtenMails } from '../kit/mails.ts';

const CONFIRM = /^Confirm your email address/;
const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example' } });

/** Follows a link, in the browser of somebody or in one where nobody is signed in. */
const confirm = (token: string, { cookie }: { cookie?: string } = {}) =>
  call(app, '/api/auth/confirm-email', { json: { token } }, cookie ? { cookie } : {});
const sendAgain = (person: TestActor) => person.withCookie(`/api/users/${person.id}/confirmation`, { method: 'POST' });
const detailOf = async (response: Response) => (await readAs(response, z.object({ detail: z.string() }))).detail;
const userOf = (person: TestActor): Promise<User> => readAs(person.as(`/api/users/${person.id}`), user);

async function confirmationOf(email: string): Promise<string> {
  await deliverMails(app);
  return tokenIn(await mailTo(app, email, CONFIRM));
}

describe('somebody who registers', () => {
  test('confirms the address with the link in the mail, once', async () => {
    const person = await signUp(app);
    expect((await userOf(person)).emailConfirmed).toBe(false);
    await deliverMails(app);
    const mail = await mailTo(app, person.email, CONFIRM);
    expect(linkIn(mail).href).toStartWith('https://topline.example/confirm-email?token=');
    expect(mail.html).toContain(linkIn(mail).href);

    const response = await confirm(tokenIn(mail), person);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ email: person.email });
    expect((await userOf(person)).emailConfirmed).toBe(true);
    expect((await readAs(person.withCookie('/api/auth/session'), z.object({ user: user }))).user).toMatchObject({
      emailConfirmed: true,
    });

    const again = await confirm(tokenIn(mail));
    expect(again.status).toBe(422);
    expect(await codeOf(again)).toBe('invalid_link');
    const log = await app.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, person.id));
    expect(log.filter(({ action }) => action === 'email.confirmed')).toHaveLength(1);
  });

  test('gets no mail where the account was not made', async () => {
    const { email } = await signUp(app);
    const before = await app.deps.db.$count(mails);
    const json = { email: email.toUpperCase(), password: 'correct horse', fullName: 'Somebody Else' };
    expect((await call(app, '/api/auth/register', { json })).status).toBe(409);
    expect(await app.deps.db.$count(mails)).toBe(before);
  });

  test('is greeted without the name, which may be a message to somebody else', async () => {
    const fullName = 'You won! https://evil.example/claim <a href="https://evil.example">now</a>';
    const { email } = await signUp(app, { fullName });
    await deliverMails(app);
    const mail = await mailTo(app, email, CONFIRM);
    expect(mail.text).toStartWith('Hello,\n');
    expect(mail.text).not.toContain('evil');
    expect(mail.html).not.toContain('evil');
  });
});

describe('a link', () => {
  test('used many times at once works once', async () => {
    const person = await signUp(app);
    const token = await confirmationOf(person.email);
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(11);
  });

  test('expires after 24 hours', async () => {
    const [early, late] = [await signUp(app), await signUp(app)];
    const tokens = [await confirmationOf(early.email), await confirmationOf(late.email)];
    app.clock.advance(24 * HOUR_MS - 60_000);
    await removeOld(app.deps, 'mail_links');
    expect((await confirm(tokens[0] ?? '')).status).toBe(200);
    app.clock.advance(2 * 60_000);
    expect((await confirm(tokens[1] ?? '')).status).toBe(422);
    await removeOld(app.deps, 'mail_links');
    expect(await app.deps.db.$count(mailLinks, eq(mailLinks.userId, late.id))).toBe(0);
    expect((await userOf(late)).emailConfirmed).toBe(false);
  });

  test('is not to be made from what the database holds', async () => {
    const person = await signUp(app);
    const token = await confirmationOf(person.email);
    const rows = JSON.stringify([await app.deps.db.select().from(mailLinks), await app.deps.db.select().from(mails)]);
    expect(rows).not.toContain(token);
    const [link] = await app.deps.db.select().from(mailLinks).where(eq(mailLinks.userId, person.id));
    const id = Buffer.from((link?.id ?? '').replaceAll('-', ''), 'hex');
    const forged = [
      link?.id ?? '',
      id.toString('base64url'),
      Buffer.concat([id, Buffer.alloc(32)]).toString('base64url'),
      `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
      `${token.slice(0, 8)}${token[8] === 'x' ? 'y' : 'x'}${token.slice(9)}`,
      `${token}AAAA`,
      token.slice(0, -4),
      '',
      '%',
    ];
    for (const wrong of forged) expect((await confirm(wrong)).status).toBe(422);
    expect(await detailOf(await confirm('a'.repeat(500)))).toBe('This link is not one of ours');
    expect((await confirm(token)).status).toBe(200);
  });
});

describe('another address', () => {
  const move = (person: TestActor, email: string) => person.withCookie(`/api/users/${person.id}`, { put: { email } });

  test('makes the links void that went to the one before', async () => {
    const person = await signUp(app);
    const old = await confirmationOf(person.email);
    const email = `moved-${person.email}`;
    const response = await move(person, email);
    expect(await readAs(response, user)).toMatchObject({ pendingEmail: email, emailConfirmed: false });
    expect((await confirm(old, person)).status).toBe(422);
    await deliverMails(app);
    const token = tokenIn(await mailTo(app, email, /^Confirm your new email address/));
    expect((await confirm(token, person)).status).toBe(200);
    expect(await userOf(person)).toMatchObject({ email, emailConfirmed: true });
  });

  test('in other letters is the same one', async () => {
    const person = await signUp(app);
    expect((await confirm(await confirmationOf(person.email), person)).status).toBe(200);
    const before = (await writtenMails(app)).length;
    const response = await move(person, person.email.toUpperCase());
    expect(await readAs(response, user)).toMatchObject({ emailConfirmed: true });
    await deliverMails(app);
    expect(await writtenMails(app)).toHaveLength(before);
  });
});

describe('POST /api/users/{id}/confirmation', () => {
  test('sends another link; both work until one was used', async () => {
    const person = await signUp(app);
    const first = await confirmationOf(person.email);
    expect((await sendAgain(person)).status).toBe(204);
    const second = await confirmationOf(person.email);
    expect(second).not.toBe(first);
    expect((await confirm(first, person)).status).toBe(200);
    expect((await confirm(second)).status).toBe(422);
    const needless = await sendAgain(person);
    expect(needless.status).toBe(409);
    expect(await codeOf(needless)).toBe('not_allowed_now');
  });

  test('and changing the address are limited, so that nobody floods a mailbox', async () => {
    await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, background: false });
    const person = await signUp(limited);
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) statuses.push((await sendAgain(person)).status);
    for (let time = 0; time < 3; time++) {
      const json = { email: `victim-${time}@example.com` };
      statuses.push((await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json })).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 200, 429, 429]);
  });
});

test('the first administrator needs not confirm an address', async () => {
  await using fresh = await startTestApp({ background: false });
  await ensureFirstAdmin(fresh.deps, { email: 'root@example.com', password: 'correct horse' });
  const json = { email: 'root@example.com', password: 'correct horse' };
  const response = await call(fresh, '/api/auth/login', { json });
  expect((await readAs(response, z.object({ user: user }))).user.emailConfirmed).toBe(true);
  expect(await fresh.deps.db.$count(mails)).toBe(0);
});
