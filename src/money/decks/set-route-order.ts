import { eq } from 'drizzle-orm';
import type { RatedService, RouteOrder } from '../../../db/enums.ts';
import { routeOrders } from '../../../db/schema/index.ts';
import { type ActingWith, audit } from '../../callers/audit.ts';
import { requireApproval } from '../../callers/approvals/require.ts';
import type { Deps } from '../deps.ts';

/**
 * Chooses how the carriers of a destination are ordered. It holds for every message or call handed over from now
 * on.
 * @throws approval_needed: another order than before
 */
export async function setRouteOrder(
  { tx, deps, actor }: ActingWith<Pick<Deps, 'config'>>,
  { service, by, agreed }: { service: RatedService; by: RouteOrder; agreed?: boolean },
): Promise<{ by: RouteOrder }> {
  const [before] = await tx.db.select().from(routeOrders).where(eq(routeOrders.service, service)).for('update');
  const orderedBy = before?.by ?? 'fixed';
  if (by !== orderedBy) {
    requireApproval({ deps, actor, agreed }, { kind: 'route_order', service, by }, { about: service });
  }
  const set = { by, changedAt: tx.now };
  await tx.db
    .insert(routeOrders)
    .values({ service, ...set })
    .onConflictDoUpdate({ target: routeOrders.service, set });
  await audit(tx, actor, 'rates.routing_changed', { subject: service, detail: { before: orderedBy, after: by } });
  return { by };
}
