import type { z } from 'zod';
import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { RatedService } from '../../db/enums.ts';
import type { Clock } from '../platform/kit/clock.ts';
import type { Money } from '../platform/kit/money.ts';
import type { NumberCarrier } from './number-port.ts';
import type { IncomingCallCarrier } from './incoming-calls.ts';
import type { IncomingSms, IncomingSmsCarrier } from './incoming-sms.ts';
import type { VoiceCarrier } from './voice-port.ts';

/**
 * The program's side of a carrier, however the carrier works. One adapter is one file or folder below
 * `adapters/` and one line in the registry.
 */
export interface Adapter {
  /** The name in the interface and in the address of its callbacks. */
  readonly name: string;
  /** Used if no real carrier is configured, or if the settings ask for it. */
  readonly simulated?: true;
  /** Its settings, with the names of its own console. Absent if it has none. */
  readonly environment?: z.ZodRawShape;
  /**
   * Tells whether its credentials are set. Only configured carriers are listed.
   * @throws {ConfigError} naming settings that belong together, if only some of them are set
   */
  configured(config: Pick<Config, 'carrierEnvironment'>): boolean;
  /** The services of which it says the price of each unit only later, when it is asked; absent: of none. */
  readonly pricedLater?: readonly RatedService[];
  open(host: CarrierHost): Carrier;
}

/** The parts of the program that an adapter may use. */
export interface CarrierHost {
  config: Config;
  sql: Sql;
  clock: Clock;
  log: Logger;
}

export interface Carrier extends NumberCarrier {
  readonly name: string;
  readonly limits: CarrierLimits;
  /** Must answer within `HEALTH_TIMEOUT_MS`; a rejection counts as down. */
  health(): Promise<Health>;
  /**
   * Hands over one message. A rejection, and no answer within `SEND_TIMEOUT_MS`, count as `uncertain`: it may
   * have been sent.
   */
  sendSms(sms: OutgoingSms): Promise<SendResult>;
  /** Tells whether it brings a picture (MMS) there from this sender. Absent if it takes none at all. */
  takesPicture?(to: Pick<OutgoingSms, 'sender' | 'number'>): boolean;
  /** Asks for the result of a send by our own reference. Absent if the carrier cannot be asked. */
  lookup?(reference: string): Promise<LookupResult>;
  /**
   * Reads a delivery report, and checks that it is genuine.
   * @throws bad_signature (403) if it is forged, changed or stale
   */
  parseCallback(callback: CarrierCallback): Promise<SignedNews<Receipt>>;
  /** It reports on each part of a long message, and each report says back our reference. */
  readonly reportsParts?: true;
  /** The other spellings that its reports may use for an id of a message. */
  otherIds?(carrierMessageId: string): string[];
  /**
   * For a carrier that reports over its own connection: takes the reports as they come. A report counts as
   * taken once the listener has resolved; until then the carrier sends it again.
   */
  onReceipts?(listener: ReceiptListener): void;
  /**
   * For a carrier that delivers messages to our numbers over its own connection: takes them in the same way as reports.
   */
  onMessages?(listener: MessageListener): void;
  /** Absent if its numbers receive no messages by callback. */
  readonly incomingSms?: IncomingSmsCarrier;
  /** Absent where calls to its numbers do not come to us. */
  readonly incomingCalls?: IncomingCallCarrier | undefined;
  /**
   * Asks for the price of a message; null while the carrier does not know it. Absent if it is not asked. A
   * rejection means: ask again later.
   */
  priceOf?(carrierMessageId: string): Promise<CarrierPrice | null>;
  /** Our own credit there. Absent if it cannot be asked. A rejection means: it did not say. */
  balance?(): Promise<CarrierPrice>;
  /** Closes what it keeps open. */
  close?(): Promise<void>;
  /** Absent if it places no calls. */
  readonly voice?: VoiceCarrier;
}

/**
 * Takes reports.
 * @param unread what came in place of a report and was not understood, for administrators
 */
export type ReceiptListener = (receipts: Receipt[], unread?: string) => Promise<void>;

/**
 * Takes messages.
 * @param seal tells a delivery from every other one, so that it counts once
 * @returns what makes the same delivery count again: for when the carrier has our answer for certain
 */
export type MessageListener = (messages: IncomingSms[], seal: Seal) => Promise<() => Promise<void>>;

/** A price as a carrier says it; it is not checked. */
export interface CarrierPrice {
  /** A decimal number. */
  amount: string;
  /** An ISO 4217 code. */
  currency: string;
}

/** The load that one process may put on a carrier. */
export interface CarrierLimits {
  /** The most sends at the same time. */
  concurrency: number;
  /** The most sends that begin in a second. */
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
  /** Our recipient's id; the carrier can be asked by it, and may send it back. */
  reference: string;
  sender: string;
  /** E.164. */
  number: string;
  text: string;
  /** Where the carrier fetches the picture that goes with it; only where it takes one. */
  mediaUrl?: string;
  /** For how many minutes the carrier may try to deliver it; if absent, for a day. */
  validityMinutes?: number | null;
  /** The address for the carrier's reports. */
  callbackUrl: string;
  /**
   * An adapter that keeps a message for some time asks this right before it sends it. If the message may no
   * longer be sent, the answer is `late`.
   */
  mayLeave?: () => boolean;
  /** Gets the carrier's answer if it comes after the time limit, when the adapter has already answered `uncertain`. */
  late?: (result: SendResult) => void;
}

/**
 * The next attempt after a refusal: none, the same again later, or another carrier. A refusal says for
 * certain that the message was not sent.
 */
export type Retry = 'never' | 'later' | 'other-carrier';

export interface Refusal {
  kind: 'refused';
  /** The carrier's own code. */
  code: string;
  /** The text for the customer. */
  customerWords: string;
  retry: Retry;
  /**
   * The refusal's meaning for the carrier. `carrier`: it is not healthy (not reached, or a fault with our
   * credentials or our credit there). `throttled`: it is healthy and accepts less at the moment. Absent: it
   * is about this request only.
   */
  blame?: 'carrier' | 'throttled';
  /** For `throttled`: whether only this sender is too fast, while others may continue. */
  onlySender?: true;
  /** If it is throttled and says for how long. */
  retryAfterMs?: number;
}

export interface Accepted {
  kind: 'accepted';
  carrierMessageId: string;
  carrierCost?: Money;
  /** Its charge, if it says so at once and in another currency than pounds. */
  carrierPrice?: CarrierPrice | undefined;
  /**
   * If each part of a long message is reported on: the ids of its parts, in order. The last one is the message's own.
   */
  partIds?: readonly string[] | undefined;
}

export type SendResult =
  | Accepted
  | Refusal
  /** It was not sent, and may no longer be sent. */
  | { kind: 'late' }
  /** No answer, or none that can be understood: it may have been sent. */
  | { kind: 'uncertain'; detail: string };

export type LookupResult =
  | { kind: 'found'; carrierMessageId: string; carrierCost?: Money }
  /** The carrier has never seen it, so it was not sent. */
  | { kind: 'absent' };

/** A callback as it was received. */
export interface CarrierCallback {
  /** The public address to which it was sent: some carriers sign it. */
  url: string;
  headers: Headers;
  body: string;
}

/** The content of a callback with a genuine signature. */
export interface SignedNews<News> {
  news: News[];
  /** The part that was not understood, as it came; for administrators. */
  unread?: string;
  seal: Seal;
}

/** Distinguishes a genuine callback from every other one, so that it counts once. */
export interface Seal {
  /** The signature, or what it covers: the same in a copy and in nothing else. */
  signature: string;
  /** From this time on the callback is refused as too old. */
  staleAt: Date;
}

/**
 * The result of a message. `undelivered`: the carrier accepted it and could not deliver it, which it charges
 * for. `refused`: the carrier said later that it would not carry the message, and does not charge for it.
 */
export type ReceiptOutcome = 'sent' | 'delivered' | 'undelivered' | 'refused';

export interface Receipt {
  carrierMessageId: string;
  /** Our recipient's id, if the carrier sends it back: with it a send is found whose answer was lost. */
  reference?: string;
  outcome: ReceiptOutcome;
  /** The text for the customer, if it was not delivered. */
  customerWords: string | null;
  /** The carrier's own code of the reason, unchanged, if there is one. */
  code?: string | undefined;
}
