import type { ListedSubject } from '../../../../db/enums.ts';
import type { PriceList } from '../../../money/pricing/tariff.ts';
import type { Money } from '../../../platform/kit/money.ts';

/** A list's entry for one subject: a price, a percentage of the standard price, or neither. */
export interface Listed {
  price: Money | null;
  percent: number | null;
}

/** An empty entry: the standard price holds. */
export const STANDARD: Listed = { price: null, percent: null };

/** The columns of a price list for each subject. */
export const COLUMNS = {
  sms: { price: 'sms', percent: 'smsPercent' },
  voice: { price: 'voice', percent: 'voicePercent' },
  number: { price: 'numberPrice', percent: 'numberPercent' },
} as const satisfies Record<ListedSubject, { price: keyof PriceList; percent: keyof PriceList }>;

/** A list's entry for a subject; empty if there is no list. */
export const listedIn = (list: PriceList | null, subject: ListedSubject): Listed =>
  list ? { price: list[COLUMNS[subject].price], percent: list[COLUMNS[subject].percent] } : STANDARD;

/** Whether an entry is set. */
export const isSet = ({ price, percent }: Listed): boolean => price !== null || percent !== null;

/** Whether two entries are equal. */
export const isSame = (one: Listed, other: Listed): boolean =>
  one.price === other.price && one.percent === other.percent;

/**
 * Whether somebody pays more afterwards.
 * @param standards what is asked for the subject without a list, for each of its kinds; null where a deck has a price
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
