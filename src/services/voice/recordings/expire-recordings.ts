import { removeOld } from '../../../../db/remove-old.ts';
import type { Deps } from '../../deps.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { keptSince, noteSweep } from '../../../platform/retention.ts';

const BATCH = 500;

/**
 * Deletes recordings that are older than RECORDINGS_KEPT_DAYS: nobody can hear them from now on, and they are removed
 * from the store and from the carrier like those that an owner deletes. Rows of recordings already removed are
 * deleted.
 */
export async function expireRecordings(
  deps: Pick<Deps, 'sql' | 'clock' | 'config' | 'signals'>,
): Promise<void> {
  const { sql, clock, config, signals } = deps;
  // Ids follow the time, so recordings of that age are a range of the primary key.
  const before = firstIdAt(keptSince(clock, config.recordingsKeptDays));
  await removeOld(
    sql,
    'call_recordings',
    sql`id < ${before}::uuid and status = 'deleted' and due_at is null`,
  );
  await sql`update incoming_calls set transcript = null where call_id < ${before}::uuid and transcript is not null`;
  let removed = 0;
  for (let marked = BATCH; marked === BATCH; removed += marked) {
    const { count } = await sql`
      update call_recordings
      set status = 'deleted', due_at = ${clock.now().toISOString()}::timestamptz, attempts = 0
      where id = any(array(
        select id from call_recordings where id < ${before}::uuid and status in ('ready', 'failed')
        order by id limit ${BATCH} for update skip locked))`;
    if (count > 0) signals.recordingsDue.fire();
    marked = count;
  }
  await noteSweep(deps, { what: 'recordings', removed });
}
