import type { PricedSubject } from '../../../../db/enums.ts';
import type { PriceList } from '../../../money/pricing/tariff.ts';
import type { Money } from '../../../platform/kit/money.ts';

/**
 * A list's entry for one subject: a price, a percentage of the standard price, the prices of a deck, or none of them; a
 * deck beside one of the others has single destinations.
 */
export interface Listed {
  price: Money | null;
  percent: number | null;
  deckId: string | null;
}

/** An empty entry: the standard price holds. */
export const STANDARD: Listed = { price: null, percent: null, deckId: null };

/** The columns of a price list for each subject. */
export const COLUMNS = {
  sms: { price: 'sms', percent: 'smsPercent', deckId: 'smsDeckId' },
  voice: { price: 'voice', percent: 'voicePercent', deckId: 'voiceDeckId' },
  number: { price: 'numberPrice', percent: 'numberPercent', deckId: null },
  trunk: { price: null, percent: 'trunkPercent', deckId: null },
} as const;

/** A list's entry for a subject; empty if there is no list. */
export function listedIn(list: PriceList | null, subject: PricedSubject): Listed {
  if (!list) return STANDARD;
  const { price, percent, deckId } = COLUMNS[subject];
  return { price: price && list[price], percent: list[percent], deckId: deckId && list[deckId] };
}

/** An entry for a subject, as the columns of a list. */
export function columnsOf(subject: PricedSubject, { price, percent, deckId }: Listed): Partial<PriceList> {
  const columns = COLUMNS[subject];
  return {
    ...(columns.price && { [columns.price]: price }),
    [columns.percent]: percent,
    ...(columns.deckId && { [columns.deckId]: deckId }),
  };
}

/** Tells whether an entry is set. */
export const isSet = ({ price, percent, deckId }: Listed): boolean =>
  price !== null || percent !== null || deckId !== null;

/** Tells whether two entries are equal. */
export const isSame = (one: Listed, other: Listed): boolean =>
  one.price === other.price && one.percent === other.percent && one.deckId === other.deckId;

/**
 * Tells whether somebody pays more afterwards, of two entries without a deck (`dearer-by-deck.ts` compares
 * those).
 * @param standards what is asked for the subject without a list, for each of its kinds; null where a deck has
 * a price
 *   for each destination: a price and a share of it cannot be compared then, and one for the other counts as dearer
 */
export function isDearer(before: Listed, after: Listed, standards: readonly Money[] | null): boolean {
  if (before.price !== null && after.price !== null) return after.price > before.price;
  if (before.price === null && after.price === null) return shareIn(after) > shareIn(before);
  return standards?.some((standard) => hundredfold(after, standard) > hundredfold(before, standard)) ?? true;
}

const shareIn = ({ percent }: Listed): number => percent ?? 100;

const hundredfold = (listed: Listed, standard: Money): bigint =>
  listed.price === null ? standard * BigInt(shareIn(listed)) : listed.price * 100n;
