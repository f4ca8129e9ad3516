import { isDecimal } from '../../src/platform/kit/decimal.ts';
import { localeOfPounds, POUNDS } from '../../src/platform/kit/languages.ts';
import { currentLanguage, isolated, numberFormat } from '../lib/i18n.ts';

const pounds = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  numberFormat({ ...POUNDS, ...options }, localeOfPounds(currentLanguage()));

/**
 * Writes pounds for a reader: thousands separated, two places, up to four where a price has them.
 * A decimal string is formatted as it stands and never passes through a float.
 * @param options `signed` shows a plus too, `whole` leaves out pence where there are none, `sum` rounds to the penny
 */
export function formatPounds(value: string | number, { signed = false, whole = false, sum = false } = {}): string {
  const format = pounds({
    ...(sum && { maximumFractionDigits: 2 }),
    signDisplay: signed ? 'exceptZero' : 'auto',
    trailingZeroDisplay: whole ? 'stripIfInteger' : 'auto',
  });
  return isolated(format.format(typeof value === 'string' && isDecimal(value) ? value : Number(value)));
}
