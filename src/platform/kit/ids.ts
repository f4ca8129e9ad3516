import { getRandomValues } from 'node:crypto';
import type { Clock } from './clock.ts';
import { DAY_MS } from './durations.ts';

/** The bits of a UUID version 7 that are not time, version or variant: 12 and 62. */
const TAIL_BITS = 74n;
const LOW_BITS = 62n;
/** How many points in time are remembered: tests move clocks, and a clock may be set back. */
const MOMENTS = 16;

/** The last tail given for each of the latest points in time. */
const tails = new Map<number, bigint>();

/**
 * A UUID version 7. It is ordered by time, so that "newest first" is the order of the primary key and a page
 * can start `before` an id. Ids that this process makes in the same millisecond keep the order in which it made
 * them (RFC 9562, 6.2, monotonic random).
 */
export function newId(clock: Clock): string {
  const moment = clock.now().getTime();
  const last = tails.get(moment);
  // The first tail has its highest bit clear, so that there is room for all that follow.
  const tail = last === undefined ? randomBits(TAIL_BITS - 1n) : last + 1n + randomBits(32n);
  tails.set(moment, tail);
  if (tails.size > MOMENTS) forgetOldest();
  const high = (tail >> LOW_BITS).toString(16).padStart(3, '0');
  const low = (BigInt.asUintN(Number(LOW_BITS), tail) | (1n << 63n)).toString(16);
  const time = moment.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low.slice(0, 4)}-${low.slice(4)}`;
}

/**
 * A UUID version 7 from which others count on in its last twelve digits, as PostgreSQL can do it for many rows. The
 * first of these digits is 1, so that 100,000 more change no other digit. All else is random: 68 bits.
 */
export function firstIdOfMany(clock: Clock): string {
  const chance = randomBits(68n).toString(16).padStart(17, '0');
  const tail = `7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-1${chance.slice(6)}`;
  return `${firstIdAt(clock.now()).slice(0, 14)}${tail}`;
}

function randomBits(bits: bigint): bigint {
  const [one = 0n, two = 0n] = getRandomValues(new BigUint64Array(2));
  return BigInt.asUintN(Number(bits), (one << 64n) | two);
}

function forgetOldest(): void {
  const [oldest] = tails.keys();
  if (oldest !== undefined) tails.delete(oldest);
}

/** The lowest of all UUIDs: every other one is above it. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** The time at which `newId` made an id, to the millisecond. */
export const momentOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/**
 * An id below every id that `newId` makes from that time on: a range of time is a range of the primary key.
 */
export function firstIdAt(moment: Date): string {
  const milliseconds = moment.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}

/** The ids of what was made on these days, from the first id up to but without the end; null: no bound. */
export function idsOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  firstId: string | null;
  endId: string | null;
} {
  const start = (day: string, later = 0) => firstIdAt(new Date(Date.parse(day) + later));
  return { firstId: from ? start(from) : null, endId: to ? start(to, DAY_MS) : null };
}
