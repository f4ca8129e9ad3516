import { closedToCalls, readClosures } from '../../money/allowances/closed-destinations.ts';
import type { PriceLine } from '../../money/pricing/search-prices.ts';
import type { Deps } from '../../services/deps.ts';

/**
 * The closed part of a price line for an account: a country or a kind of numbers; null if it is open, and for
 * a line that holds for all destinations.
 * @throws not_found
 */
export async function readLineClosures(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<(line: PriceLine) => string | null> {
  const { closedCountries } = config.allowances;
  const closed = { sms: new Set(closedCountries.messages), voice: new Set(await closedToCalls(db, closedCountries)) };
  const closureOf = await readClosures(db, userId);
  return ({ service, prefix }) => (prefix === null ? null : closureOf(`+${prefix}`, closed[service]));
}
