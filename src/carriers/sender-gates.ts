import { sql as template } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { prepared } from '../../db/prepared.ts';
import type { Transaction } from '../platform/events/transact.ts';

/*
 * A carrier may be too busy for one sender and not for others: a long number may send one message in a few
 * seconds, while the account sends a hundred a second. Such a sender has a rate of its own: it is halved each
 * time the carrier says so, and grows with time until it is the carrier's rate again.
 */

/** The lowest rate of a sender, per second: what Telnyx accepts from a long number. */
const LOWEST_RATE = 0.1;
/** How much of the carrier's full rate a sender gets back per second. */
const GROWTH = 0.02;
/** After this time at the latest the rate is checked again, because it grows meanwhile. */
const HORIZON_MS = 10_000;

/**
 * Halves the rate of one sender. Many such answers at about the same time count as one.
 * @param perSecond the carrier's rate when it is not busy
 * @param retryAfterMs for how long the carrier wants nothing from this sender
 */
export async function slowSender(
  tx: Transaction,
  { carrier, sender }: { carrier: string; sender: string },
  { perSecond, retryAfterMs }: { perSecond: number; retryAfterMs: number },
): Promise<void> {
  await tx.db.execute(template`
    insert into sender_gates as g (name, sender, rate, allowance, refilled_at, slowed_at, paused_until)
    values (${carrier}, ${sender}, greatest(${LOWEST_RATE}::float8, ${perSecond}::float8 / 2), 0, clock_timestamp(),
      clock_timestamp(), clock_timestamp() + ${retryAfterMs}::float8 * interval '1 millisecond')
    on conflict (name, sender) do update set allowance = 0,
      rate = case when g.slowed_at < clock_timestamp() - interval '1 second'
        then greatest(${LOWEST_RATE}::float8, g.rate / 2) else g.rate end,
      slowed_at = case when g.slowed_at < clock_timestamp() - interval '1 second'
        then clock_timestamp() else g.slowed_at end,
      paused_until = greatest(g.paused_until, excluded.paused_until)`);
}

interface Turns {
  sender: string;
  granted: number;
  rate: number;
  paused_ms: number;
}

const divide = prepared<{ carrier: string; perSecond: number; wanted: string }, Turns>(
  (p) => template`
    with gates as materialized (
      select g.sender, x.count, g.paused_until, least(${p.perSecond}::float8, g.rate + e.s * ${p.perSecond}::float8 * ${template.raw(String(GROWTH))}::float8) as rate,
        least(greatest(1, g.rate / 10), g.allowance + e.s * g.rate) as filled
      from sender_gates g join json_to_recordset(${p.wanted}::text::json) as x (sender text, count integer)
        on x.sender = g.sender
      cross join lateral (select greatest(0, extract(epoch from clock_timestamp() - g.refilled_at))::float8 as s) e
      where g.name = ${p.carrier}
    ),
    turns as (
      select sender, rate, filled, greatest(0, extract(epoch from paused_until - clock_timestamp()) * 1000)::float8 as paused_ms,
        case when paused_until > clock_timestamp() then 0 else least(count, floor(filled)) end as granted
      from gates
    ),
    grown as (
      delete from sender_gates g using turns t
      where g.name = ${p.carrier} and g.sender = t.sender and t.rate >= ${p.perSecond}::float8 and t.paused_ms = 0
      returning g.sender
    )
    update sender_gates g set rate = t.rate, allowance = t.filled - t.granted, refilled_at = clock_timestamp()
    from turns t where g.name = ${p.carrier} and g.sender = t.sender
      and not (t.rate >= ${p.perSecond}::float8 and t.paused_ms = 0)
    returning g.sender, t.granted::integer as granted, t.rate, t.paused_ms`,
);

/**
 * Divides the messages for a carrier: those that go now, and those that wait because their sender is slowed down.
 * @param tx has locked the carrier's gate, so that only one process divides at a time
 * @returns for each: null for now, or after how many milliseconds to check again
 */
export async function takeTurns(
  tx: TransactionSql,
  { carrier, perSecond }: { carrier: string; perSecond: number },
  senders: readonly string[],
): Promise<(number | null)[]> {
  const wanted = [...Map.groupBy(senders, (sender) => sender)].map(([sender, all]) => ({ sender, count: all.length }));
  const rows = await divide(tx, { carrier, perSecond, wanted: JSON.stringify(wanted) });
  const gates = new Map(rows.map((row) => [row.sender, { ...row, taken: 0 }]));
  return senders.map((sender) => {
    const gate = gates.get(sender);
    if (!gate) return null;
    const place = gate.taken - gate.granted;
    gate.taken += 1;
    return place < 0 ? null : gate.paused_ms + Math.min(HORIZON_MS, ((place + 1) / gate.rate) * 1000);
  });
}
