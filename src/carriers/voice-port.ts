import type { Money } from '../platform/kit/money.ts';
import type { CarrierCallback, CarrierPrice, Refusal, SignedNews } from './port.ts';
import type { CallMoment, CallPlan } from './call-flow.ts';
import { type Sentence } from '../platform/kit/faults.ts';

/** What the program asks of a carrier that places calls. */
export interface VoiceCarrier {
  /** What is wrong with a caller ID by this carrier's rules, in the customer's words; null where nothing is. */
  callerIdFault(callerId: string): Sentence | null;
  /**
   * Places one call. Rejecting, and giving no answer within `SEND_TIMEOUT_MS`, count as `uncertain`: it
   * may be ringing.
   */
  placeCall(call: OutgoingCall): Promise<CallResult>;
  /** Ends a call, ringing or answered; one that has ended already counts as ended. Rejecting leaves it open. */
  hangUp(carrierCallId: string): Promise<void>;
  /** Asks what became of a call. */
  lookupCall(call: CallQuestion): Promise<CallLookup>;
  /**
   * Reads news of calls, checking that they are the carrier's own.
   * @throws bad_signature (403), malformed_request
   */
  parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>>;
  /**
   * Where the carrier asks what to do with a call: says it in the carrier's form, checking that it is
   * the carrier who asks.
   * @throws bad_signature, malformed_request
   */
  instruct?(callback: CarrierCallback, plan: CallPlan, moment: CallMoment['kind']): Promise<Instructions>;
  /**
   * For carriers that have to be told what to do with a call: tells it. A carrier that is told twice does it
   * once.
   */
  conduct?(carrierCallId: string, plan: CallPlan, news: MomentNews): Promise<void>;
  /** As for messages: what a call cost. */
  priceOf?(carrierCallId: string): Promise<CarrierPrice | null>;
  /** The sound of a recording; null while it is not there yet. Rejecting means: ask again later. */
  fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null>;
  /** Deletes a recording at the carrier. One that is not there counts as deleted. */
  deleteRecording(carrierRecordingId: string): Promise<void>;
}

export interface CallQuestion {
  /** Our call's id. */
  reference: string;
  /** Null where the answer to its placing, or the news of a leg, was lost. */
  carrierCallId: string | null;
  /** Of a leg: the carrier's id of the call that leads on to it. */
  parentCallId?: string | null;
}

export interface OutgoingCall {
  plan: CallPlan;
  /** Where the carrier reports to, and asks what to do. */
  callbackUrl: string;
}

export type CallResult =
  | { kind: 'accepted'; carrierCallId: string }
  | Refusal
  /** No answer, or none that can be understood: it may be ringing. */
  | { kind: 'uncertain'; detail: string };

/** How a call can end. Only a completed one was answered. */
export type CallEnd = 'completed' | 'busy' | 'no-answer' | 'failed' | 'cancelled';

export type CallNews =
  | { kind: 'ringing' }
  /** `at`: by the carrier's clock, where it says. */
  | { kind: 'answered'; at?: Date }
  | {
      kind: 'ended';
      end: CallEnd;
      /** Seconds, of an answered call; null where the carrier did not say. */
      duration: number | null;
      /** By the carrier's clock, where it says. */
      at?: Date;
      /** What the customer reads, where it failed. */
      customerWords: string | null;
      carrierCost?: Money;
    }
  | { kind: 'recorded'; carrierRecordingId: string; duration: number | null }
  | MomentNews;

/** Only from a carrier that has to be told what to do. */
export interface MomentNews {
  kind: 'moment';
  moment: CallMoment;
  /** How many of the actions that follow from it have been carried out already. */
  done: number;
  /** Distinguishes this news from all other news; it is the same where the news comes again. */
  occurrence: string;
}

export interface CallReport {
  /** Our call's id. */
  reference: string;
  carrierCallId: string;
  news: CallNews;
}

export type CallLookup =
  | { kind: 'under-way'; carrierCallId: string; news: CallNews | null }
  | { kind: 'ended'; carrierCallId: string; news: Extract<CallNews, { kind: 'ended' }> }
  /** The carrier has never seen it, so it was not placed. */
  | { kind: 'absent' }
  /** The carrier cannot say. */
  | { kind: 'unknown' };

export interface Instructions {
  contentType: 'text/xml' | 'application/json';
  body: string;
  /** Whether they lead on to the call's leg. */
  connects: boolean;
  /** What the question itself says of the call and of its leg, for a carrier that reports it in no other way. */
  news: readonly CallReport[];
}

export interface RecordedSound {
  contentType: 'audio/mpeg' | 'audio/wav';
  bytes: Uint8Array<ArrayBuffer>;
}

/** No recording is larger: an hour of uncompressed telephone sound. */
export const MAX_RECORDING_BYTES = 64 * 1024 * 1024;
export const RECORDING_TIMEOUT_MS = 60_000;
