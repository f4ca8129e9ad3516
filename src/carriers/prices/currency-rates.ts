import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { currencyRates } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

/** How often the day's rates are read. */
export const READ_RATES_MS = HOUR_MS;

const READ_WITHIN_MS = 20_000;
/** The source's list has about 30 currencies in 2 kB. */
const LONGEST = 100_000;
/** A line of the European Central Bank's daily reference rates: how much of the currency one euro costs. */
const LINE = /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,9}(?:\.\d{1,8})?)['"]\s*\/>/g;
const PLACES = 10n ** 8n;

/**
 * Pounds for one of each currency, from a list in the form of the European Central Bank's daily reference
 * rates (eurofxref-daily.xml). Empty if the list does not have the pound.
 */
export function readReferenceRates(text: string): Map<string, string> {
  const perEuro = new Map([...text.matchAll(LINE)].map(([, name = '', rate = '']) => [name, scaled(rate)]));
  const pound = perEuro.get('GBP');
  if (!pound) return new Map();
  perEuro.set('EUR', PLACES);
  return new Map(
    [...perEuro].filter(([, rate]) => rate > 0n).map(([name, rate]) => [name, unscaled((pound * PLACES) / rate)]),
  );
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

const unscaled = (value: bigint): string => `${value / PLACES}.${String(value % PLACES).padStart(8, '0')}`;

/** Reads the day's rates, if a source is set. A currency that the source has dropped keeps its last rate. */
export async function readCurrencyRates(deps: Deps): Promise<void> {
  const { ratesUrl } = deps.config.currencies;
  if (ratesUrl === null) return;
  const response = await fetch(ratesUrl, { signal: AbortSignal.timeout(READ_WITHIN_MS) });
  const text = response.ok ? await response.text() : '';
  const rates = text.length > LONGEST ? new Map<string, string>() : readReferenceRates(text);
  if (rates.size === 0) {
    deps.log.warn({ status: response.status }, 'the source of currency rates did not say what a pound costs');
    return;
  }
  const readAt = deps.clock.now();
  await deps.db
    .insert(currencyRates)
    .values([...rates].map(([currency, pounds]) => ({ currency, pounds, readAt })))
    .onConflictDoUpdate({
      target: currencyRates.currency,
      set: { pounds: template`excluded.pounds`, readAt: template`excluded.read_at` },
    });
}

/** Pounds for one of each known currency: the source's newest rate, otherwise that of the settings. */
export async function knownRates(
  db: Queryable,
  { config }: Pick<Deps, 'config'>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.select().from(currencyRates);
  return new Map([
    ['GBP', '1'],
    ...Object.entries(config.currencies.rates),
    ...rows.map(({ currency, pounds }) => [currency, pounds] as const),
  ]);
}
