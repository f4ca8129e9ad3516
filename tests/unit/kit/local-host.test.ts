import { ConfigError, readConfig } from '../../../src/config.ts';
import { hostsOf, isLocalHost } from '../../../src/platform/kit/local-host.ts';

/** Data that leaves the machine is encrypted, unless a setting allows otherwise. */

const SESSION_SECRET = 'a secret that only this test knows';
const withDatabase = (DATABASE_URL: string, more: Record<string, string> = {}) =>
  readConfig({ SESSION_SECRET, DATABASE_URL, ...more });
const mailOf = (MAIL_SMTP_URL: string, more: Record<string, string> = {}) =>
  readConfig({ SESSION_SECRET, MAIL_SMTP_URL, MAIL_FROM: 'no-reply@example.com', ...more }).mail;

describe('a database', () => {
  test.each([
    'postgres://user:pass@db.example.com/topline',
    'postgres://user:pass@10.0.0.5:5432/topline?sslmode=disable',
    'postgres://user:pass@localhost,db.example.com/topline?sslmode=prefer',
  ])('on another machine needs TLS: %s', (url) => {
    expect(() => withDatabase(url)).toThrow(ConfigError);
    expect(() => withDatabase(url)).toThrow('DATABASE_WITHOUT_TLS');
    expect(withDatabase(url, { DATABASE_WITHOUT_TLS: 'on' }).databaseUrl).toBe(url);
  });

  test.each([
    'postgres://user:pass@127.0.0.1:5433/topline',
    'postgres://user:pa%40ss@localhost/topline',
    'postgres://user:pass@[::1]:5432/topline',
    'postgres://user:pass@db.example.com/topline?sslmode=verify-full',
    'postgres://user:pass@one.example,two.example/topline?target_session_attrs=read-write&sslmode=require',
  ])('here, or asked for TLS, is taken: %s', (url) => {
    expect(withDatabase(url).databaseUrl).toBe(url);
  });
});

test('a mail server on another machine has to offer TLS', () => {
  expect(mailOf('smtp://user:pass@mail.example.com:587').smtpNeedsTls).toBe(true);
  expect(mailOf('smtp://mail.example.com', { MAIL_WITHOUT_TLS: 'on' }).smtpNeedsTls).toBe(false);
  expect(mailOf('smtp://127.0.0.1:2525').smtpNeedsTls).toBe(false);
});

test('hosts are read from addresses as they are written', () => {
  expect(hostsOf('postgres://a:b@one:5432,two/db')).toEqual(['one', 'two']);
  expect(['localhost', '127.0.0.1', '[::1]', 'x.localhost', ''].map(isLocalHost)).not.toContain(false);
  expect(['localhost.evil.com', '128.0.0.1', 'db', '127.0.0.1.evil.com'].map(isLocalHost)).not.toContain(true);
});
