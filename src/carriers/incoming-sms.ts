import type { CarrierCallback, SignedNews } from './port.ts';

/** A message that somebody sent to a number of ours, or a part of a long one. */
export interface IncomingSms {
  /** The carrier's own id of it; null where it has none. */
  carrierMessageId: string | null;
  /** E.164; a name or a short code where the sender is one. */
  from: string;
  /** E.164, ours. */
  to: string;
  text: string;
  /** Where the carrier does not put long messages together itself. */
  part: { reference: string; number: number; count: number } | null;
}

/** What a carrier does whose numbers receive messages. */
export interface IncomingSmsCarrier {
  /**
   * Reads a message that the carrier delivers, checking that it is the carrier's own.
   * @throws bad_signature (403), malformed_request
   */
  parse(callback: CarrierCallback): Promise<SignedNews<IncomingSms>>;
  /**
   * Tells the carrier where to deliver messages to a number of ours. Doing it twice changes nothing. Absent
   * where the carrier has one setting for all numbers. Rejects where it is not known whether it was done.
   */
  setAddress?(number: OwnNumber, address: string): Promise<void>;
}

/** A number of ours as its carrier knows it. */
export interface OwnNumber {
  /** E.164. */
  number: string;
  countryCode: string;
  /** The carrier's own id of it. */
  carrierNumberId: string;
}

/** A number as carriers write it, with its plus; short codes and names as they are. */
export const withPlusSign = (address: string): string =>
  /^\d{7,15}$/.test(address) ? `+${address}` : address;
