import { and, eq, gt, ne, or, type SQL, sql as template } from 'drizzle-orm';
import { didNumbers } from '../../../../db/schema/index.ts';
import { readTariff } from '../../../money/pricing/read-tariff.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { callsEdge, dialsEdge } from '../../rings-trunks.ts';
import { readPapers } from '../papers/look-at-papers.ts';
import { presentState } from '../papers/present-papers.ts';
import { type NumberRow, presentNumber } from '../present-number.ts';
import { readNumberPrices } from '../price.ts';
import { lapsedBefore } from '../renewal/expiry.ts';
import { type NumberDetails, TRAFFIC_DAYS } from './contract.ts';
import { DAY_MS } from '../../../platform/kit/durations.ts';
import type { Queryable } from '../../../../db/client.ts';
import { firstIdAt } from '../../../platform/kit/ids.ts';
import { formatMoney, parseMoney } from '../../../platform/kit/money.ts';

/**
 * A bought number with what it can, its traffic and its papers.
 * @throws not_found, also for another account's number, and after its grace period
 */
export async function getNumber(
  { deps }: { deps: Deps },
  { userId, numberId }: { userId: string; numberId: string },
): Promise<NumberDetails> {
  const now = deps.clock.now();
  const [row] = await deps.db
    .select()
    .from(didNumbers)
    .where(
      and(
        eq(didNumbers.id, numberId),
        eq(didNumbers.userId, userId),
        ne(didNumbers.status, 'reserved'),
        or(eq(didNumbers.status, 'provisioning'), gt(didNumbers.expiresAt, lapsedBefore(now))),
      ),
    );
  if (!row) throw notFound('Number');
  const since = new Date(now.getTime() - TRAFFIC_DAYS * DAY_MS);
  return {
    ...presentNumber(row, {
      owner: await readTariff(deps.db, userId),
      prices: await readNumberPrices(deps.db, now),
      now,
    }),
    abilities: abilitiesOf(deps, row),
    traffic: await readTraffic(deps.db, { userId, number: row.number, since }),
    papers: await papersOf(deps, row),
  };
}

/** A number receives only where its carrier carries that and delivers it to us. */
function abilitiesOf(deps: Pick<Deps, 'carriers' | 'config'>, row: NumberRow): NumberDetails['abilities'] {
  const { carriesMessages: messages, carriesCalls: calls } = row;
  const carrier = deps.carriers.find(row.provider ?? '');
  const callsUs = carrier !== undefined && callsEdge(deps, carrier.name);
  const deliversMessages = carrier?.incomingSms !== undefined || carrier?.onMessages !== undefined;
  return {
    receiveMessages: deliversMessages ? messages : false,
    sendMessages: messages,
    receiveCalls: carrier?.incomingCalls || callsUs ? calls : false,
    makeCalls: calls,
    // A carrier that has to be told calls the edge if it can reach it; any other may be set up to call it.
    ringTrunks: callsUs && (!carrier.incomingCalls?.dialsSip || dialsEdge(deps, carrier)),
  };
}

async function papersOf(deps: Deps, { provider, ...row }: NumberRow): Promise<NumberDetails['papers']> {
  const papers = provider && (await readPapers(deps.db, { ...row, provider }));
  return papers ? presentState(deps, papers) : null;
}

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
async function readTraffic(db: Queryable, asked: Asked): Promise<NumberDetails['traffic']> {
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
