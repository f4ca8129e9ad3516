import type { z } from 'zod';

/** A payment to look for. */
export interface Target {
  /** Of the transaction, in the normal form of its chain. */
  hash: string;
  /** Where it should have gone: ours. */
  address: string;
  /** Of the token it should be in; null for the chain's own coin. */
  contract: string | null;
}

/** What a chain says of a transaction, as far as it concerns our address. */
export type Sighting = { found: false } | FoundTransaction;

/** One of those that a transaction pays. */
export interface Output {
  /** Of the output, of the log among the transaction's own, or of the instruction that paid, from 0. */
  index: number;
  /** In the asset's smallest unit. */
  amount: bigint;
}

export interface FoundTransaction {
  found: true;
  /** It is on the chain and failed: it moved nothing. */
  failed: boolean;
  /**
   * What our address gained of the asset, in its smallest unit, less what it gave in the same transaction;
   * null while that is not to be known yet.
   */
  arrived: bigint | null;
  /** What of it reached our address by which output; none where it gave as well, or where that is not shown. */
  outputs: readonly Output[];
  /** Something reached our address that is not the asset: another token, or the chain's own coin. */
  otherAsset: boolean;
  /** A contract ran that may have paid our address in a way that is not shown. */
  internalTransfer: boolean;
  /** On a chain that says "final" instead of counting: 1 once it is, else 0. */
  confirmations: number;
  blockTime: Date | null;
}

export interface Question<Answer> {
  /** Below the endpoint's address; `''` for itself. */
  path: string;
  /** The answer's shape: nothing else of it is used. */
  answer: z.ZodType<Answer>;
  /** Sent as JSON by POST; without it the question is a GET. */
  body?: unknown;
  /** Taken for the answer to a 404; without it a 404 is a fault. */
  absent?: Answer;
}

/** Puts a question to one endpoint. @throws {ChainFault} */
export type Ask = <Answer>(question: Question<Answer>) => Promise<Answer>;

/** How one kind of chain is asked for a transaction. @throws {ChainFault} */
export type Reader = (ask: Ask, target: Target) => Promise<Sighting>;

/**
 * An endpoint did not answer, or answered something that cannot be understood. The message names no
 * address.
 */
export class ChainFault extends Error {}
