import type { RawText } from './alphabets.ts';
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
  /** Present if the carrier does not join long messages itself. */
  part: IncomingPart | null;
}

export interface IncomingPart {
  /** The same for all parts of one message. */
  reference: string;
  /** From 1 to `count`. */
  number: number;
  count: number;
  /** As it came: a character may begin in one part and end in the next one. Absent: only the text is known. */
  raw?: RawText;
}

/** The functions of a carrier whose numbers receive messages. */
export interface IncomingSmsCarrier {
  /**
   * Reads a message that the carrier delivers, and checks that it is genuine.
   * @throws bad_signature (403), malformed_request
   */
  parse(callback: CarrierCallback): Promise<SignedNews<IncomingSms>>;
  /**
   * Tells the carrier where to deliver messages to a number of ours; it can be repeated. Absent if the
   * carrier has one setting for all numbers. It rejects if the result is unknown.
   */
  setAddress?(number: OwnNumber, address: string): Promise<void>;
}

/** A number of ours, as its carrier knows it. */
export interface OwnNumber {
  /** E.164. */
  number: string;
  countryCode: string;
  /** The carrier's own id of it. */
  carrierNumberId: string;
}

/** A number as carriers write it, with its plus; short codes and names stay unchanged. */
export const withPlusSign = (address: string): string =>
  /^\d{7,15}$/.test(address) ? `+${address}` : address;
