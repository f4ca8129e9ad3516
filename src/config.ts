import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { chainEnvironment, type ChainSettings, chainsFrom } from './money/chain/settings.ts';
import {
  allOrNone,
  blank,
  ConfigError,
  httpAddress,
  onOff,
  optional,
  port,
  withDefault,
} from './platform/kit/settings.ts';
import { mailEnvironment, mailFrom, type MailSettings } from './platform/mail/settings.ts';
import type { CoinId } from './money/payments/catalogue.ts';
import { carrierEnvironment, carriersFrom, type CarrierSettings } from './carriers/settings.ts';

export { ConfigError } from './platform/kit/settings.ts';

const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');
const penceOrOff = z.union([z.literal('off'), z.string().regex(/^\d{1,8}(\.\d{1,2})?$/)], {
  error: 'must be pounds with at most 2 decimals, or off',
});
const pence = z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, 'must be pounds with at most 2 decimals');

const environment = z.object({
  PORT: withDefault(port, 3000),
  HOST: withDefault(z.string(), '127.0.0.1'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_CONNECTIONS: withDefault(z.coerce.number().int().min(2).max(100), 8),
  DATA_DIR: withDefault(z.string(), './data'),
  SESSION_SECRET: optional(z.string().min(32, 'must be at least 32 characters')),
  ADMIN_EMAIL: optional(z.email('must be an e-mail address')),
  ADMIN_PASSWORD: optional(z.string().min(6, 'must be at least 6 characters').max(128)),
  ADMIN_TWO_FACTOR: withDefault(z.enum(['optional', 'required']), 'optional'),
  PUBLIC_URL: optional(httpAddress),
  /** How many reverse proxies stand in front and append to X-Forwarded-For. */
  TRUSTED_PROXIES: withDefault(z.coerce.number().int().min(0).max(10), 0),
  WALLET_BTC: optional(z.string()),
  WALLET_ETH: optional(z.string()),
  WALLET_USDT_ERC20: optional(z.string()),
  WALLET_USDT_TRC20: optional(z.string()),
  WALLET_SOL: optional(z.string()),
  RATE_BTC: withDefault(decimal, '0.000018'),
  RATE_USDT: withDefault(decimal, '1.27'),
  RATE_ETH: withDefault(decimal, '0.016'),
  RATE_SOL: withDefault(decimal, '0.26'),
  MIN_TOPUP_GBP: withDefault(pence, '50'),
  APPROVAL_ABOVE_GBP: optional(pence),
  VOICE_RATE_GBP: withDefault(pence, '0.10'),
  DAILY_LIMIT_GBP: optional(penceOrOff),
  COUNTRY_LIMIT_GBP: optional(penceOrOff),
  RATE_LIMITS: z.preprocess((value) => blank(value) ?? 'on', onOff),
  SANDBOX_CARRIERS: optional(onOff),
  SANDBOX_PER_SECOND: withDefault(z.coerce.number().int().min(1).max(100_000), 1000),
  /** For tests and development: webhooks may lead to this machine, by http too. */
  WEBHOOKS_TO_LOOPBACK: z.preprocess((value) => blank(value) ?? 'off', onOff),
  ...carrierEnvironment,
  ...chainEnvironment,
  ...mailEnvironment,
  S3_ENDPOINT: optional(httpAddress),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  SIP_REALM: optional(z.string().regex(/^[\w.-]{1,255}$/, 'must be a host name')),
  SIP_PROXY_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

export interface Wallet {
  address: string;
  /** Nothing must be paid to a demonstration address. */
  demo: boolean;
}

/** Everything the program is told from outside, parsed once. */
export interface Config {
  host: string;
  port: number;
  /** Null: start the embedded server. */
  databaseUrl: string | null;
  databaseConnections: number;
  dataDir: string;
  sessionSecret: string;
  admin: { email: string; password: string } | null;
  /** `required`: administrators without a second factor cannot administer. */
  adminTwoFactor: 'optional' | 'required';
  publicUrl: string;
  /** Cookies carry `Secure` where the public address is https. */
  secureCookies: boolean;
  trustedProxies: number;
  /** Only coins with a wallet are offered. */
  wallets: Partial<Record<CoinId, Wallet>>;
  /** Coin per pound, decimal strings. */
  rates: Record<'BTC' | 'USDT' | 'ETH' | 'SOL', string>;
  minTopUpGbp: string;
  /** A payment above it needs a second administrator; null: none does. */
  approvalAboveGbp: string | null;
  voiceRateGbp: string;
  rateLimits: boolean;
  /** The spend limits that an account begins with, in pounds; null: none. */
  newAccountLimits: { daily: string | null; country: string | null };
  sandboxCarriers: boolean | null;
  /** Messages that a simulated carrier takes in a second. */
  sandboxPerSecond: number;
  carriers: CarrierSettings;
  /** Where payments are looked up, and what is wanted of them there. */
  chains: ChainSettings;
  mail: MailSettings;
  /** Customers' webhooks may lead to this machine itself. Never where strangers have accounts. */
  webhooksToLoopback: boolean;
  /** Where receipts are kept; null: below `dataDir`. */
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null;
  metricsToken: string | null;
  /** The realm of SIP credentials: the name of the service, as a rule its host's. */
  sipRealm: string;
  /** What a SIP proxy shows to have trunks authenticated; null: none may. */
  sipProxyToken: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/**
 * Well-known addresses that nobody's money should go to: the Bitcoin genesis block's and the "zero"
 * or burn accounts of the other chains. They let the demonstration run end to end and are marked.
 */
const DEMO_ADDRESSES: Record<CoinId, string> = {
  BTC: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  ETH: '0x000000000000000000000000000000000000dEaD',
  USDT_ERC20: '0x000000000000000000000000000000000000dEaD',
  USDT_TRC20: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  SOL: '1nc1nerator11111111111111111111111111111111',
};

/**
 * Reads the settings from an environment.
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const settings = parse(environment, env);
  const embedded = !settings.DATABASE_URL;
  if (!embedded && !settings.SESSION_SECRET) {
    throw new ConfigError('SESSION_SECRET: must be set beside DATABASE_URL');
  }
  if (Boolean(settings.ADMIN_EMAIL) !== Boolean(settings.ADMIN_PASSWORD)) {
    throw new ConfigError('ADMIN_EMAIL, ADMIN_PASSWORD: set both of them or neither');
  }
  const dataDir = resolve(settings.DATA_DIR);
  const publicUrl = (settings.PUBLIC_URL ?? `http://${localName(settings.HOST)}:${settings.PORT}`).replace(
    /\/+$/,
    '',
  );
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    dataDir,
    sessionSecret: settings.SESSION_SECRET ?? generatedSecret(dataDir),
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : null,
    adminTwoFactor: settings.ADMIN_TWO_FACTOR,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    trustedProxies: settings.TRUSTED_PROXIES,
    wallets: walletsFrom(settings, embedded),
    rates: {
      BTC: settings.RATE_BTC,
      USDT: settings.RATE_USDT,
      ETH: settings.RATE_ETH,
      SOL: settings.RATE_SOL,
    },
    minTopUpGbp: settings.MIN_TOPUP_GBP,
    approvalAboveGbp: settings.APPROVAL_ABOVE_GBP ?? null,
    voiceRateGbp: settings.VOICE_RATE_GBP,
    rateLimits: settings.RATE_LIMITS,
    newAccountLimits: limitsFrom(settings),
    sandboxCarriers: settings.SANDBOX_CARRIERS ?? null,
    sandboxPerSecond: settings.SANDBOX_PER_SECOND,
    carriers: carriersFrom(settings),
    chains: chainsFrom(settings),
    mail: mailFrom(settings, publicUrl),
    webhooksToLoopback: settings.WEBHOOKS_TO_LOOPBACK,
    s3: s3From(settings),
    metricsToken: settings.METRICS_TOKEN ?? null,
    sipRealm: settings.SIP_REALM ?? new URL(publicUrl).hostname,
    sipProxyToken: settings.SIP_PROXY_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL,
  };
}

/** What a command needs that only looks at the database. @throws {ConfigError} */
export function readDatabaseConfig(
  env: Record<string, string | undefined>,
): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const settings = parse(environment.pick({ DATABASE_URL: true, DATA_DIR: true }), env);
  return { databaseUrl: settings.DATABASE_URL ?? null, dataDir: resolve(settings.DATA_DIR) };
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const parsed = schema.safeParse(env);
  if (parsed.success) return parsed.data;
  throw new ConfigError(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

const localName = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);

/** A load test sends more in a minute than a new customer in a week. */
function limitsFrom(settings: z.output<typeof environment>): Config['newAccountLimits'] {
  const limit = (given: string | undefined, standard: string) => {
    const chosen = given ?? (settings.RATE_LIMITS ? standard : 'off');
    return chosen === 'off' ? null : chosen;
  };
  return {
    daily: limit(settings.DAILY_LIMIT_GBP, '500.00'),
    country: limit(settings.COUNTRY_LIMIT_GBP, '200.00'),
  };
}

function walletsFrom(settings: z.output<typeof environment>, embedded: boolean): Config['wallets'] {
  const wallets: Config['wallets'] = {};
  for (const [id, demo] of Object.entries(DEMO_ADDRESSES) as [CoinId, string][]) {
    const address = settings[`WALLET_${id}`];
    if (address) wallets[id] = { address, demo: false };
    else if (embedded) wallets[id] = { address: demo, demo: true };
  }
  return wallets;
}

function s3From(settings: z.output<typeof environment>): Config['s3'] {
  const set = allOrNone(settings, 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  return (
    set && {
      endpoint: set.S3_ENDPOINT,
      bucket: set.S3_BUCKET,
      accessKeyId: set.S3_ACCESS_KEY_ID,
      secretAccessKey: set.S3_SECRET_ACCESS_KEY,
    }
  );
}

/** On the embedded default the secret is made once and kept with the data it protects. */
function generatedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
