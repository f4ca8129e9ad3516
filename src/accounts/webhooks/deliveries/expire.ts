import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';
import { DELIVERIES_KEPT_DAYS } from '../contract.ts';

/** Removes deliveries that nobody looks up any more, with their attempts. */
export async function expireDeliveries(deps: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - DELIVERIES_KEPT_DAYS * 86_400_000).toISOString();
  await removeOld(deps.sql, 'webhook_deliveries', deps.sql`created_at < ${before}::timestamptz`);
}
