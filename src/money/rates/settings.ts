import { z } from 'zod';
import { type RATE_IDS, RATE_SOURCES } from '../../../db/enums.ts';
import { httpAddress, optional, withDefault } from '../../platform/kit/settings.ts';

type SourceName = (typeof RATE_SOURCES)[number];

/** Pounds for one coin: the least and the most that is believed. */
const band = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?-\d{1,12}(\.\d{1,8})?$/, 'must be two prices in pounds, like 10000-500000');
const bandOf = (text: string): PriceBand => {
  const [least = '', most = ''] = text.split('-');
  return { least, most };
};

const source = z.enum(RATE_SOURCES, { error: `must be fixed, or some of ${RATE_SOURCES.join(', ')}` });

/** The rates' settings in the environment. */
export const rateEnvironment = {
  RATE_SOURCE: optional(
    z
      .string()
      .transform((text) => (text.trim() === 'fixed' ? [] : text.split(',').map((name) => name.trim())))
      .pipe(z.array(source)),
  ),
  RATE_SPREAD_PERCENT: withDefault(z.string().regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a percentage below 100'), '0'),
  RATE_BAND_BTC: withDefault(band, '10000-500000'),
  RATE_BAND_USDT: withDefault(band, '0.5-1.2'),
  RATE_BAND_ETH: withDefault(band, '200-20000'),
  RATE_BAND_SOL: withDefault(band, '5-2000'),
  RATE_KRAKEN_URL: optional(httpAddress),
  RATE_COINBASE_URL: optional(httpAddress),
  RATE_COINGECKO_URL: optional(httpAddress),
  RATE_BINANCE_URL: optional(httpAddress),
};

const environment = z.object(rateEnvironment);

/** Decimal strings. */
export interface PriceBand {
  least: string;
  most: string;
}

export interface RateSettings {
  /** The exchanges that are asked for the coins' prices; empty: the operator's own rates hold. */
  sources: readonly SourceName[];
  /** The surcharge on their prices, a decimal string. */
  spreadPercent: string;
  /** A price outside of these is an error, whoever says it. */
  bands: Record<(typeof RATE_IDS)[number], PriceBand>;
  /** Their addresses, where they are not the public ones. */
  addresses: Record<SourceName, string | null>;
}

export const ratesFrom = (settings: z.output<typeof environment>): RateSettings => ({
  sources: [...new Set(settings.RATE_SOURCE ?? [])],
  spreadPercent: settings.RATE_SPREAD_PERCENT,
  bands: {
    BTC: bandOf(settings.RATE_BAND_BTC),
    USDT: bandOf(settings.RATE_BAND_USDT),
    ETH: bandOf(settings.RATE_BAND_ETH),
    SOL: bandOf(settings.RATE_BAND_SOL),
  },
  addresses: {
    kraken: settings.RATE_KRAKEN_URL ?? null,
    coinbase: settings.RATE_COINBASE_URL ?? null,
    coingecko: settings.RATE_COINGECKO_URL ?? null,
    binance: settings.RATE_BINANCE_URL ?? null,
  },
});
