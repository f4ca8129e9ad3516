import { removeOld } from '../../../../db/remove-old.ts';
import { keptSince, noteSweep } from '../../../platform/retention.ts';
import type { Deps } from '../../deps.ts';

/** Removes deliveries that are older than WEBHOOK_LOGS_KEPT_DAYS, with their attempts. */
export async function expireDeliveries(deps: Pick<Deps, 'sql' | 'clock' | 'config'>): Promise<void> {
  const before = keptSince(deps.clock, deps.config.webhookLogsKeptDays).toISOString();
  const removed = await removeOld(
    deps.sql,
    'webhook_deliveries',
    deps.sql`created_at < ${before}::timestamptz`,
  );
  await noteSweep(deps, { what: 'webhook_logs', removed });
}
