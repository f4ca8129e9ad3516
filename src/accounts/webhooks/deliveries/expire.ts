import type { Deps } from '../../deps.ts';
import { DELIVERIES_KEPT_DAYS } from '../contract.ts';

/** Removes deliveries that nobody looks up any more, with their attempts. */
export async function expireDeliveries(deps: Pick<Deps, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - DELIVERIES_KEPT_DAYS * 86_400_000).toISOString();
  await deps.sql`delete from webhook_deliveries where created_at < ${before}::timestamptz`;
}
