import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { CallRow } from '../present-call.ts';

/**
 * The minutes after which an edge ends a call: those of the shortest one that it carries in the same dialog. A trunk's call
 * that stays inside, the call to the number and the leg of its forwarding are one.
 */
export async function minutesOfDialog(
  db: Queryable,
  { id, parentId, maxMinutes }: Pick<CallRow, 'id' | 'parentId' | 'maxMinutes'>,
): Promise<number> {
  const [row] = await db.execute<{ minutes: number | null }>(template`
    with dialog as (
      select coalesce(placed_by, call_id) as first from trunk_calls
      where call_id in (${id}::uuid, ${parentId}::uuid) order by call_id = ${id}::uuid desc limit 1
    ), ends as (
      select first as id from dialog
      union all select t.call_id from trunk_calls t join dialog d on t.placed_by = d.first
    )
    select min(c.max_minutes) as minutes from voice_calls c where c.ended_at is null and c.id in (
      select id from ends
      union all select i.leg_id from incoming_calls i join ends e on e.id = i.call_id
      where not exists (select from trunk_calls own where own.call_id = i.leg_id))`);
  return Math.min(maxMinutes, row?.minutes ?? maxMinutes);
}
