import { sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import type { CallRow } from '../read-call.ts';

/**
 * The minutes after which an edge ends a call: those of the shortest one that it carries in the same dialog. Calls that stay
 * inside, each with the call to the number, and the legs of forwardings are one.
 */
export async function minutesOfDialog(
  db: Queryable,
  { id, maxMinutes }: Pick<CallRow, 'id' | 'maxMinutes'>,
): Promise<number> {
  const [row] = await db.execute<{ minutes: number | null }>(template`
    with recursive above as (
      select ${id}::uuid as id
      union all
      select case when t.call_id is null then c.parent_id else t.placed_by end from above a
      join voice_calls c on c.id = a.id left join trunk_calls t on t.call_id = a.id
    ), dialog as (
      select id from above where id is not null
      union
      select next.id from dialog d, lateral (
        select call_id as id from trunk_calls where placed_by = d.id
        union all
        select leg_id from incoming_calls i where call_id = d.id
          and not exists (select from trunk_calls own where own.call_id = i.leg_id)) next
    )
    select min(c.max_minutes) as minutes from voice_calls c join dialog using (id) where c.ended_at is null`);
  return Math.min(maxMinutes, row?.minutes ?? maxMinutes);
}
