import { z } from 'zod';
import type { Config as CallersConfig } from '../callers/config.ts';
import { allOrNone, httpAddress, optional, withDefault } from '../platform/kit/settings.ts';

/** The edge's part of the environment. */
export const edgeEnvironment = {
  /** How many reverse proxies stand in front and append to X-Forwarded-For. */
  TRUSTED_PROXIES: withDefault(z.coerce.number().int().min(0).max(10), 0),
  METRICS_TOKEN: optional(z.string().min(16, 'must be at least 16 characters')),
  S3_ENDPOINT: optional(httpAddress),
  S3_BUCKET: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
};

const environment = z.object(edgeEnvironment);
type Settings = z.output<typeof environment>;

export interface Config extends CallersConfig {
  trustedProxies: number;
  /** What lets others than this machine read `/metrics`. */
  metricsToken: string | null;
  /** Where receipts are kept; null: below `dataDir`. */
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null;
}

/** @throws {ConfigError} where the object store is half named */
export function edgeFrom(settings: Settings): Omit<Config, keyof CallersConfig> {
  return {
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsToken: settings.METRICS_TOKEN ?? null,
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
