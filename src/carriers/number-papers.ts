import type { PAPERS_OWNERS, PAPERS_STATES } from '../../db/enums.ts';
import type { CarrierCallback } from './port.ts';

export type PapersState = (typeof PAPERS_STATES)[number];
export type PapersOwner = (typeof PAPERS_OWNERS)[number];

/** Something to be told, in the carrier's words. */
export interface PaperField {
  /** What the carrier calls it. */
  key: string;
  name: string;
  description: string;
}

/** What a country asks of one kind of owner, in the carrier's words. */
export interface PapersAsked {
  owner: PapersOwner;
  /** What must be told. */
  details: PaperField[];
  /** Whether an address must be told. */
  address: boolean;
  /** What must be shown. */
  documents: PaperAsked[];
}

export interface PaperAsked {
  key: string;
  name: string;
  description: string;
  /** What is accepted as it: one of these. */
  accepted: AcceptedPaper[];
}

export interface AcceptedPaper {
  key: string;
  name: string;
  /** What must be told of it. */
  fields: PaperField[];
  /** Whether a file shows it. Without one, the address that was told does. */
  file: boolean;
}

export interface PapersLook {
  state: PapersState;
  asked: PapersAsked[];
}

/** For which numbers papers are. */
export interface PapersScope {
  /** E.164: a number of the country and of the kind that the papers are for. */
  number: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** Our account's id. */
  owner: string;
}

export interface PostalAddress {
  /** Whose address it is: a person or a company. */
  name: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** What somebody told and showed. */
export interface PapersGiven {
  owner: PapersOwner;
  /** By the key of the field. */
  details: Record<string, string>;
  address: PostalAddress | null;
  documents: PaperGiven[];
}

export interface PaperGiven {
  /** The key of what was asked for. */
  key: string;
  /** The key of what is shown as it. */
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
   * Makes something there once, and answers its id at every later time. Where it is open whether an earlier try made
   * it, `find` looks for it first.
   * @param name what it is, the same each time
   */
  once(name: string, make: () => Promise<string>, find?: () => Promise<string | undefined>): Promise<string>;
}

export interface PapersToHandIn extends PapersScope {
  /** Our id of these papers in this form: corrected ones have another. */
  reference: string;
  /** Where the carrier writes to of them: the operator's address. */
  email: string;
  given: PapersGiven;
  /** Where the carrier tells of their state. */
  callbackUrl: string;
}

/** How far papers are there. */
export interface PapersNews {
  state: PapersState;
  /** Why they were rejected, in the carrier's words. */
  reason: string | null;
}

/** The carrier says for certain that it does not take the papers as they are. */
export class PapersRefused extends Error {}

/** What a carrier does whose numbers are sold, in some countries, to known owners only. */
export interface NumberPapers {
  /**
   * What the number's country asks for, and how far this account's papers are. Rejects where the carrier does not
   * say.
   */
  look(scope: PapersScope): Promise<PapersLook>;
  /**
   * Hands papers in; it can be repeated, and goes on where it stopped. Absent where the carrier has no way to: the
   * operator hands them in by hand. Any other rejection than `PapersRefused` means: try again later.
   * @returns the carrier's id of the papers
   * @throws {PapersRefused}
   */
  handIn?(papers: PapersToHandIn, notes: PapersNotes): Promise<string>;
  /** How far papers are that were handed in. */
  news?(carrierPapersId: string): Promise<PapersNews>;
  /** Checks that a callback about papers is the carrier's own. @throws bad_signature */
  checkCallback?(callback: CarrierCallback): void;
}
