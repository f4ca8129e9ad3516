import { sql as template } from 'drizzle-orm';
import { type Acting, audit } from '../../../callers/audit.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { SETTLED_AT_ONCE, type UnknownGroup } from '../admin-contract.ts';
import { type Found, settleAll } from './settle-unknown.ts';
import { HOUR_MS } from '../../../platform/kit/durations.ts';

/** Enough for every hour that is not refunded yet. */
const GROUPS = 1000;

/** How many recipients have an unknown result, by carrier and by the hour in which they were handed over. */
export const listUnknownGroups = async (deps: Deps): Promise<UnknownGroup[]> =>
  deps.db.execute<UnknownGroup>(template`
    select r.provider, to_char(date_trunc('hour', coalesce(r.claimed_until, r.due_at) at time zone 'UTC'),
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as hour,
      count(*)::integer as recipients, count(distinct m.user_id)::integer as customers,
      sum(r.cost)::numeric(12, 4)::text as cost
    from sms_recipients r join sms_messages m on m.id = r.message_id
    where r.status = 'unknown' group by 1, 2 order by 2 desc, 1 limit ${GROUPS}`);

/**
 * Settles all unknown recipients of one carrier and hour, as an administrator has found out.
 * @returns how many were settled, and how many are left
 * @throws not_found (there are none)
 */
export async function settleUnknownGroup(
  { tx, actor }: Acting,
  { provider, hour, outcome }: { provider: string; hour: string; outcome: Found },
): Promise<{ settled: number; left: number }> {
  const from = new Date(hour);
  const to = new Date(from.getTime() + HOUR_MS);
  const parked = await tx.db.execute<{ id: string; messageId: string; provider: string; all: number }>(template`
    select id, message_id as "messageId", provider, count(*) over ()::integer as all from sms_recipients
    where status = 'unknown' and provider = ${provider}
      and coalesce(claimed_until, due_at) >= ${from.toISOString()}::timestamptz
      and coalesce(claimed_until, due_at) < ${to.toISOString()}::timestamptz
    order by message_id, id limit ${SETTLED_AT_ONCE}`);
  const [first] = parked;
  if (!first) throw notFound('Recipient');
  const settled = await settleAll(tx, parked, outcome);
  await audit(tx, actor, 'message.settled', {
    subject: provider,
    detail: { hour: from.toISOString(), outcome, recipients: settled },
  });
  return { settled, left: first.all - parked.length };
}
