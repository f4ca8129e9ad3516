import { sql as template } from 'drizzle-orm';
import { OUTCOMES_THAT_SAY, RATED_SERVICES } from '../../../db/enums.ts';
import { type DestinationHealth, WORST_DESTINATIONS } from '../contract.ts';
import type { Deps } from '../deps.ts';

/**
 * Finds the destinations that each carrier reaches least: a few rows of one index for each carrier and
 * service, however many destinations there are.
 */
export const worstDestinationsSql = (carriers: readonly string[]) => template`
  select c.carrier as provider, s.service, worst.prefix, worst.seen, worst.share
  from unnest(string_to_array(${carriers.join(',')}::text, ',')) with ordinality as c (carrier, place)
  cross join unnest(string_to_array(${RATED_SERVICES.join(',')}::text, ',')) with ordinality as s (service, place)
  cross join lateral (
    select o.prefix, o.seen, o.share from route_outcomes o
    where o.service = s.service and o.carrier = c.carrier and o.seen >= ${template.raw(String(OUTCOMES_THAT_SAY))}
    order by o.share, o.prefix limit ${WORST_DESTINATIONS}::integer
  ) worst
  order by c.place, s.place, worst.share, worst.prefix`;

/**
 * The share of delivered messages and answered calls for the destinations that each carrier reaches least,
 * the worst first.
 */
export async function listDestinationHealth({
  db,
  carriers,
}: Pick<Deps, 'db' | 'carriers'>): Promise<DestinationHealth[]> {
  return [...(await db.execute<DestinationHealth & Record<string, unknown>>(worstDestinationsSql(carriers.names)))];
}
