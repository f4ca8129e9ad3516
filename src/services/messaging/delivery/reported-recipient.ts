import { sql as template, type SQL } from 'drizzle-orm';
import { MINUTE_MS } from '../../../platform/kit/durations.ts';

/**
 * For this long, a report that only matches a settled recipient may belong to a message whose answer is not stored
 * yet, because some carriers use an id again. After that it counts as a copy.
 */
const EARLY_MS = MINUTE_MS;

/** Where a report names a message of its carrier, by the address that it came to, it is no other one's. */
const isNamed = template`(c.reference is null or r.id = c.reference::uuid or not exists (
  select from sms_recipients n where n.id = c.reference::uuid and n.provider = c.provider))`;

/**
 * The recipient of a report `c`, found by the carrier's own id, as a subquery of at most one row: `id`, `message_id`,
 * and `place`, which is null for a whole message. A report that came to a message's own signed address is that message's
 * and no other's, even if the carrier used the id for two. Without such an address, if the carrier used the id again, for a message or for a part of
 * one, it is the newest recipient that is still open.
 */
export const reportedRecipientSql = (now: Date): SQL => template`
  select w.id, w.message_id, w.place from (
    select r.id, r.message_id, p.place, p.taken_at,
      r.status not in ('delivered', 'failed') and coalesce(p.outcome, 'sent') = 'sent' as is_open
    from sms_parts p join sms_recipients r on r.message_id = p.message_id and r.id = p.recipient_id
    where p.provider = c.provider and p.provider_message_id = c.provider_message_id
      and ${isNamed}
    union all
    select r.id, r.message_id, null, r.sent_at, r.status not in ('delivered', 'failed')
    from sms_recipients r
    where r.provider = c.provider and r.provider_message_id = c.provider_message_id
      and ${isNamed}
      and not exists (select from sms_parts p where p.recipient_id = r.id)
  ) w
  where w.is_open
    or c.received_at < ${new Date(now.getTime() - EARLY_MS).toISOString()}::timestamptz
    or not exists (select from sms_recipients s where s.status = 'sending' and s.provider = c.provider)
  order by w.is_open desc, w.taken_at desc nulls last, w.id desc limit 1`;
