import type { PAPERS_OWNERS, PAPERS_STATES } from '../../db/enums.ts';

export type PapersState = (typeof PAPERS_STATES)[number];

/** What a country asks of one kind of owner, in the carrier's words. */
export interface PapersAsked {
  owner: (typeof PAPERS_OWNERS)[number];
  /** What must be told. */
  details: string[];
  /** What must be shown. */
  documents: PaperAsked[];
}

export interface PaperAsked {
  name: string;
  description: string;
  /** What is accepted as it: one of these. */
  accepted: string[];
}

export interface PapersLook {
  state: PapersState;
  asked: PapersAsked[];
}

/** What a carrier does whose numbers are sold, in some countries, to known owners only. */
export interface NumberPapers {
  /**
   * What the number's country asks for, and how far this account's papers are. Rejects where the carrier does not
   * say.
   * @param number E.164
   * @param owner our account's id
   */
  look(number: string, countryCode: string, owner: string): Promise<PapersLook>;
}
