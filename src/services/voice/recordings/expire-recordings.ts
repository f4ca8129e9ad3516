import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';

const BATCH = 500;

/**
 * Has recordings deleted that are older than RECORDINGS_KEPT_DAYS: they are out of reach at once, and taken out
 * of the store and the carrier's as those that their owner deletes. What was taken out before is forgotten.
 */
export async function expireRecordings({
  sql,
  clock,
  config,
  signals,
}: Pick<Deps, 'sql' | 'clock' | 'config' | 'signals'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - config.recordingsKeptDays * 86_400_000).toISOString();
  await removeOld(
    sql,
    'call_recordings',
    sql`status = 'deleted' and due_at is null and created_at < ${before}::timestamptz`,
  );
  for (;;) {
    const { count } = await sql`
      update call_recordings set status = 'deleted', due_at = ${now.toISOString()}::timestamptz, attempts = 0
      where id = any(array(
        select id from call_recordings
        where status in ('ready', 'failed') and created_at < ${before}::timestamptz
        order by id limit ${BATCH} for update skip locked))`;
    if (count > 0) signals.recordingsDue.fire();
    if (count < BATCH) return;
  }
}
