import type { ListedSubject } from '../../../../db/enums.ts';
import type { PriceList } from '../../../money/pricing/tariff.ts';
import type { Money } from '../../../platform/kit/money.ts';

/** What a list says of one subject: a price, a share of the standard price in per cent, or neither. */
export interface Listed {
  price: Money | null;
  percent: number | null;
}

/** Where a list says nothing, the standard price is the price. */
export const STANDARD: Listed = { price: null, percent: null };

/** The columns of a price list that say something of a subject. */
export const COLUMNS = {
  sms: { price: 'sms', percent: 'smsPercent' },
  voice: { price: 'voice', percent: 'voicePercent' },
  number: { price: 'numberPrice', percent: 'numberPercent' },
} as const satisfies Record<ListedSubject, { price: keyof PriceList; percent: keyof PriceList }>;

/** What a list says of a subject; nothing, where there is no list. */
export const listedIn = (list: PriceList | null, subject: ListedSubject): Listed =>
  list ? { price: list[COLUMNS[subject].price], percent: list[COLUMNS[subject].percent] } : STANDARD;

/** Whether a list says something at all. */
export const isSet = ({ price, percent }: Listed): boolean => price !== null || percent !== null;

/** Whether two lists say the same. */
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
