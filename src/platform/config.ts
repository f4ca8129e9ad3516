import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { KeptSettings } from '../../db/enums.ts';
import { hostsOf, isLocalHost } from './kit/local-host.ts';
import { blank, ConfigError, httpAddress, onOff, optional, parseSettings, port, withDefault } from './kit/settings.ts';
import { mailEnvironment, mailFrom, type MailSettings } from './mail/settings.ts';
import { type OperatorPages, readOperatorPages } from './pages/settings.ts';

/** Days; by default within ten years. */
const keptDays = (standard: number, { least = 30, most = 3650 } = {}) =>
  withDefault(z.coerce.number().int().min(least).max(most), standard);

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

/** The settings that any server has. */
export const platformEnvironment = {
  /** For tests and development: webhooks may lead to this machine, by http too. */
  WEBHOOKS_TO_LOOPBACK: z.preprocess((value) => blank(value) ?? 'off', onOff),
  PORT: withDefault(port, 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATABASE_URL: optional(databaseAddress),
  DATABASE_REPLICA_URL: optional(databaseAddress),
  DATABASE_WITHOUT_TLS: z.preprocess((value) => blank(value) ?? 'off', onOff),
  DATABASE_CONNECTIONS: withDefault(z.coerce.number().int().min(2).max(100), 8),
  DATA_DIR: withDefault(z.string(), './data'),
  BACKUP_LOG_DIR: optional(z.string().regex(/^\/[\w./-]+$/, 'must be an absolute path of letters, digits and ._-/')),
  SESSION_SECRET: optional(
    z
      .string()
      .transform((list) => list.split(',').map((secret) => secret.trim()))
      .refine((secrets) => secrets.every(({ length }) => length >= 32), 'must be at least 32 characters each'),
  ),
  PUBLIC_URL: optional(httpAddress),
  PAGES_DIR: optional(z.string()),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(httpAddress),
  DNS_SERVERS: optional(
    z
      .string()
      .transform((list) => list.split(',').map((server) => server.trim()))
      .refine((servers) => servers.every(isNameServer), 'must be addresses like 9.9.9.9 or [2620:fe::fe]:53'),
  ),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  ATTEMPTS_KEPT_DAYS: keptDays(90),
  MESSAGE_TEXTS_KEPT_DAYS: keptDays(730, { most: 36_500 }),
  PAPERS_KEPT_DAYS: keptDays(180),
  RECEIPTS_KEPT_DAYS: keptDays(2190, { most: 36_500 }),
  RECORDINGS_KEPT_DAYS: keptDays(365, { least: 1 }),
  WEBHOOK_LOGS_KEPT_DAYS: keptDays(30, { least: 2 }),
  ...mailEnvironment,
};

/** An address, with a port or without one. */
function isNameServer(server: string): boolean {
  const [, six, four] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(server) ?? [];
  return isIP(six ?? four ?? server) > 0;
}

const environment = z.object(platformEnvironment);

export interface Config extends KeptSettings {
  /** Customers' webhooks may lead to this machine itself. Never allow it where strangers have accounts. */
  webhooksToLoopback: boolean;
  host: string;
  port: number;
  /** Null: start the embedded server. */
  databaseUrl: string | null;
  /** A read replica of it; null: there is none. */
  databaseReplicaUrl: string | null;
  databaseConnections: number;
  dataDir: string;
  /** The folder to which the embedded server copies its log; null: nowhere. */
  backupLogDir: string | null;
  /** The secret that signs and seals. */
  sessionSecret: string;
  /** The secrets used before: what they signed or sealed is still accepted until they are removed from the settings. */
  formerSecrets: readonly string[];
  publicUrl: string;
  /** Terms, privacy and the like, as the operator wrote them. */
  pages: OperatorPages;
  /** The name servers that are asked who owns a host name; empty: the system's name servers. */
  dnsServers: readonly string[];
  /** Cookies carry `Secure` where the public address is https. */
  secureCookies: boolean;
  mail: MailSettings;
  /** Where traces are sent (OTLP by HTTP); null: none are kept. */
  tracesUrl: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

const under = (url: string | undefined, path: string) => url?.replace(/\/*$/, path) ?? null;

/** @throws {ConfigError} where a setting needs another one that is missing */
export function platformFrom(settings: z.output<typeof environment>): Config {
  if (settings.DATABASE_URL && !settings.SESSION_SECRET) {
    throw new ConfigError('SESSION_SECRET: must be set beside DATABASE_URL');
  }
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (settings[name] && !settings.DATABASE_WITHOUT_TLS) requireTls(name, settings[name]);
  }
  const dataDir = resolve(settings.DATA_DIR);
  const publicUrl = (settings.PUBLIC_URL ?? `http://${localName(settings.HOST)}:${settings.PORT}`).replace(/\/+$/, '');
  const [sessionSecret = generatedSecret(dataDir), ...formerSecrets] = settings.SESSION_SECRET ?? [];
  return {
    webhooksToLoopback: settings.WEBHOOKS_TO_LOOPBACK,
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    dataDir,
    backupLogDir: settings.BACKUP_LOG_DIR ?? null,
    sessionSecret,
    formerSecrets,
    publicUrl,
    pages: readOperatorPages(settings.PAGES_DIR),
    dnsServers: settings.DNS_SERVERS ?? [],
    secureCookies: publicUrl.startsWith('https:'),
    mail: mailFrom(settings, publicUrl),
    tracesUrl: settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? under(settings.OTEL_EXPORTER_OTLP_ENDPOINT, '/v1/traces'),
    attemptsKeptDays: settings.ATTEMPTS_KEPT_DAYS,
    messageTextsKeptDays: settings.MESSAGE_TEXTS_KEPT_DAYS,
    papersKeptDays: settings.PAPERS_KEPT_DAYS,
    receiptsKeptDays: settings.RECEIPTS_KEPT_DAYS,
    recordingsKeptDays: settings.RECORDINGS_KEPT_DAYS,
    webhookLogsKeptDays: settings.WEBHOOK_LOGS_KEPT_DAYS,
    logLevel: settings.LOG_LEVEL,
  };
}

/** With `verify-ca` and `verify-full` the driver checks the certificate and its name. */
const WITH_TLS = new Set(['require', 'verify-ca', 'verify-full']);

/** @throws {ConfigError} where customers' data would cross a network unencrypted */
function requireTls(name: string, databaseUrl: string): void {
  const remote = hostsOf(databaseUrl).find((host) => !isLocalHost(host));
  const mode = /[?&]sslmode=([\w-]+)/.exec(databaseUrl)?.[1] ?? '';
  if (remote === undefined || WITH_TLS.has(mode) || /[?&]sslrootcert=system\b/.test(databaseUrl)) return;
  throw new ConfigError(
    `${name}: leads to ${remote} without TLS: add sslmode=verify-full, or set DATABASE_WITHOUT_TLS=on`,
  );
}

/** The settings of a command that only reads the database. @throws {ConfigError} */
export function readDatabaseConfig(
  env: Record<string, string | undefined>,
): Pick<Config, 'backupLogDir' | 'databaseUrl' | 'dataDir'> {
  const names = { DATABASE_URL: true, DATA_DIR: true, BACKUP_LOG_DIR: true } as const;
  const settings = parseSettings(environment.pick(names), env);
  return {
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: resolve(settings.DATA_DIR),
    backupLogDir: settings.BACKUP_LOG_DIR ?? null,
  };
}

const localName = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);

/** With the embedded database the secret is made once and kept beside the data that it protects. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
