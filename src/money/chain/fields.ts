import { z } from 'zod';

/** Pieces of the endpoints' answers that more than one chain has. */

/** Of a block, or a time in it: what a database's integer and a `Date` can hold. */
export const blockNumber = z.number().int().min(0).max(2_000_000_000);

/** Seconds since 1970, up to the year 9999. */
export const unixTime = z.number().int().min(0).max(253_402_300_799);

/** A time as endpoints give it, in seconds since 1970; null where they give none. */
export const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

/** What was gained, never less than nothing. */
export const gain = (received: bigint, given: bigint): bigint => (received > given ? received - given : 0n);

/** Blocks on top of a transaction's own, and its own. */
export const confirmationsAt = (tip: number, block: number): number => Math.max(0, tip - block + 1);
