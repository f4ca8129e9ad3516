import { RATED_SERVICES } from '../../../db/enums.ts';
import { closedToCalls, requireOpen } from '../../money/allowances/closed-destinations.ts';
import { beginningOrName, type PriceSearch, searchPrices } from '../../money/pricing/search-prices.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import { asRefusal } from '../../platform/kit/errors.ts';
import type { Deps } from '../../services/deps.ts';
import { toE164 } from '../../shared/phone-number.ts';
import { SHOWN_RATES } from '../../money/pricing/line-contract.ts';
import type * as contract from './contract.ts';
import { readLineClosures } from './line-closures.ts';

/**
 * Finds the prices of destinations for an account, and says whether a number is closed for it.
 * @param search a number, the beginning of one, or a part of a destination's name
 * @param codes calling codes that are found beside a name, separated by commas
 * @throws not_found
 */
export async function searchRates(
  { db, clock, config, carriersFor }: Deps,
  { userId, search, codes }: { userId: string; search: string; codes?: string | undefined },
): Promise<ResponseOf<typeof contract.searchRates>> {
  const text = search.trim();
  const number = toE164(text) ?? undefined;
  const asked: Omit<PriceSearch, 'carriers'> = {
    ...{ userId, now: clock.now(), flatRate: config.voiceRateGbp, limit: SHOWN_RATES },
    ...(number === undefined ? { ...beginningOrName(text), codes: codes?.split(',') ?? [] } : { number }),
  };
  const { closedCountries } = config.allowances;
  const calls = await closedToCalls(db, closedCountries);
  const closureOf = await readLineClosures({ db, config }, userId);
  const found = await Promise.all(
    RATED_SERVICES.map((service) => searchPrices(db, service, { ...asked, carriers: carriersFor(service) })),
  );
  const closed = async (countries: readonly string[]) =>
    number === undefined
      ? null
      : requireOpen(db, { userId, numbers: [number], countries, pathOf: () => 'search' }).catch(
          asRefusal('destination_closed'),
        );
  const [sms, voice] = [await closed(closedCountries.messages), await closed(calls)];
  return {
    number: number ?? null,
    lines: found.flat().map((line) => ({ ...line, closed: closureOf(line) })),
    closed: { sms: sms?.message ?? null, voice: voice?.message ?? null },
    sentences: { sms: sms?.sentence ?? null, voice: voice?.sentence ?? null },
  };
}
