import { eq } from 'drizzle-orm';
import type { RatedService, RouteOrder } from '../../../db/enums.ts';
import { routeOrders } from '../../../db/schema/index.ts';
import { audit } from '../../callers/audit.ts';
import type { Actor } from '../../callers/guards.ts';
import type { Transaction } from '../../platform/events/transact.ts';

/**
 * Chooses how the carriers of a destination are ordered. It holds for every message or call handed over from now
 * on.
 */
export async function setRouteOrder(
  { tx, actor }: { tx: Transaction; actor: Actor },
  { service, by }: { service: RatedService; by: RouteOrder },
): Promise<{ by: RouteOrder }> {
  const [before] = await tx.db
    .select()
    .from(routeOrders)
    .where(eq(routeOrders.service, service))
    .for('update');
  const set = { by, changedAt: tx.now };
  await tx.db
    .insert(routeOrders)
    .values({ service, ...set })
    .onConflictDoUpdate({ target: routeOrders.service, set });
  await audit(tx, {
    actorId: actor.id,
    action: 'rates.routing_changed',
    subject: service,
    detail: { before: before?.by ?? 'fixed', after: by },
  });
  return { by };
}
