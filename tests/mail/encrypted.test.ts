import pino from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readConfig } from '../../src/config.ts';
import { openMailTransport } from '../../src/platform/mail/transport.ts';
import { portOf } from '../kit/port-of.ts';

/** Mails contain links that open accounts: they go only to a server that proves its identity. */

let server: SMTPServer | null = null;
let told: string[] = [];
afterEach(async () => {
  const ending = server;
  server = null;
  await new Promise<void>((resolve) => (ending ? ending.close(() => resolve()) : resolve()));
});

/** Starts a server whose certificate no authority has signed. @returns its port */
async function start(options: SMTPServerOptions): Promise<number> {
  told = [];
  const started = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => {
      told.push('password');
      answer(null, { user: 'user' });
    },
    onMailFrom: (_address, _session, answer) => {
      told.push('mail');
      answer();
    },
    ...options,
  });
  started.on('error', () => {});
  server = started;
  const listening = started.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', resolve));
  return portOf(listening);
}

/** Sends a mail as if the server were on this machine, or as if it were on another. */
async function send(scheme: 'smtp' | 'smtps', port: number, { elsewhere }: { elsewhere: boolean }) {
  const config = readConfig({
    SESSION_SECRET: 'a secret that only this test knows',
    MAIL_SMTP_URL: `${scheme}://user:secret@127.0.0.1:${port}`,
    MAIL_FROM: 'post@topline.example',
  });
  const there = readConfig({
    SESSION_SECRET: 'a secret that only this test knows',
    MAIL_SMTP_URL: `${scheme}://user:secret@mail.example:${port}`,
    MAIL_FROM: 'post@topline.example',
  });
  const { smtpNeedsTls } = (elsewhere ? there : config).mail;
  const transport = openMailTransport({ ...config, mail: { ...config.mail, smtpNeedsTls } }, pino({ level: 'silent' }));
  const message = {
    messageId: '<one@topline.example>',
    date: new Date(0),
    from: { name: 'Topline', address: 'post@topline.example' },
    replyTo: null,
    to: 'ada@example.com',
    subject: 'A link',
    text: 'A link',
    html: '<p>A link</p>',
  };
  return transport.send(message).then(
    () => 'sent',
    (error: Error) => error.message,
  );
}

test('over smtps a server with an untrusted certificate gets neither password nor mail', async () => {
  const port = await start({ secure: true });
  expect(await send('smtps', port, { elsewhere: false })).not.toBe('sent');
  expect(told).toEqual([]);
});

test('a server elsewhere that offers no TLS gets neither; one on this machine does', async () => {
  const port = await start({ disabledCommands: ['STARTTLS'] });
  expect(await send('smtp', port, { elsewhere: true })).not.toBe('sent');
  expect(told).toEqual([]);
  expect(await send('smtp', port, { elsewhere: false })).toBe('sent');
  expect(told).toEqual(['password', 'mail']);
});

test('a remote server that offers TLS with an untrusted certificate gets neither', async () => {
  const port = await start({});
  expect(await send('smtp', port, { elsewhere: true })).not.toBe('sent');
  expect(told).toEqual([]);
});
