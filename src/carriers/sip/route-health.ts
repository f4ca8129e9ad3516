import { sql as template } from 'drizzle-orm';
import type { CarrierHealthHistory } from '../contract.ts';
import type { Deps } from '../deps.ts';

/** An edge's findings are older than this only if the edge is gone. */
const FRESH = '1 minute';

/** The SIP routes as the edges found them lately, by carrier: a route is down if it is down for one of them. */
export async function readRouteHealth({
  db,
}: Pick<Deps, 'db'>): Promise<Map<string, NonNullable<CarrierHealthHistory['sip']>>> {
  const rows = await db.execute<{ carrier: string; healthy: boolean; registered: boolean | null }>(template`
    select carrier, bool_and(is_up) as healthy, bool_and(registered = 200) as registered
    from sip.route_health where at > now() - ${FRESH}::interval group by carrier`);
  return new Map(rows.map(({ carrier, healthy, registered }) => [carrier, { healthy, registered }]));
}
