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
  /** Pictures and other files that came with it; absent: none. */
  pictures?: readonly IncomingPicture[];
}

/** A file that came with a message. */
export interface IncomingPicture {
  /** Where the carrier has it. */
  address: string;
  /** The carrier says it; null where it does not. */
  contentType: string | null;
  /** In bytes; null where the carrier does not say. */
  size: number | null;
}

/** A file that was fetched from its carrier. */
export interface FetchedPicture {
  contentType: string;
  bytes: Uint8Array;
}

/** The largest picture that is fetched: as much as carriers take for a message with all its files. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** More files than that of one message are not kept. */
export const MOST_PICTURES = 10;
export const PICTURE_TIMEOUT_MS = 30_000;

export interface IncomingPart {
  /** The same for all parts of one message. */
  reference: string;
  /** From 1 to `count`. */
  number: number;
  count: number;
  /** It is what came: a character may begin in one part and end in the next one. Absent: only the text is known. */
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
  /**
   * Fetches a file that came with a message, with our credential where the file lies with the carrier itself; null if it
   * is not there yet. Absent if its messages bring none. It rejects for a file that is too large.
   */
  fetchPicture?(address: string): Promise<FetchedPicture | null>;
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
export const withPlusSign = (address: string): string => (/^\d{7,15}$/.test(address) ? `+${address}` : address);
