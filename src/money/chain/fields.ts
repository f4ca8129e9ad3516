import { z } from 'zod';

/** Schemas that the endpoints of several chains share. */

/** A block's number or time: the range of a database integer and of a `Date`. */
export const blockNumber = z.number().int().min(0).max(2_000_000_000);

/** Seconds since 1970, up to the year 9999. */
export const unixTime = z.number().int().min(0).max(253_402_300_799);

/** Ethereum's hexadecimal digits, in lower case and without 0x; its numbers, and the number of a block. */
export const ethereumHex = z
  .string()
  .regex(/^0x[\da-f]*$/i)
  .transform((text) => text.slice(2).toLowerCase());
export const quantity = z
  .string()
  .regex(/^0x[\da-f]{1,64}$/i)
  .transform(BigInt);
/** A number as Ethereum's endpoints take it. */
export const hexOf = (value: number): string => `0x${value.toString(16)}`;
/** An address without 0x and in lower case; the capitals are only its checksum. */
export const digitsOf = (address: string): string => address.toLowerCase().replace(/^0x/, '');
export const blockHeight = quantity.transform(Number).pipe(blockNumber);

/** A time as endpoints send it, in seconds since 1970; null if it is absent. */
export const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1000);

/** The gain; zero instead of a loss. */
export const gain = (received: bigint, given: bigint): bigint => (received > given ? received - given : 0n);

/** The number of blocks from a transaction's own block to the newest, both included. */
export const confirmationsAt = (tip: number, block: number): number => Math.max(0, tip - block + 1);
