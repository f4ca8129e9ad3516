import { type Placeholder, sql as template, type SQL } from 'drizzle-orm';
import type { RouteReason } from '../../../../db/enums.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { LookTimes } from '../../../platform/schedule.ts';
import { settingSql } from '../../../platform/settings/setting-sql.ts';
import type { Deps } from '../../deps.ts';
import { type Carrier, SEND_TIMEOUT_MS } from '../../../carriers/port.ts';
import { recipientOf } from './recipient-of.ts';
import { pickFewSql, pickManySql, type Waits } from './take-turns.ts';
import { tryRoomSql } from '../../../carriers/traffic.ts';
import { takeTurns } from '../../../carriers/sender-gates.ts';

/**
 * How long a claim holds: well beyond the time limit for a carrier's answer, so that no other process takes over a
 * recipient that is still being sent.
 */
const CLAIM_MS = 30_000;
/**
 * A recipient is not handed over later than this after its claim: it may have been cancelled meanwhile, and the
 * answer must come well before the claim's end.
 */
export const HAND_OVER_WITHIN_MS = 3000;

/** For the carrier's room, a claim ends this long before its end: the carrier has answered, or its time is over. */
const OVER_BEFORE_END_MS = CLAIM_MS - SEND_TIMEOUT_MS;
const OVER_BEFORE_END = template.raw(`interval '${OVER_BEFORE_END_MS} milliseconds'`);

/** A recipient that only this process may hand over. */
export interface ClaimedRecipient {
  id: string;
  message_id: string;
  number: string;
  attempts: number;
  sender_id: string;
  /** Its own text, or the message's text. */
  message: string;
  /** The secret end of its picture's address, if it gets the picture itself. */
  media_key: string | null;
  refused_by: string[];
  setbacks: number;
  bulk: boolean;
  user_id: string;
  /** The recipient has asked for no messages from this account since the message was accepted. */
  opted_out: boolean;
  /** How many more minutes the message is useful; null: no limit. Zero or less: too late. */
  validity_minutes: number | null;
  /**
   * If the carrier was chosen for this recipient: the reason, and where prices are known the price and the row of the
   * carrier's list.
   */
  route_by: RouteReason | null;
  route_cost: string | null;
  route_prefix: string | null;
  /** The request that the message came by. */
  request_id: string | null;
}

/** A lane: the recipients of all small messages, or those of one large message. */
export type Lane = { messageId: string } | 'few';

/**
 * A point in time on two clocks, and neither may have passed it: one clock can be set back, the other stops while
 * the machine sleeps.
 */
export interface HandOverDeadline {
  at: Date;
  /** In the time of `performance.now()`. */
  tick: number;
}

export interface Claim {
  recipients: ClaimedRecipient[];
  /** Claimed, but the carrier is too busy for their senders: after how many milliseconds to look again. */
  waiting: { recipient: ClaimedRecipient; afterMs: number }[];
  /** How many recipients the carrier had room for. */
  room: number;
  /** More waited than that, and accounts took turns. */
  crowded: boolean;
  /** Recipients wait for this carrier, which has no room. */
  stuck: boolean;
  /** Recipients that a carrier refused wait; false if each recipient's carrier is chosen. */
  elsewhere: boolean;
  /** After this time none of them may be handed over: it may be cancelled, or claimed by another process. */
  handOverBefore: HandOverDeadline;
}

/** A tenth of a second's rate may start at once, so that sends go in batches and not one by one. */
const burst = (rate: SQL): SQL => template`greatest(1, ${rate} / 10)`;

/** How much of its full rate a carrier that was too busy gets back per second. */
const GROWTH = template.raw('0.02');

/** The time was read before waiting for the gate: a later time may be stored by now, and no time may count twice. */
const refill = prepared<{ carrier: string; perSecond: number; now: Date }, object>((p) => {
  const set = settingSql('carrier_per_second', template`${p.now}::timestamptz`, template`${p.carrier}`);
  const whole = template`coalesce(${set}::double precision, ${p.perSecond}::double precision)`;
  const rate = template`least(g.rate, ${whole})`;
  const elapsed = template`greatest(0, extract(epoch from excluded.refilled_at - g.refilled_at)::double precision)`;
  return template`
    insert into provider_gates as g (name, allowance, refilled_at)
    values (${p.carrier}, ${burst(whole)}, clock_timestamp())
    on conflict (name) do update set refilled_at = greatest(g.refilled_at, excluded.refilled_at),
      rate = case when g.rate + ${elapsed} * ${whole} * ${GROWTH} < ${whole}
        then g.rate + ${elapsed} * ${whole} * ${GROWTH} end,
      allowance = least(${burst(rate)}, g.allowance + ${elapsed} * ${rate})`;
});

type ClaimParameters = {
  now: Date;
  until: Date;
  carrier: string;
  earlier: string;
  /** It is about messages to one recipient: codes and automatic answers. */
  earlierOfSingle: string;
  concurrency: number;
  limit: number;
  messageId: string | null;
  answered: string;
};
type ClaimRow = { room: number; crowded: boolean; stuck: boolean; elsewhere: boolean; slowed: boolean } & {
  [Name in keyof ClaimedRecipient]: ClaimedRecipient[Name] | null;
};

/** How many may be under way at a carrier: what administrators have set, otherwise the carrier's own limit. */
const concurrencySql = (p: { [Name in 'now' | 'carrier' | 'concurrency']: Placeholder }): SQL => {
  const set = settingSql('carrier_at_once', template`${p.now}::timestamptz`, template`${p.carrier}`);
  return template`coalesce(${set}::integer, ${p.concurrency}::integer)`;
};

/** The account's answer to STOP itself is still sent. */
const optedOutSql = template`exists (select from opt_outs o where o.user_id = m.user_id and o.number = c.number)
        and not exists (select from auto_replies a where a.message_id = c.message_id)`;

/**
 * Takes due recipients of one lane that this carrier may carry: it was chosen for them, or they were refused by all
 * carriers preferred to it and not by this one.
 */
const claimFrom = ({ lane, routed }: { lane: 'few' | 'message'; routed: boolean }) =>
  prepared<ClaimParameters, ClaimRow>((p) => {
    const waits: Waits = (row) => template`${row}.status = 'queued' and ${row}.due_at <= ${p.now}::timestamptz
      and ${
        routed
          ? template`${row}.route_to = ${p.carrier} and (${p.earlier}::text || ${p.earlierOfSingle}::text) is not null`
          : template`${row}.refused_by @> string_to_array(
            case when ${row}.urgency < 2 then ${p.earlierOfSingle}::text else ${p.earlier}::text end, ',') and ${p.carrier} <> all(${row}.refused_by)`
      }`;
    const few: Waits = (row) => template`not ${row}.bulk and ${waits(row)}`;
    const ofMessage: Waits = (row) =>
      template`${row}.bulk and ${row}.message_id = ${p.messageId}::uuid and ${waits(row)}`;
    return template`
    with recursive room as materialized (
      select case when g.paused_until > clock_timestamp() ${
        lane === 'few' ? template`` : template`or exists (select from sms_recipients r where ${few(template`r`)})`
      } then 0 else greatest(0, least(${p.limit}::integer,
        floor(g.allowance)::integer, least(${concurrencySql(p)}, g.cap) - (
          select count(*)::integer from sms_recipients where status = 'sending' and provider = ${p.carrier}
            and claimed_until > ${p.now}::timestamptz + ${OVER_BEFORE_END}
            and id not in (select unnest(string_to_array(${p.answered}, ',')::uuid[]))
        ), coalesce(${tryRoomSql(template`g`, template`${p.now}::timestamptz`)}, ${p.limit}::integer))) end as room
      from provider_gates g where g.name = ${p.carrier}
    ),
    ${lane === 'few' ? pickFewSql({ few, waits }, p) : pickManySql(ofMessage)}
    claimed as (
      update sms_recipients r set status = 'sending', provider = ${p.carrier}, attempts = r.attempts + 1,
        claimed_until = ${p.until}::timestamptz
      from picked q where r.message_id = q.message_id and r.id = q.id
      returning r.id, r.message_id, r.number, r.attempts, r.refused_by, r.setbacks, r.bulk, r.text, r.mms,
        ${routed ? template`r.route_by, r.route_cost, r.route_prefix` : template`null as route_by, null as route_cost, null as route_prefix`}
    ),
    spent as (
      update provider_gates set allowance = allowance - (select count(*) from claimed),
        ${lane === 'few' ? template`turns = (select turns from served),` : template``}
        handed_at = case when exists (select from claimed) then ${p.now}::timestamptz else handed_at end
      where name = ${p.carrier}
    )
    select room.room, ${lane === 'few' ? template`(select crowded from crowded)` : template`false`} as crowded,
      exists (select from sender_gates where name = ${p.carrier}) as slowed,
      room.room = 0 and exists (
        select from sms_recipients r where ${lane === 'few' ? few(template`r`) : ofMessage(template`r`)}) as stuck, ${
          routed
            ? template`false`
            : template`exists (
          select from sms_recipients where status = 'queued' and refused_by <> '{}' and due_at <= ${p.now}::timestamptz)`
        } as elsewhere, c.id, c.message_id, c.number,
      c.attempts, c.refused_by, c.setbacks, c.bulk, c.route_by, c.route_cost, c.route_prefix, m.user_id, m.sender_id, m.request_id, coalesce(c.text, m.message) as message,
      case when c.mms then m.media_key end as media_key,
      ${optedOutSql} as opted_out,
      case when m.validity_minutes is not null then ceil(extract(epoch from coalesce(m.send_at, m.sent_at)
        - ${p.now}::timestamptz) / 60 + m.validity_minutes)::integer end as validity_minutes
    from room left join (claimed c join sms_messages m on m.id = c.message_id) on true`;
  });

/** Tells whether recipients of small messages are due. */
export const fewWait = (p: LookTimes): SQL => template`exists (
  select from sms_recipients where status = 'queued' and not bulk and due_at <= ${p.now}::timestamptz)`;

/** Tells whether claims have ended without a result. */
export const claimsEnded = (p: LookTimes): SQL => template`exists (
  select from sms_recipients where status = 'sending' and claimed_until < ${p.over}::timestamptz)`;

const claims = {
  few: claimFrom({ lane: 'few', routed: false }),
  message: claimFrom({ lane: 'message', routed: false }),
  fewRouted: claimFrom({ lane: 'few', routed: true }),
  messageRouted: claimFrom({ lane: 'message', routed: true }),
};

interface Claiming {
  lane: Lane;
  carrier: Pick<Carrier, 'name' | 'limits'>;
  /** The carriers preferred to this one; null if each recipient's carrier was chosen. */
  earlier: readonly string[] | null;
  /** The same for messages to one recipient, codes and automatic answers; by default the same carriers. */
  earlierOfSingle?: readonly string[];
  /** How many at most. */
  limit: number;
  /** Recipients that have left the carrier, whatever their rows still say. */
  answered?: readonly string[];
}

/**
 * Takes due recipients from the queue, for one carrier and as many as it has room for. The carrier's gate is locked
 * meanwhile, so that its rate and its concurrency hold for all processes together.
 */
export async function claimRecipients(
  deps: Pick<Deps, 'sql' | 'clock'>,
  { lane, carrier, earlier, earlierOfSingle = earlier ?? [], limit, answered = [] }: Claiming,
): Promise<Claim> {
  const now = deps.clock.now();
  const tick = performance.now();
  const { concurrency, perSecond } = carrier.limits;
  const messageId = lane === 'few' ? null : lane.messageId;
  const claim = lane === 'few' ? claims[earlier ? 'few' : 'fewRouted'] : claims[earlier ? 'message' : 'messageRouted'];
  const taken = await deps.sql.begin(async (tx) => {
    // Both statements are sent together; the second one sees what the first one waited for.
    const [, claimed] = await Promise.all([
      refill(tx, { carrier: carrier.name, perSecond, now }),
      claim(tx, {
        now,
        until: claimEnd(now),
        carrier: carrier.name,
        earlier: earlier?.join(',') ?? '',
        earlierOfSingle: earlierOfSingle.join(','),
        concurrency,
        limit,
        messageId,
        answered: answered.join(','),
      }),
    ]);
    const recipients = claimed.filter(isClaimed);
    const senders = recipients.map(({ sender_id: sender }) => sender);
    const waits = claimed[0]?.slowed
      ? await takeTurns(tx, { carrier: carrier.name, perSecond }, senders)
      : senders.map(() => null);
    return { first: claimed[0], recipients, waits };
  });
  const { first, recipients, waits } = taken;
  return {
    recipients: recipients.filter((_, index) => waits[index] === null),
    waiting: recipients.flatMap((recipient, index) => {
      const afterMs = waits[index] ?? null;
      return afterMs === null ? [] : [{ recipient, afterMs }];
    }),
    room: first?.room ?? 0,
    crowded: first?.crowded ?? false,
    stuck: first?.stuck ?? false,
    elsewhere: first?.elsewhere ?? false,
    handOverBefore: { at: new Date(now.getTime() + HAND_OVER_WITHIN_MS), tick: tick + HAND_OVER_WITHIN_MS },
  };
}

/** If nothing was claimed, there is one row of nulls. */
const isClaimed = (row: ClaimRow): row is ClaimRow & ClaimedRecipient => row.id !== null;

export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS);

/** Frees the carrier's room of recipients without a clear answer; their claim continues. */
export const endHandOver = (tx: Transaction, given: readonly { id: string; messageId: string }[]) =>
  tx.db.execute(template`
    update sms_recipients r set claimed_until =
      least(r.claimed_until, ${new Date(tx.now.getTime() + OVER_BEFORE_END_MS).toISOString()}::timestamptz)
    from json_to_recordset(${JSON.stringify(given.map(({ id, messageId }) => ({ id, message_id: messageId })))}::text::json)
      as c (id uuid, message_id uuid) cross join ${recipientOf(template`c`)} o
    where r.ctid = o.tid and o.status = 'sending'`);
