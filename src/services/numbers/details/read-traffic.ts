import { type SQL, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { formatMoney, parseMoney } from '../../../platform/kit/money.ts';
import type { NumberDetails } from './contract.ts';

type Row = Record<'messages_in' | 'messages_out' | 'calls_in' | 'calls_out' | 'minutes', number> & {
  cost: string;
};

interface Asked {
  userId: string;
  /** E.164. */
  number: string;
  since: Date;
}

/** Reads the traffic of an account's number since a time. */
export async function readTraffic(db: Queryable, asked: Asked): Promise<NumberDetails['traffic']> {
  const [row] = await db.execute<Row>(trafficSql(asked));
  if (!row) throw new Error('a query of sums returned no row');
  return {
    since: asked.since.toISOString(),
    messagesIn: row.messages_in,
    messagesOut: row.messages_out,
    callsIn: row.calls_in,
    callsOut: row.calls_out,
    minutes: row.minutes,
    cost: formatMoney(parseMoney(row.cost), 4),
  };
}

/**
 * The question of `readTraffic`. Each part is found by an index: messages in by the conversations of the number, all
 * else by the number itself.
 */
export function trafficSql({ userId, number, since }: Asked): SQL {
  const owner = template`${userId}::uuid`;
  const first = template`${firstIdAt(since)}::uuid`;
  // Senders and caller IDs are stored as they were given, with or without the plus sign.
  const names = template`(${number}::text, ${number.replace('+', '')}::text)`;
  return template`
    with sent as materialized (
      -- Summed at once: a busy number has sent a million.
      select coalesce(sum(handed_over_count), 0)::int as units, coalesce(sum(actual_cost), 0) as cost
      from sms_messages
      where user_id = ${owner} and sender_id in ${names} and sender_id ~ '^[+0-9]' and id >= ${first}
    ), received as materialized (
      select m.cost from conversations c join conversation_messages m on m.conversation_id = c.id
      where c.user_id = ${owner} and c.own_number = ${number} and m.incoming and m.id >= ${first}
    ), lines as materialized (
      select id, true as incoming, duration, actual_cost
      from voice_calls
      where user_id = ${owner} and destination = ${number} and origin = 'incoming'
        and parent_id is null and id >= ${first}
      union all
      select id, false, duration, actual_cost
      from voice_calls
      where user_id = ${owner} and caller_id in ${names} and origin <> 'incoming'
        and parent_id is null and id >= ${first}
    ), calls as materialized (
      -- A call in that is forwarded lasts as long as its leg, at carriers that count the leg only.
      select incoming, actual_cost + coalesce(legs.cost, 0) as cost,
        ceil(greatest(duration, legs.longest) / 60.0) as minutes
      from lines left join lateral (
        select sum(leg.actual_cost) as cost, max(leg.duration) as longest
        from voice_calls leg where leg.parent_id = lines.id) legs on true
    )
    select
      (select count(*)::int from received) as messages_in,
      (select units from sent) as messages_out,
      (select count(*)::int from calls where incoming) as calls_in,
      (select count(*)::int from calls where not incoming) as calls_out,
      (select coalesce(sum(minutes), 0)::int from calls) as minutes,
      ((select coalesce(sum(cost), 0) from received)
        + (select cost from sent)
        + (select coalesce(sum(cost), 0) from calls))::text as cost`;
}
