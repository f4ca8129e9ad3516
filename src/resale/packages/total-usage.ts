import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../services/deps.ts';
import { firstIdAt } from '../../platform/kit/ids.ts';
import { AFTER_TOTALS, usageIn } from './usage.ts';
import { DAY_MS } from '../../platform/kit/durations.ts';

/**
 * Usage older than this no longer changes: a message may be scheduled 90 days ahead, and if its result stays unknown
 * it is refunded after at most 90 more.
 */
const FINAL_AFTER_DAYS = 200;
/** How many accounts one statement totals. */
const BATCH = 100;

/** Adds usage that is final to the totals of resellers and their customers, about once a month for each. */
export async function totalUsage({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const final = clock.now().getTime() - FINAL_AFTER_DAYS * DAY_MS;
  const until = template`${firstIdAt(new Date(final))}::uuid`;
  const due = template`${firstIdAt(new Date(final - 30 * DAY_MS))}::uuid`;
  for (let totalled = BATCH; totalled === BATCH;) {
    const rows = await db.execute(template`
      insert into usage_totals as k (user_id, until_id, sms_sent, voice_minutes, reseller_sms_paid,
        reseller_minutes_paid, reseller_minutes, reseller_numbers_paid, reseller_numbers)
      select u.id, ${until}, n.sms_sent, n.voice_minutes, n.reseller_sms_paid, n.reseller_minutes_paid,
        n.reseller_minutes, n.reseller_numbers_paid, n.reseller_numbers
      from (
        select u.* from users u left join usage_totals t on t.user_id = u.id
        where (u.reseller_id is not null or exists (select from reseller_terms r where r.user_id = u.id))
          and u.id < ${until} and coalesce(t.until_id < ${due}, true)
        limit ${BATCH}
      ) u
      left join usage_totals had on had.user_id = u.id
      cross join lateral ${usageIn({ from: AFTER_TOTALS, below: until })} n
      on conflict (user_id) do update set until_id = excluded.until_id,
        sms_sent = k.sms_sent + excluded.sms_sent, voice_minutes = k.voice_minutes + excluded.voice_minutes,
        reseller_sms_paid = k.reseller_sms_paid + excluded.reseller_sms_paid,
        reseller_minutes_paid = k.reseller_minutes_paid + excluded.reseller_minutes_paid,
        reseller_minutes = k.reseller_minutes + excluded.reseller_minutes,
        reseller_numbers_paid = k.reseller_numbers_paid + excluded.reseller_numbers_paid,
        reseller_numbers = k.reseller_numbers + excluded.reseller_numbers
      where k.until_id < excluded.until_id
      returning k.user_id`);
    totalled = rows.length;
  }
}
