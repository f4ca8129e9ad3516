import { MAX_TOP_UP_GBP } from '../../../src/money/payments/catalogue.ts';
import { t } from '../../lib/i18n.ts';
import { comparePounds } from '../../lib/pounds.ts';
import { formatPounds } from '../../ui/values.tsx';

/** Tells whether a text is a number of pounds with at most two decimals. */
export const isAmount = (text: string): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(text);

/** Pounds as a sentence names them: without pence where there are none. */
export const wholePounds = (pounds: string): string => formatPounds(pounds, { whole: true });

/**
 * Names the fault of an amount in pounds that somebody typed, in a sentence; undefined when there is none.
 * @param minimum the smallest purchase of credit, as the coins say it
 */
export function checkAmount(amount: string, minimum: string): string | undefined {
  if (!isAmount(amount)) return t('billing.buy.amountForm', { limit: 2 });
  if (comparePounds(amount, minimum) < 0) {
    return t('billing.buy.belowMinimum', { minimum: wholePounds(minimum) });
  }
  const maximum = String(MAX_TOP_UP_GBP);
  if (comparePounds(amount, maximum) > 0) {
    return t('billing.buy.aboveMaximum', { maximum: wholePounds(maximum) });
  }
  return undefined;
}
