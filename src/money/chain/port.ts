import type { z } from 'zod';
import type { TraceForm } from './settings.ts';

/** A payment to look for. */
export interface Target {
  /** The transaction's hash, in the normal form of its chain. */
  hash: string;
  /** Our address, to which the payment should go. */
  address: string;
  /** The contract of the expected token; null for the chain's own coin. */
  contract: string | null;
  /** How Ethereum's endpoints show what contracts paid; null or absent: they do not. */
  traces?: TraceForm | null;
}

/** The answer of a chain about a transaction, as far as it concerns our address. */
export type Sighting = { found: false } | FoundTransaction;

/** One output of a transaction. */
export interface Output {
  /** The index of the output, of the log among the transaction's logs, or of the paying instruction, from 0. */
  index: number;
  /** In the asset's smallest unit. */
  amount: bigint;
  /** This address sent it, as the chain writes it; absent where all senders of the transaction sent all of it. */
  from?: string;
}

export interface FoundTransaction {
  found: true;
  /** The transaction is on the chain but failed: it moved nothing. */
  failed: boolean;
  /**
   * The amount of the asset that our address gained, in its smallest unit, minus its own payments in the same
   * transaction; null while that cannot be known yet.
   */
  arrived: bigint | null;
  /** The amount of each output to our address; empty if our address also paid, or if the chain does not show it. */
  outputs: readonly Output[];
  /** These addresses paid ours, each once, as the chain writes it; empty where that is not known. */
  senders: readonly string[];
  /** Our address received another asset: another token, or the chain's own coin. */
  otherAsset: boolean;
  /** A contract ran that may have paid our address without showing it. */
  internalTransfer: boolean;
  /** For a chain that says "final" and does not count: 1 if it is final, otherwise 0. */
  confirmations: number;
  blockTime: Date | null;
}

export interface Question<Answer> {
  /** The path below the endpoint's address; `''` for the address itself. */
  path: string;
  /** Added to the address's own query. */
  query?: Readonly<Record<string, string>>;
  /** The expected shape of the answer; nothing else in the answer is used. */
  answer: z.ZodType<Answer>;
  /** Sent as JSON by POST; without a body the request is a GET. */
  body?: unknown;
  /** The answer to assume for a 404; without it a 404 is a fault. */
  absent?: Answer;
  /** How much of an answer is read; by default as much as any block has. */
  mostBytes?: number;
}

/** Sends a request to one endpoint. @throws {ChainFault} */
export type Ask = <Answer>(question: Question<Answer>) => Promise<Answer>;

/** Reads a transaction from one kind of chain. @throws {ChainFault} */
export type Reader = (ask: Ask, target: Target) => Promise<Sighting>;

/** An address of ours, and what of its payments counts. */
export interface Wallet {
  address: string;
  /**
   * Further addresses of ours, on a chain that is read block by block for all of them at once. Asked for after a block
   * was read, so that those which were given to customers meanwhile are among them.
   */
  others(): Promise<readonly string[]>;
  /** The first look goes back to the beginning, because nobody was given the address before. */
  isNew: boolean;
  /** The contract of the token; null for the chain's own coin. */
  contract: string | null;
  /** The same as a target's. */
  traces?: TraceForm | null;
}

/** A transaction that may have paid an address of ours. */
export interface Seen {
  /** In the normal form of the chain. */
  hash: string;
  address: string;
}

/** The transactions of one look at an address, and where the next look begins. */
export interface Listing {
  /** Which transaction reached which of the addresses; some may have paid something else, or nothing. */
  seen: readonly Seen[];
  /** Understood only by the chain's own reader. */
  position: unknown;
  /** False if there is more to list right now. */
  isComplete: boolean;
  /** The newest block of the chain; null for a chain whose transactions are listed by time. */
  height: number | null;
}

/**
 * Lists an address's transactions from a position on. Those of the last blocks are listed again, because a chain
 * may replace them.
 * @param position of the look before; null for the first look, which goes back for a short time only
 * @throws {ChainFault}
 */
export type WalletReader = (
  ask: Ask,
  wallet: Wallet,
  { position, now }: { position: unknown; now: Date },
) => Promise<Listing>;

/**
 * An endpoint did not answer, or its answer could not be understood. The message contains no address.
 */
export class ChainFault extends Error {}
