import { sql as template } from 'drizzle-orm';
import { transact } from '../../../platform/events/transact.ts';
import type { Deps } from '../../deps.ts';
import { trunkRegistrationsEvent } from './events.ts';

export const TELL_OF_REGISTRATIONS_MS = 2000;

/**
 * Tells customers' screens what has changed since they were last told: the edge writes its registrations by itself,
 * and one that ends because its time is over is written by nobody. Each change is told once, whichever process sees it.
 */
export async function tellOfRegistrations(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const changed = await tx.db.execute<{ trunkId: string; userId: string }>(template`
      with present as (
        select c.package_id, md5(string_agg(concat_ws(' ', l.ruid, l.contact, l.received, l.user_agent), ',' order by l.id)) as told
        from sip.location l join sip_credentials c on c.username = l.username
        where l.expires > ${tx.now.toISOString()}::timestamptz at time zone 'UTC'
        group by c.package_id
      ), other as (
        insert into trunk_registrations (package_id, told) select package_id, told from present order by package_id
        on conflict (package_id) do update set told = excluded.told where trunk_registrations.told <> excluded.told
        returning package_id
      ), ended as (
        delete from trunk_registrations t
        where not exists (select from present p where p.package_id = t.package_id)
        returning package_id
      )
      select p.id as "trunkId", p.user_id as "userId"
      from (select package_id from other union all select package_id from ended) changed
      join voice_packages p on p.id = changed.package_id`);
    for (const { trunkId, userId } of changed) {
      tx.publish(trunkRegistrationsEvent, userId, { userId, packageId: trunkId });
    }
  });
}
