import type { z } from 'zod';
import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LineKind } from '../../db/enums.ts';
import type { Clock } from '../platform/kit/clock.ts';
import type { Money } from '../platform/kit/money.ts';
import type { NumberPapers } from './number-papers.ts';
import type { IncomingSms, IncomingSmsCarrier } from './incoming-sms.ts';
import type { VoiceCarrier } from './voice-port.ts';

/**
 * What the program needs from a carrier, whatever the way in which the carrier does it. One adapter is one file or
 * folder below `adapters/` and one line in the registry.
 */
export interface Adapter {
  /** As the interface and the address of its callbacks name it. */
  readonly name: string;
  /** Stands in where no real carrier is configured, or where asked for. */
  readonly simulated?: true;
  /** Its settings, under the names that its own console uses. Absent where it has none. */
  readonly environment?: z.ZodRawShape;
  /**
   * Whether its credentials are set. Only configured carriers are listed.
   * @throws {ConfigError} naming settings that belong together, where some are set and some are not
   */
  configured(config: Pick<Config, 'carrierEnvironment'>): boolean;
  open(host: CarrierHost): Carrier;
}

/** What an adapter may use of the program. */
export interface CarrierHost {
  config: Config;
  sql: Sql;
  clock: Clock;
  log: Logger;
}

export interface Carrier {
  readonly name: string;
  readonly limits: CarrierLimits;
  /** Must answer within `HEALTH_TIMEOUT_MS`; a rejection counts as down. */
  health(): Promise<Health>;
  /**
   * Hands over one message. Rejecting, and giving no answer within `SEND_TIMEOUT_MS`, count as
   * `uncertain`: it may have left.
   */
  sendSms(sms: OutgoingSms): Promise<SendResult>;
  /** Asks what became of a send by our own reference. Absent where the carrier cannot be asked. */
  lookup?(reference: string): Promise<LookupResult>;
  /**
   * Reads a delivery report, checking that it is the carrier's own.
   * @throws bad_signature (403) for one that is forged, changed or stale
   */
  parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>>;
  /** The other ways in which its reports may write an id that it gave a message. */
  otherIds?(carrierMessageId: string): string[];
  /**
   * Where reports come over a connection of the carrier's own: takes them as they come. One counts as
   * taken once the listener has resolved; until then the carrier offers it again.
   */
  onReceipts?(listener: (receipts: Receipt[]) => Promise<void>): void;
  /**
   * Where messages to our numbers come over a connection of the carrier's own: takes them as reports are taken.
   */
  onMessages?(listener: (messages: IncomingSms[]) => Promise<void>): void;
  /** Absent where its numbers receive no messages by callback. */
  readonly incomingSms?: IncomingSmsCarrier;
  /**
   * Asks what a message cost; null while the carrier does not know. Absent where it is not asked. Rejecting means: ask
   * again later.
   */
  priceOf?(carrierMessageId: string): Promise<CarrierPrice | null>;
  /** Our own credit there. Absent where it cannot be asked. Rejecting means: it did not say. */
  balance?(): Promise<CarrierPrice>;
  /**
   * Asks what kind of number it is and whose network it is in, which costs us something. Absent where the settings do not
   * ask for it. Rejecting means: it did not say.
   * @param number E.164
   */
  lookUpNumber?(number: string): Promise<NumberFacts>;
  /** Ends what it keeps open. */
  close?(): Promise<void>;
  /** Absent where it places no calls. */
  readonly voice?: VoiceCarrier;
  /**
   * Numbers for sale in a country.
   * @param exactly asks about this number only; nothing is answered where it is no longer for sale
   */
  availableNumbers?(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]>;
  /**
   * Buys a number for us. Where it is asked again with the same reference, it buys nothing more and gives the
   * same answer. A rejection leaves it open whether the number was bought.
   */
  buyNumber?(number: string, reference: string, papers: OwnerPapers): Promise<BuyResult>;
  /** Absent where it sells numbers to anybody, or does not say what it asks for. */
  readonly papers?: NumberPapers;
  /** Gives a bought number back. One that is no longer ours counts as given back. */
  releaseNumber?(carrierNumberId: string): Promise<void>;
}

/** What a carrier says of a number. */
export interface NumberFacts {
  kind: LineKind;
  /** ISO 3166-1 alpha-2; null where it does not say. */
  country: string | null;
  /** The mobile country code and the mobile network code, 5 or 6 digits; null where it has none. */
  network: string | null;
  networkName: string | null;
  /** Whether its owner took it from another network; null where it does not say. */
  ported: boolean | null;
}

/** What a carrier says that something cost, as it came: nobody has checked it. */
export interface CarrierPrice {
  /** A decimal number. */
  amount: string;
  /** An ISO 4217 code. */
  currency: string;
}

/** What one process may put on a carrier. */
export interface CarrierLimits {
  /** Sends under way at the same time. */
  concurrency: number;
  /** Sends begun in a second. */
  perSecond: number;
}

export const SEND_TIMEOUT_MS = 10_000;
export const HEALTH_TIMEOUT_MS = 5000;

export interface Health {
  healthy: boolean;
  /** For administrators. */
  detail: string | null;
}

export interface OutgoingSms {
  /** Our recipient's id; the carrier is asked by it, and may send it back. */
  reference: string;
  sender: string;
  /** E.164. */
  number: string;
  text: string;
  /** The carrier may try to deliver it for this many minutes; without: for a day. */
  validityMinutes?: number | null;
  /** Where the carrier reports to. */
  callbackUrl: string;
  /**
   * An adapter that keeps a message for a while asks this right before the message leaves. Where it may no
   * longer leave, the answer is `late`.
   */
  mayLeave?: () => boolean;
  /**
   * Takes the carrier's answer where it comes after the time limit, when the adapter has already answered
   * `uncertain`.
   */
  late?: (result: SendResult) => void;
}

/**
 * What may be done about a refusal: nothing, the same again later, or another carrier. A refusal says
 * for certain that the message did not leave.
 */
export type Retry = 'never' | 'later' | 'other-carrier';

export interface Refusal {
  kind: 'refused';
  /** The carrier's own code. */
  code: string;
  /** What the customer reads. */
  customerWords: string;
  retry: Retry;
  /**
   * What it says of the carrier. `carrier`: it is unwell (not reached, our credentials or our credit there).
   * `throttled`: it is well and takes less at a time. Absent: it is about this request only.
   */
  blame?: 'carrier' | 'throttled';
  /** For `throttled`: whether only this sender is too fast, while others may go on. */
  onlySender?: true;
  /** Where it is throttled and says for how long. */
  retryAfterMs?: number;
}

export interface Accepted {
  kind: 'accepted';
  carrierMessageId: string;
  carrierCost?: Money;
  /** Where each part of a long message is reported on: the ids of all, in order. The last is the message's own. */
  partIds?: readonly string[] | undefined;
}

export type SendResult =
  | Accepted
  | Refusal
  /** It did not leave, and may no longer leave. */
  | { kind: 'late' }
  /** No answer, or none that can be understood: it may have left. */
  | { kind: 'uncertain'; detail: string };

export type LookupResult =
  | { kind: 'found'; carrierMessageId: string; carrierCost?: Money }
  /** The carrier has never seen it, so it did not leave. */
  | { kind: 'absent' };

/** A callback as it came in. */
export interface CarrierCallback {
  /** The public address it was sent to: some carriers sign it. */
  url: string;
  headers: Headers;
  body: string;
}

/** What a callback with a genuine signature says. */
export interface SignedNews<News> {
  news: News[];
  seal: Seal;
}

/** What distinguishes a genuine callback from every other one, so that it counts once. */
export interface Seal {
  /** The signature, or what it covers: the same in a copy and in nothing else. */
  signature: string;
  /** From this time on it is refused as too old. */
  staleAt: Date;
}

/**
 * What became of a message. `undelivered`: the carrier took it and could not deliver it, which it charges
 * for. `refused`: the carrier said later that it would not carry the message, and does not charge for it.
 */
export type ReceiptOutcome = 'sent' | 'delivered' | 'undelivered' | 'refused';

export interface Receipt {
  carrierMessageId: string;
  /** Our recipient's id, where the carrier says it back: it finds a send whose answer was lost. */
  reference?: string;
  outcome: ReceiptOutcome;
  /** What the customer reads, where it did not arrive. */
  customerWords: string | null;
  /** The carrier's own code of why, as it came, where it says one. */
  code?: string | undefined;
}

/** Whose papers a purchase names. */
export interface OwnerPapers {
  /** Our account's id, by which its papers are known there. */
  owner: string;
  /** What was made there of papers that were handed in through us and accepted: ids by the names of its notes. */
  made: Readonly<Record<string, string>>;
}

export interface AvailableNumber {
  /** E.164. */
  number: string;
  monthlyCost?: Money;
}

export type BuyResult = { kind: 'bought'; carrierNumberId: string } | Refusal;
