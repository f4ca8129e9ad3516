import type { Money } from '../platform/kit/money.ts';
import type { CarrierCallback, CarrierPrice, Refusal, SignedNews } from './port.ts';
import type { CallMoment, CallPlan } from './call-flow.ts';
import { type Sentence } from '../platform/kit/faults.ts';
import { MINUTE_MS } from '../platform/kit/durations.ts';

/** The functions of a carrier that places calls. */
export interface VoiceCarrier {
  /** Names the fault of a caller ID by this carrier's rules, in the customer's words; null if there is none. */
  callerIdFault(callerId: string): Sentence | null;
  /** Places one call. A rejection, and no answer within `SEND_TIMEOUT_MS`, count as `uncertain`: it may be ringing. */
  placeCall(call: OutgoingCall): Promise<CallResult>;
  /**
   * Ends a call, ringing or answered; a call that has ended counts as ended. After a rejection the result is unknown.
   */
  hangUp(carrierCallId: string): Promise<void>;
  /** Asks for the state of a call. */
  lookupCall(call: CallQuestion): Promise<CallLookup>;
  /**
   * Reads news of calls, and checks that they are genuine.
   * @throws bad_signature (403), malformed_request
   */
  parseCallback(callback: CarrierCallback): Promise<SignedNews<CallReport>>;
  /**
   * For a carrier that asks for instructions: gives them in the carrier's form, after a check that the
   * carrier is the one who asks.
   * @throws bad_signature, malformed_request
   */
  instruct?(callback: CarrierCallback, plan: CallPlan, moment: CallMoment['kind']): Promise<Instructions>;
  /** For a carrier that has to be told what to do with a call: tells it. A carrier that is told twice does it once. */
  conduct?(carrierCallId: string, plan: CallPlan, news: MomentNews): Promise<void>;
  /** The price of a call, as for messages. */
  priceOf?(carrierCallId: string): Promise<CarrierPrice | null>;
  /** The sound of a recording; null while it does not exist yet. A rejection means: ask again later. */
  fetchRecording(carrierRecordingId: string): Promise<RecordedSound | null>;
  /** Deletes a recording at the carrier. A recording that does not exist counts as deleted. */
  deleteRecording(carrierRecordingId: string): Promise<void>;
}

export interface CallQuestion {
  /** Our call's id. */
  reference: string;
  /** Null if the answer to its placing, or the news of a leg, was lost. */
  carrierCallId: string | null;
  /** For a leg: the carrier's id of the call that leads on to it. */
  parentCallId?: string | null;
}

export interface OutgoingCall {
  plan: CallPlan;
  /** The address for the carrier's reports and questions. */
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
  /** `at`: by the carrier's clock, if it says. */
  | { kind: 'ringing'; at?: Date }
  | { kind: 'answered'; at?: Date }
  | {
      kind: 'ended';
      end: CallEnd;
      /** Seconds of an answered call; null if the carrier did not say. */
      duration: number | null;
      /** By the carrier's clock, if it says. */
      at?: Date;
      /** The text for the customer, if it failed. */
      customerWords: string | null;
      carrierCost?: Money;
    }
  | {
      kind: 'recorded';
      carrierRecordingId: string;
      duration: number | null;
      /** The spoken words, where the carrier writes them down. */
      transcript?: string;
    }
  | MomentNews;

/** Only from a carrier that has to be told what to do. */
export interface MomentNews {
  kind: 'moment';
  moment: CallMoment;
  /** How many of the actions that follow from it have already been carried out. */
  done: number;
  /** Distinguishes this news from all other news; it is the same if the news comes again. */
  occurrence: string;
  /** A call to a number of ours has a step of its answer plan that this is about. */
  step?: number | undefined;
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
  /** The carrier cannot tell. */
  | { kind: 'unknown' };

export interface Instructions {
  contentType: 'text/xml' | 'application/json';
  body: string;
  /** They lead on to the call's leg. */
  connects: boolean;
  /** The moment that the carrier asked about, by its own fields too; null where nothing is to be done. */
  moment: CallMoment | null;
  /** News of the call and of its leg in the question itself, for a carrier that reports it in no other way. */
  news: readonly CallReport[];
}

export interface RecordedSound {
  contentType: 'audio/mpeg' | 'audio/wav';
  bytes: Uint8Array<ArrayBuffer>;
}

/** No recording is larger: an hour of uncompressed telephone sound. */
export const MAX_RECORDING_BYTES = 64 * 1024 * 1024;
export const RECORDING_TIMEOUT_MS = MINUTE_MS;
