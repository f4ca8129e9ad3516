import { z } from 'zod';
import type { Config as CallersConfig } from '../callers/config.ts';
import { allOrNone, blank, httpAddress, onOff, optional, quota, withDefault } from '../platform/kit/settings.ts';

/** The edge's settings in the environment. */
export const edgeEnvironment = {
  /** How many reverse proxies stand in front and append to X-Forwarded-For. */
  TRUSTED_PROXIES: withDefault(z.coerce.number().int().min(0).max(10), 0),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  METRICS_LOCALLY: z.preprocess((value) => blank(value) ?? 'off', onOff),
  STREAMS_AT_ONCE: quota(20),
  UNUSED_RECEIPTS: quota(20),
  UPLOADS_MB: quota(200),
  SIP_WEBSOCKET_URL: optional(z.url({ protocol: /^wss?$/, error: 'must be like wss://sip.example.com:8443' })),
  S3_ENDPOINT: optional(httpAddress),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
};

const environment = z.object(edgeEnvironment);
type Settings = z.output<typeof environment>;

export interface Quotas {
  /** Open event streams at one time, counted per process. */
  streams: number;
  /** Uploads to which nothing refers. */
  unusedUploads: number;
  /** The size of all the account's uploads together. */
  uploadBytes: number;
}

export interface Config extends CallersConfig {
  trustedProxies: number;
  /** The token with which other machines may read `/metrics`. */
  metricsToken: string | null;
  /** This machine reads `/metrics` without a token. A proxy on it is this machine, too. */
  metricsLocally: boolean;
  /** The limits of one account; null: there are none. */
  quotas: Quotas | null;
  /** Where browsers reach the SIP edge; null: there is no telephone in the browser. */
  telephoneUrl: string | null;
  /** The object store for receipts; null: they are kept below `dataDir`. */
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null;
}

/**
 * @param limited whether rate limits are on
 * @throws {ConfigError} where some settings of the object store are missing
 */
export function edgeFrom(settings: Settings, { limited }: { limited: boolean }): Omit<Config, keyof CallersConfig> {
  return {
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsToken: settings.METRICS_TOKEN ?? null,
    metricsLocally: settings.METRICS_LOCALLY,
    quotas: limited
      ? {
          streams: settings.STREAMS_AT_ONCE,
          unusedUploads: settings.UNUSED_RECEIPTS,
          uploadBytes: settings.UPLOADS_MB * 1_000_000,
        }
      : null,
    telephoneUrl: settings.SIP_WEBSOCKET_URL ?? null,
    s3: s3From(settings),
  };
}

function s3From(settings: Settings): Config['s3'] {
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
