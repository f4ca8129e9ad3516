import { removeOld } from '../../../../db/remove-old.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';

/**
 * Removes carriers' answers that are older than ATTEMPTS_KEPT_DAYS. The messages stay, with the result of each
 * recipient.
 */
export async function expireAttempts({
  sql,
  clock,
  config,
}: Pick<Deps, 'sql' | 'clock' | 'config'>): Promise<void> {
  const before = new Date(clock.now().getTime() - config.attemptsKeptDays * DAY_MS);
  // Messages of that age are a range of the primary key; a scheduled message may have been sent later.
  await removeOld(
    sql,
    'sms_attempts',
    sql`message_id < ${firstIdAt(before)}::uuid and at < ${before.toISOString()}::timestamptz`,
  );
}
