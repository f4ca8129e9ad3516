import type { LineKind } from '../../db/enums.ts';
import type { Money } from '../platform/kit/money.ts';
import type { OwnNumber } from './incoming-sms.ts';
import type { NumberPapers } from './number-papers.ts';
import type { Refusal } from './port.ts';

/** A carrier's side that is about numbers: those it sells, those that are ours, and facts about any. */
export interface NumberCarrier {
  /**
   * Asks what kind of number it is and whose network it is in, which costs us something. Absent where the settings do not
   * ask for it. Rejecting means: it did not say.
   * @param number E.164
   */
  lookUpNumber?(number: string): Promise<NumberFacts>;
  /**
   * Numbers for sale in a country.
   * @param exactly asks about this number only; the answer is empty if it is no longer for sale
   */
  availableNumbers?(countryCode: string, limit: number, exactly?: string): Promise<AvailableNumber[]>;
  /**
   * Buys a number for us. If it is asked again with the same reference, it buys nothing more and gives the
   * same answer. After a rejection it is unknown whether the number was bought.
   */
  buyNumber?(number: string, reference: string, papers: OwnerPapers): Promise<BuyResult>;
  /** Absent if it sells numbers to anybody, or does not say which papers it needs. */
  readonly papers?: NumberPapers;
  /**
   * Finds out the services that a number of ours carries; null where the carrier does not say, or it is not
   * ours. Absent if it cannot be asked. A rejection means: it did not answer.
   */
  carriesOf?(own: Pick<OwnNumber, 'number' | 'countryCode'>): Promise<NumberCarries | null>;
  /** Gives a bought number back. A number that is no longer ours counts as given back. */
  releaseNumber?(carrierNumberId: string): Promise<void>;
}

/** A carrier's facts about a number. */
export interface NumberFacts {
  kind: LineKind;
  /** ISO 3166-1 alpha-2; null where it does not say. */
  country: string | null;
  /** The mobile country code and the mobile network code, 5 or 6 digits; null where it has none. */
  network: string | null;
  networkName: string | null;
  /** Its owner took it from another network; null where it does not say. */
  ported: boolean | null;
}

/** The account whose papers a purchase names. */
export interface OwnerPapers {
  /** Our account's id, by which its papers are known there. */
  owner: string;
  /**
   * The objects at the carrier that belong to papers handed in through us and accepted: ids by the names of the steps.
   */
  made: Readonly<Record<string, string>>;
}

export interface AvailableNumber {
  /** E.164. */
  number: string;
  monthlyCost?: Money;
  /** Absent where the carrier does not say. */
  carries?: NumberCarries;
}

/** The services of a number, by its carrier's own word. */
export interface NumberCarries {
  messages: boolean;
  calls: boolean;
}

/** Reads words such as `SMS` and `voice`, in any case; none: the carrier did not say. */
export function carriesByWords(words: readonly string[] | null | undefined): { carries?: NumberCarries } {
  if (!words) return {};
  const said = new Set(words.map((word) => word.toLowerCase()));
  return { carries: { messages: said.has('sms'), calls: said.has('voice') } };
}

export type BuyResult = { kind: 'bought'; carrierNumberId: string } | Refusal;
