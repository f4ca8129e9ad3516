import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { sendMails } from '../../src/platform/mail/send.ts';
import { openMailTransport } from '../../src/platform/mail/transport.ts';
import { appForFile, signUp } from '../kit/index.ts';

const app = await appForFile({ background: false });

const read = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: app.deps.config.dataDir, PUBLIC_URL: 'https://topline.example', ...env }).mail;

test('without a server mail is from the host that serves, and names no address for questions', () => {
  expect(read({})).toEqual({
    smtpUrl: null,
    smtpNeedsTls: false,
    from: 'no-reply@topline.example',
    support: null,
    supportChat: null,
    supportWhatsApp: null,
  });
  expect(read({ MAIL_SMTP_URL: '', MAIL_FROM: '' }).smtpUrl).toBeNull();
});

test('a server needs an address that mail is from', () => {
  const smtpUrl = 'smtps://us%40er:p%3Ass@mail.example:465';
  expect(() => read({ MAIL_SMTP_URL: smtpUrl })).toThrow('MAIL_FROM: must be set beside MAIL_SMTP_URL');
  const set = { MAIL_SMTP_URL: smtpUrl, MAIL_FROM: 'post@topline.example', MAIL_SUPPORT: 'help@topline.example' };
  expect(read(set)).toEqual({
    smtpUrl,
    smtpNeedsTls: true,
    from: 'post@topline.example',
    support: 'help@topline.example',
    supportChat: null,
    supportWhatsApp: null,
  });
});

test.each([
  ['MAIL_SMTP_URL', 'https://mail.example', 'Enter a whole address, like smtps://mail.example.com'],
  ['MAIL_SMTP_URL', 'mail.example:25', 'Enter a whole address, like smtps://mail.example.com'],
  ['MAIL_FROM', 'Topline <post@topline.example>', 'Invalid email address'],
  ['SUPPORT_WHATSAPP', '07911 123456', 'Enter a number with its country code, like +447911123456'],
  ['MAIL_SUPPORT', 'a@b.example\nBcc: c@d.example', 'Invalid email address'],
])('%s=%p is refused', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(`${name}: ${message}`);
});

test('without a server mails are files that nobody else can read, and the log says where', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { email } = await signUp(app);
  await sendMails(app.deps, openMailTransport(app.deps.config, log));
  const folder = join(app.deps.config.dataDir, 'mail');
  const files = await readdir(folder);
  expect(files.map((name) => name.slice(-4)).sort()).toEqual(['.eml', '.txt']);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of files) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  const file = join(folder, files.find((name) => name.endsWith('.eml')) ?? '');
  const text = await readFile(file.replace(/eml$/, 'txt'), 'utf8');
  expect(text).toStartWith(`To: ${email}\nSubject: Confirm your email address for Topline\n\nHello,\n`);
  expect(text).toMatch(/\nhttps?:\/\/\S+\/confirm-email\?token=[\w-]{64}\n/);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, file });
  // Only the reader may see the token in the link.
  expect(lines[0]).not.toContain('token=');
});
