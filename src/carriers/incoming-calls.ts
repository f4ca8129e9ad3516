import type { CallPlan } from './call-flow.ts';
import type { OwnNumber } from './incoming-sms.ts';
import type { CarrierCallback, SignedNews } from './port.ts';
import type { CallNews, Instructions } from './voice-port.ts';

/** A call that somebody makes to a number of ours. */
export interface IncomingCall {
  kind: 'call';
  carrierCallId: string;
  /** E.164, or whatever the carrier shows where the caller hides their number. */
  from: string;
  /** E.164, ours. */
  to: string;
}

/** News of such a call, or of its leg. */
export interface IncomingCallNews {
  kind: 'news';
  /** Our id of the call or leg; null where the carrier names the call by its own id only. */
  reference: string | null;
  carrierCallId: string;
  news: CallNews;
}

/** A carrier whose numbers can be called. */
export interface IncomingCallCarrier {
  /** A forwarded call may show its caller's number. Otherwise it shows the number that was called. */
  readonly showsCaller: boolean;
  /** It can lead a call on to a SIP address; absent: it cannot. */
  readonly dialsSip?: true;
  /**
   * Reads what the carrier announces or tells, checking that it is the carrier's own.
   * @throws bad_signature (403), malformed_request
   */
  parse(callback: CarrierCallback): Promise<SignedNews<IncomingCall | IncomingCallNews>>;
  /**
   * Decides the first act with a call that the carrier announced: returns the answer to its question, or null
   * for a carrier that has to be told, which is told here. A carrier that is told twice does it once.
   * @param callbackUrl where this carrier reports to on calls
   */
  begin(plan: CallPlan, carrierCallId: string, callbackUrl: string): Promise<Instructions | null>;
  /**
   * Tells the carrier where to announce calls to a number of ours. Doing it twice changes nothing. Rejects where it is
   * not known whether it was done.
   */
  setAddress?(number: OwnNumber, address: string): Promise<void>;
}
