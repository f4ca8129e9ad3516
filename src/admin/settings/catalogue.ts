import type { SettingName } from '../../../db/enums.ts';
import { fault, type Sentence } from '../../platform/kit/faults.ts';
import { formatMoney, parseMoney } from '../../platform/kit/money.ts';
import { MOST_PER_UNIT_GBP } from '../../shared/most-per-unit.ts';

/** The written form of an amount; a sentence if it is none. */
type AmountReader = (text: string) => string | Sentence;

/** Pounds with two decimals. @param off whether `off` is a value: no limit */
const pounds =
  (least: string, most: number, off = false): AmountReader =>
  (text) => {
    if (off && text === 'off') return text;
    const isPounds = /^\d{1,8}(\.\d{1,2})?$/.test(text);
    const fits = isPounds && parseMoney(text) >= parseMoney(least) && parseMoney(text) <= parseMoney(String(most));
    return fits
      ? formatMoney(parseMoney(text))
      : fault('poundsBetween', { least: `£${least}`, most: `£${most.toLocaleString('en-GB')}`, count: 2 });
  };

/** A whole number. @param off whether `off` is a value: no limit */
const whole =
  (least: number, most: number, off = false): AmountReader =>
  (text) => {
    if (off && text === 'off') return text;
    const fits = /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return fits ? String(Number(text)) : fault('wholeBetween', { least, most });
  };

const percent: AmountReader = (text) =>
  /^\d{1,2}(\.\d{1,4})?$/.test(text) ? text : fault('percentBetween', { least: 0, most: 99, count: 4 });

/** The price of a part or of a minute. */
const price = pounds('0.01', MOST_PER_UNIT_GBP);
/** Zero: nothing is charged, or no pictures are sold. */
const priceOrNothing = pounds('0.00', MOST_PER_UNIT_GBP);

/** The highest spend limit and the highest minimum of a purchase, in pounds. */
const MOST_GBP = 1_000_000;
const limit = pounds('0.00', MOST_GBP, true);

/** The settings that are amounts, with their bounds: for the form that asks, and for the server that keeps. */
export const AMOUNTS = {
  sms_price: price,
  sms_price_reseller: price,
  mms_price: priceOrNothing,
  mms_price_reseller: priceOrNothing,
  voice_price: price,
  voice_price_reseller: price,
  // Ten times as much, which a reseller may ask, is still chargeable.
  number_price: pounds('0.01', 999),
  received_price: priceOrNothing,
  minimum_top_up: pounds('0.01', MOST_GBP),
  rate_spread: percent,
  calls_at_once: whole(1, 10_000, true),
  daily_limit: limit,
  country_limit: limit,
  pending_payments: whole(1, 1000, true),
  carrier_per_second: whole(1, 100_000),
  carrier_at_once: whole(1, 10_000),
  // Only what the shares are to each other counts.
  carrier_share: whole(0, 1000, true),
} satisfies Partial<Record<SettingName, AmountReader>>;
