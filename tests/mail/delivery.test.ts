import { eq } from 'drizzle-orm';
import { mails } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import type { Mail } from '../../src/platform/mail/contract.ts';
import { removeOld } from '../../src/platform/retention.ts';
import { sendMails } from '../../src/platform/mail/send.ts';
import { type MailTransport, openMailTransport, RefusedMail } from '../../src/platform/mail/transport.ts';
import { writeMail } from '../../src/platform/mail/write-mail.ts';
import { DAY_MS, MINUTE_MS } from '../../src/platform/kit/durations.ts';
import { appForFile, forFile, setAheadBy, signUp, startTestApp, firstOf } from '../kit/index.ts';
import { MailServer } from '../kit/mail-server.ts';

const server = await forFile(MailServer.start());
const env = { MAIL_SMTP_URL: server.url, MAIL_FROM: 'post@topline.example', MAIL_SUPPORT: 'help@topline.example' };
const app = await appForFile({ env, background: false });
const transport = openMailTransport(app.deps.config, app.deps.log);
const person = await signUp(app);
beforeEach(async () => {
  await app.deps.sql`delete from mails`;
  server.refusal = null;
  server.received.length = 0;
  server.attempts = 0;
});

const LOW: Mail = { kind: 'low_balance', level: '50.00', balance: '12.34' };

async function write(mail: Mail = LOW, to?: string): Promise<void> {
  await transact(app.deps, (tx) => writeMail(tx, person.id, mail, to));
}

const send = () => sendMails(app.deps, transport);

async function onlyRow() {
  return firstOf(await app.deps.db.select().from(mails).where(eq(mails.userId, person.id)), 'there is no mail');
}

test('a mail reaches its reader as text and as a page, and says who sends it', async () => {
  await write();
  await send();
  const [{ from, to, raw, mail } = fail()] = server.received;
  expect({ from, to }).toEqual({ from: 'post@topline.example', to: [person.email] });
  expect(mail.from).toMatchObject({ name: 'Topline', address: 'post@topline.example' });
  expect(mail.to).toEqual([{ name: '', address: person.email }]);
  expect(mail.replyTo).toMatchObject([{ address: 'help@topline.example' }]);
  expect(mail.subject).toBe('Your balance is below £50.00');
  expect(mail.messageId).toBe(`<${(await onlyRow()).id}@topline.example>`);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/im);
  for (const text of [mail.text, mail.html]) {
    expect(text).toContain('£12.34');
    expect(text).toContain(`${app.deps.config.publicUrl}/billing`);
    expect(text).toContain('help@topline.example');
  }
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 1, error: null });
  await send();
  expect(server.received).toHaveLength(1);
});

test('after PostgreSQL’s clock was set ahead, a mail that another process sends is left to it, and a new one is sent', async () => {
  await write();
  const until = new Date(app.clock.now().getTime() + 3 * MINUTE_MS);
  await app.deps.db.update(mails).set({ attempts: 1, dueAt: until });
  app.clock.advance(60 * MINUTE_MS);
  const deps = { ...app.deps, clock: setAheadBy(60 * MINUTE_MS, app.clock) };
  await write({ ...LOW, balance: '11.11' });
  await sendMails(deps, transport);
  expect(server.received.map(({ mail }) => mail.text?.includes('£11.11'))).toEqual([true]);
  app.clock.advance(3 * MINUTE_MS);
  await sendMails(deps, transport);
  expect(server.received).toHaveLength(2);
});

test('a mail exists if and only if the change committed', async () => {
  const undone = transact(app.deps, async (tx) => {
    await writeMail(tx, person.id, LOW);
    throw new Error('changed my mind');
  });
  expect(undone).rejects.toThrow('changed my mind');
  await undone.catch(() => {});
  expect(await app.deps.db.$count(mails)).toBe(0);
});

test('a server that is down is tried again, later and later', async () => {
  await server.stop();
  await write();
  await send();
  expect(await onlyRow()).toMatchObject({ status: 'pending', attempts: 1 });
  expect((await onlyRow()).error).not.toBeNull();
  await server.listen();
  await send();
  expect(server.received).toHaveLength(0);
  app.clock.advance(MINUTE_MS);
  await send();
  expect(server.received).toHaveLength(1);
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 2, error: null });
});

test.each([
  ['a busy server', 'data', 451],
  ['a full mailbox', 'to', 452],
  ['a server that does not know us yet', 'from', 421],
  ['a wrong password of ours', 'auth', 535],
] as const)('%s is tried again', async (_what, at, code) => {
  server.refusal = { at, code };
  await write();
  await send();
  expect(await onlyRow()).toMatchObject({ status: 'pending', attempts: 1 });
  server.refusal = null;
  app.clock.advance(MINUTE_MS);
  await send();
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 2 });
});

test.each([
  ['an address that does not exist', 'to', 550],
  ['a mail that is not wanted', 'data', 554],
] as const)('%s is given up at once, with the reason', async (_what, at, code) => {
  server.refusal = { at, code };
  await write();
  await send();
  const row = await onlyRow();
  expect(row).toMatchObject({ status: 'failed', attempts: 1 });
  expect(row.error).toContain(String(code));
  server.refusal = null;
  app.clock.advance(30 * DAY_MS);
  await send();
  expect(server.attempts).toBe(1);
});

test('attempts come to an end', async () => {
  server.refusal = { at: 'data', code: 451 };
  await write();
  for (let day = 0; day < 15; day++) {
    await send();
    app.clock.advance(DAY_MS);
  }
  expect(await onlyRow()).toMatchObject({ status: 'failed', attempts: 9 });
  expect(server.attempts).toBe(9);
});

test('a link that has expired on the way is not sent', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
  await write({ kind: 'reset_password', linkId: Bun.randomUUIDv7(), expiresAt });
  app.clock.advance(31 * MINUTE_MS);
  await send();
  expect(server.attempts).toBe(0);
  expect(await onlyRow()).toMatchObject({ status: 'failed', error: 'its link has expired' });
});

/** Claims what is due and stops in the middle of the attempt; the function that it returns lets the attempt end. */
async function dieSending() {
  const claimed = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<void>();
  const dying = sendMails(app.deps, {
    send: () => {
      claimed.resolve();
      return outcome.promise;
    },
  });
  await claimed.promise;
  return { ...outcome, dying };
}

test('another process sends what one had claimed when it ended, once the claim is over', async () => {
  await write();
  const { reject, dying } = await dieSending();
  await send();
  expect(server.received).toHaveLength(0);
  app.clock.advance(4 * MINUTE_MS);
  await send();
  expect(server.received).toHaveLength(1);
  reject(new Error('late'));
  await dying;
  expect(await onlyRow()).toMatchObject({ status: 'sent', attempts: 2 });
});

test('a late answer does not undo what a later attempt found, unless the mail is there', async () => {
  for (const late of ['refused', 'sent'] as const) {
    await app.deps.sql`delete from mails`;
    await write();
    const { resolve, reject, dying } = await dieSending();
    app.clock.advance(4 * MINUTE_MS);
    server.refusal = { at: 'data', code: 451 };
    await send();
    if (late === 'sent') resolve();
    else reject(new RefusedMail('550 nobody there'));
    await dying;
    const { status, attempts, error } = await onlyRow();
    expect({ status, attempts }).toEqual({ status: late === 'sent' ? 'sent' : 'pending', attempts: 2 });
    if (late === 'refused') expect(error).toContain('451');
  }
});

test('a mail whose acknowledgement was lost goes out again as the very same mail', async () => {
  await write();
  await sendMails(app.deps, {
    send: async (message) => {
      await transport.send(message);
      throw new Error('the connection broke');
    },
  });
  app.clock.advance(MINUTE_MS);
  await send();
  const [first, second] = server.received.map(({ mail }) => mail);
  expect(server.received).toHaveLength(2);
  expect(first?.messageId).toBe(second?.messageId ?? '');
  expect(first?.date).toBe(second?.date ?? '');
  expect(first?.text).toBe(second?.text ?? '');
});

test('several processes send each mail once', async () => {
  await using other = await startTestApp({
    beside: app,
    background: false,
    env: { MAIL_SMTP_URL: server.url, MAIL_FROM: 'post@topline.example' },
  });
  const recipients = Array.from({ length: 200 }, (_, index) => `reader-${index}@example.com`);
  for (const to of recipients) await write(LOW, to);
  const sent: string[] = [];
  const quick: MailTransport = {
    send: ({ to }) => {
      sent.push(to);
      return Promise.resolve();
    },
  };
  const deps = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? app : other).deps);
  await Promise.all(deps.map((each) => sendMails(each, quick)));
  expect(sent.sort()).toEqual(recipients.sort());
});

test('texts are removed after 30 days; that a mail was sent stays known', async () => {
  await write();
  await send();
  await write(LOW, 'waiting@example.com');
  app.clock.advance(30 * DAY_MS);
  await removeOld(app.deps, 'mails');
  expect((await app.deps.db.select().from(mails)).map(({ data }) => data)).not.toContain(null);
  app.clock.advance(1);
  await removeOld(app.deps, 'mails');
  const rows = await app.deps.db.select().from(mails).orderBy(mails.id);
  expect(rows.map(({ status, data }) => [status, data === null])).toEqual([
    ['sent', true],
    ['pending', false],
  ]);
});

function fail(): never {
  throw new Error('no mail was received');
}
