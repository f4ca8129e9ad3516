import type { Logger } from 'pino';
import type { Clock } from '../../platform/kit/clock.ts';
import { networkOf } from '../../platform/kit/network.ts';
import type { MetricSource } from '../../platform/kit/metric-source.ts';
import type { Problem } from '../../platform/kit/errors.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** One of similar refusals is logged in this time, with the number of the others. */
export const SAMPLE_MS = 10_000;
/** A limit, so that invented addresses cannot fill the memory. */
const MAX_KINDS = 10_000;
/**
 * A minute is a spike if it has at least this many refusals, and this many times the average minute of the last hour.
 */
const SPIKE = { least: 60, times: 10, minutes: 60 };

const REFUSED = new Set([401, 403, 429]);

/** Where a refused request came from. */
interface Refused {
  address: string;
  method: string;
  /** The endpoint's path with its placeholders. */
  route: string;
  log: Logger;
}

/** Refused requests: the log gets a sample of them, the metrics count all. */
export interface Refusals {
  /** Notes a refusal; any other problem is ignored. */
  note(problem: Problem, refused: Refused): void;
  metrics: MetricSource[];
}

/** Makes the counters of one application. */
export function createRefusals(clock: Clock): Refusals {
  const sampled = new Map<string, { since: number; alike: number }>();
  const minutes = new Map<string, Map<number, number>>();
  const thisMinute = () => Math.floor(clock.now().getTime() / MINUTE_MS);

  /** The number of similar refusals since the last one that was logged; null if this one is not logged. */
  const sample = (kind: string): number | null => {
    const now = clock.now().getTime();
    const last = sampled.get(kind);
    if (last && now - last.since < SAMPLE_MS) {
      last.alike++;
      return null;
    }
    sampled.delete(kind);
    sampled.set(kind, { since: now, alike: 0 });
    const [oldest] = sampled.size > MAX_KINDS ? sampled.keys() : [];
    if (oldest !== undefined) sampled.delete(oldest);
    return last?.alike ?? 0;
  };

  const count = (reason: string) => {
    const minute = thisMinute();
    const counts = minutes.get(reason) ?? new Map<number, number>();
    minutes.set(reason, counts.set(minute, (counts.get(minute) ?? 0) + 1));
    for (const old of counts.keys()) if (old < minute - SPIKE.minutes) counts.delete(old);
  };

  const eachReason = async (value: (counts: Map<number, number>, minute: number) => number) =>
    [...minutes].map(([reason, counts]) => ({ labels: { reason }, value: value(counts, thisMinute()) }));

  return {
    note: (problem, { address, method, route, log }) => {
      if (!REFUSED.has(problem.status)) return;
      const { reason, account } = problem;
      count(reason);
      const unlogged = sample([reason, networkOf(address), account].join(' '));
      if (unlogged !== null) log.info({ reason, address, account, method, route, unlogged }, 'refused');
    },
    metrics: [
      {
        name: 'refused_requests_last_minute',
        help: 'Requests refused with 401, 403 or 429 in the last whole minute and this one',
        labels: ['reason'],
        read: () => eachReason(lastMinute),
      },
      {
        name: 'refused_requests_spike',
        help: '1 while refusals are ten times as many as in the usual minute of the last hour, and 60 or more',
        labels: ['reason'],
        read: () => eachReason((counts, minute) => (isSpike(counts, minute) ? 1 : 0)),
      },
    ],
  };
}

const lastMinute = (counts: Map<number, number>, minute: number): number =>
  (counts.get(minute - 1) ?? 0) + (counts.get(minute) ?? 0);

function isSpike(counts: Map<number, number>, minute: number): boolean {
  let before = 0;
  for (const [at, of] of counts) if (at < minute - 1 && at >= minute - SPIKE.minutes) before += of;
  const usual = before / (SPIKE.minutes - 1);
  const now = Math.max(counts.get(minute) ?? 0, counts.get(minute - 1) ?? 0);
  return now >= SPIKE.least && now >= SPIKE.times * usual;
}
