import type { Deps } from '../deps.ts';
import { idBatches } from '../../platform/kit/id-batches.ts';

const BATCH = 500;

/**
 * Erases the numbers of all calls of an account, and has its recordings deleted, here and at the carriers. Charges
 * stay. It can be interrupted and repeated.
 */
export async function eraseCallsOf(
  { sql, clock, signals }: Pick<Deps, 'sql' | 'clock' | 'signals'>,
  userId: string,
): Promise<void> {
  const now = clock.now().toISOString();
  const batches = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from voice_calls where user_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of batches) {
    const { count } = await sql`
      update call_recordings set status = 'deleted', due_at = ${now}::timestamptz, attempts = 0
      where call_id = any(${ids}::uuid[]) and status <> 'deleted'`;
    if (count > 0) signals.recordingsDue.fire();
    await sql`update incoming_calls set transcript = null, steps = '[]' where call_id = any(${ids}::uuid[])`;
    await sql`update trunk_calls set source = '', sip_call_id = call_id::text, from_tag = '', branch = ''
      where call_id = any(${ids}::uuid[])`;
    await sql`update trunk_rings set dialog = '' where leg_id = any(${ids}::uuid[]) and dialog is not null`;
    await sql`update voice_calls set caller_id = '', destination = '', forwarding_number = null, error = null
      where id = any(${ids}::uuid[])`;
  }
  await sql`delete from blocked_callers where user_id = ${userId}`;
}
