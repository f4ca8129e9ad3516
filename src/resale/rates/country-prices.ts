import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import type { RatedService } from '../../../db/enums.ts';
import { closedToCalls } from '../../money/allowances/closed-destinations.ts';
import { countryOf } from '../../money/allowances/destination-risk.ts';
import { searchPrices } from '../../money/pricing/search-prices.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { readNumberPrices } from '../../services/numbers/price.ts';
import type * as contract from './contract.ts';

type Prices = ResponseOf<typeof contract.getCountryPrices>;

/** The most destinations of a country that its prices are taken from. */
const MOST_DESTINATIONS = 1000;
/** Anybody may ask, so a process answers from what it read for some minutes. */
const KEPT_MS = 5 * MINUTE_MS;
const kept = new WeakMap<Deps['db'], Map<string, { until: number; prices: Promise<Prices> }>>();

/**
 * The prices of a country for whoever registers now.
 * @throws not_found
 */
export function countryPrices(deps: Deps, country: string): Promise<Prices> {
  if (!isSupportedCountry(country)) throw notFound('Country');
  const now = deps.clock.now().getTime();
  const known = kept.get(deps.db) ?? new Map();
  kept.set(deps.db, known);
  const found = known.get(country);
  if (found && found.until > now) return found.prices;
  const prices = readPrices(deps, country);
  known.set(country, { until: now + KEPT_MS, prices });
  prices.catch(() => known.delete(country));
  return prices;
}

async function readPrices(deps: Deps, country: Parameters<typeof getCountryCallingCode>[0]): Promise<Prices> {
  const { db, clock, config, carriersFor } = deps;
  const { closedCountries } = config.allowances;
  const closed = { sms: closedCountries.messages, voice: await closedToCalls(db, closedCountries) };
  const rangeOf = async (service: RatedService) => {
    if (closed[service].includes(country)) return null;
    const digits = getCountryCallingCode(country);
    const lines = await searchPrices(db, service, {
      ...{ userId: null, now: clock.now(), flatRate: config.voiceRateGbp, limit: MOST_DESTINATIONS },
      ...{ carriers: carriersFor(service), digits },
    });
    // Countries that share a calling code are told apart by what follows it, if the list does so.
    const own = lines.filter(({ prefix }) => prefix === null || countryOf(`+${prefix}`) === country);
    const rates = (own.length > 0 ? own : lines.filter(({ prefix }) => prefix === digits))
      .flatMap(({ rate }) => rate ?? [])
      .toSorted((one, other) => Number(one) - Number(other));
    const [least, most] = [rates[0], rates.at(-1)];
    return least === undefined || most === undefined ? null : { least, most };
  };
  const sold = (await readNumberPrices(db, clock.now())).all.find(({ countryCode }) => countryCode === country);
  return { sms: await rangeOf('sms'), voice: await rangeOf('voice'), number: sold?.monthlyPrice ?? null };
}
