import { z } from 'zod';
import { RATE_SOURCES } from '../../../db/enums.ts';
import { httpAddress, optional, withDefault } from '../../platform/kit/settings.ts';

type SourceName = (typeof RATE_SOURCES)[number];

const source = z.enum(RATE_SOURCES, { error: `must be fixed, or some of ${RATE_SOURCES.join(', ')}` });

/** The rates' settings in the environment. */
export const rateEnvironment = {
  RATE_SOURCE: optional(
    z
      .string()
      .transform((text) => (text.trim() === 'fixed' ? [] : text.split(',').map((name) => name.trim())))
      .pipe(z.array(source)),
  ),
  RATE_SPREAD_PERCENT: withDefault(
    z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage below 100'),
    '0',
  ),
  RATE_KRAKEN_URL: optional(httpAddress),
  RATE_COINBASE_URL: optional(httpAddress),
  RATE_COINGECKO_URL: optional(httpAddress),
  RATE_BINANCE_URL: optional(httpAddress),
};

const environment = z.object(rateEnvironment);

export interface RateSettings {
  /** The exchanges that are asked for the coins' prices; empty: the operator's own rates hold. */
  sources: readonly SourceName[];
  /** The surcharge on their prices, a decimal string. */
  spreadPercent: string;
  /** Their addresses, where they are not the public ones. */
  addresses: Record<SourceName, string | null>;
}

export const ratesFrom = (settings: z.output<typeof environment>): RateSettings => ({
  sources: [...new Set(settings.RATE_SOURCE ?? [])],
  spreadPercent: settings.RATE_SPREAD_PERCENT,
  addresses: {
    kraken: settings.RATE_KRAKEN_URL ?? null,
    coinbase: settings.RATE_COINBASE_URL ?? null,
    coingecko: settings.RATE_COINGECKO_URL ?? null,
    binance: settings.RATE_BINANCE_URL ?? null,
  },
});
