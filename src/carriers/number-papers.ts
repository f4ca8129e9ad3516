import type { PAPERS_OWNERS, PAPERS_STATES } from '../../db/enums.ts';
import type { CarrierCallback } from './port.ts';

export type PapersState = (typeof PAPERS_STATES)[number];
export type PapersOwner = (typeof PAPERS_OWNERS)[number];

/** A question that a customer has to answer, in the carrier's words. */
export interface PaperField {
  /** The carrier's name of it. */
  key: string;
  name: string;
  description: string;
}

/** The papers that a country asks of one kind of owner, in the carrier's words. */
export interface PapersAsked {
  owner: PapersOwner;
  /** The questions to answer. */
  details: PaperField[];
  /** An address is needed. */
  address: boolean;
  /** The documents to show. */
  documents: PaperAsked[];
}

export interface PaperAsked {
  key: string;
  name: string;
  description: string;
  /** The kinds of documents that are accepted; one of them is enough. */
  accepted: AcceptedPaper[];
}

export interface AcceptedPaper {
  key: string;
  name: string;
  /** The questions about it. */
  fields: PaperField[];
  /** It needs a file. Otherwise the given address proves it. */
  file: boolean;
}

export interface PapersLook {
  state: PapersState;
  asked: PapersAsked[];
}

/** The numbers that papers are for. */
export interface PapersScope {
  /** E.164: a number of the country and of the kind that the papers are for. */
  number: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** Our account's id. */
  owner: string;
}

export interface PostalAddress {
  /** The owner of the address: a person or a company. */
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** The answers and documents of a customer. */
export interface PapersGiven {
  owner: PapersOwner;
  /** The answers, by the key of the question. */
  details: Record<string, string>;
  address: PostalAddress | null;
  documents: PaperGiven[];
}

export interface PaperGiven {
  /** The key of the requested document. */
  key: string;
  /** The key of the kind of document that was chosen. */
  accepted: string;
  fields: Record<string, string>;
  file: PaperFile | null;
}

export interface PaperFile {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Remembers what was made at the carrier, so that nothing is made twice. */
export interface PapersNotes {
  /**
   * Makes something at the carrier once; later calls return its id. If it is unknown whether an earlier
   * attempt made it, `find` looks for it first.
   * @param name the name of the step, the same each time
   */
  once(name: string, make: () => Promise<string>, find?: () => Promise<string | undefined>): Promise<string>;
}

export interface PapersToHandIn extends PapersScope {
  /** Our id of these papers in this version; corrected papers have another. */
  reference: string;
  /** The operator's address, to which the carrier writes about them. */
  email: string;
  given: PapersGiven;
  /** The address for the carrier's news about their state. */
  callbackUrl: string;
}

/** The state of papers at the carrier. */
export interface PapersNews {
  state: PapersState;
  /** Why they were rejected, in the carrier's words. */
  reason: string | null;
}

/** The carrier says for certain that it does not accept the papers as they are. */
export class PapersRefused extends Error {}

/** The functions of a carrier whose numbers are sold, in some countries, to known owners only. */
export interface NumberPapers {
  /**
   * The papers that the number's country asks for, and the state of this account's papers. It rejects if the
   * carrier does not say.
   */
  look(scope: PapersScope): Promise<PapersLook>;
  /**
   * Hands papers in. It can be repeated, and continues where it stopped. Absent if the carrier has no API for it: then
   * the operator hands them in by hand. Any other rejection than `PapersRefused` means: try again later.
   * @returns the carrier's id of the papers
   * @throws {PapersRefused}
   */
  handIn?(papers: PapersToHandIn, notes: PapersNotes): Promise<string>;
  /** The state of papers that were handed in. */
  news?(carrierPapersId: string): Promise<PapersNews>;
  /**
   * Deletes what was made there of papers. It can be repeated, and what is not there counts as deleted. Absent if the
   * papers were handed in by hand. A rejection means: try again later.
   * @param made ids by the names of the notes under which they were made
   */
  withdraw?(made: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Checks that a callback about papers is genuine.
   * @throws bad_signature
   */
  checkCallback?(callback: CarrierCallback): void;
}
