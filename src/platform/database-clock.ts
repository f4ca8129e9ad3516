import { sql as template } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { prepared } from '../../db/prepared.ts';
import type { Clock } from './kit/clock.ts';
import { every } from './kit/every.ts';

/** How often the clock is set by PostgreSQL's. Two machines drift apart by far less than a second in this time. */
const SET_EVERY_MS = 10_000;
/** The quickest of this many answers is the most exact one. */
const TRIES = 3;
/** A larger difference is no drift: one of the two clocks was set, or this machine slept. */
const REMARKABLE_MS = 1000;
/** After this time all others follow as well, and what they claimed before that, for three minutes at most, is over. */
const OTHERS_FOLLOW_MS = SET_EVERY_MS + 180_000;

/** A clock, and what keeps it at PostgreSQL's time until that is stopped. */
export interface DatabaseClock {
  clock: Clock;
  /** Reads PostgreSQL's time, and goes on from there. */
  set(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a clock that tells PostgreSQL's time in every process, whatever the clocks of their machines say: what one
 * process has claimed until a certain time, another must not take over before. It runs on this machine's steady clock
 * in between, which nobody sets.
 */
export async function startDatabaseClock(sql: Sql, log: Logger): Promise<DatabaseClock> {
  /** The milliseconds to add to the steady clock. */
  let offsetMs = await readOffset(sql);
  let ahead = { at: -Infinity, byMs: 0 };
  const setAheadMs = () => (performance.now() - ahead.at < OTHERS_FOLLOW_MS ? ahead.byMs : 0);
  const set = async () => {
    const before = offsetMs;
    offsetMs = await readOffset(sql);
    const byMs = Math.round(offsetMs - before);
    if (Math.abs(byMs) > REMARKABLE_MS) log.warn({ byMs }, "the clock was set by PostgreSQL's");
    if (byMs > REMARKABLE_MS) ahead = { byMs: setAheadMs() + byMs, at: performance.now() };
  };
  const setting = every(log, { name: 'setting the clock', intervalMs: SET_EVERY_MS }, set);
  const clock = { now: () => new Date(performance.now() + offsetMs), setAheadMs };
  return { clock, set, stop: () => setting.stop() };
}

const selectTime = prepared<Record<never, never>, { at: number }>(
  () => template`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
);

/** PostgreSQL's time less the steady clock's: it is taken to have answered half-way between question and answer. */
async function readOffset(sql: Sql): Promise<number> {
  const tries: { tookMs: number; offsetMs: number }[] = [];
  for (let each = 0; each < TRIES; each++) {
    const askedAt = performance.now();
    const [row] = await selectTime(sql, {});
    const answeredAt = performance.now();
    if (!row) throw new Error('PostgreSQL did not tell its time');
    tries.push({ tookMs: answeredAt - askedAt, offsetMs: row.at - (askedAt + answeredAt) / 2 });
  }
  return tries.reduce((best, next) => (next.tookMs < best.tookMs ? next : best)).offsetMs;
}
