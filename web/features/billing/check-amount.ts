import { MAX_TOP_UP_GBP, TOP_UP_PRESETS_GBP } from '../../../src/payments/catalogue.ts';
import { t } from '../../lib/i18n.ts';

/** The smallest purchase of credit, in whole pounds. The server has the last word. */
const MINIMUM_GBP = TOP_UP_PRESETS_GBP[0].amount;

/** Whether a text is a number of pounds with at most two decimals. */
export const isAmount = (text: string): boolean => /^\d{1,8}(\.\d{1,2})?$/.test(text);

/** What is wrong with an amount in pounds that somebody typed, in a sentence; undefined when nothing is. */
export function checkAmount(amount: string): string | undefined {
  if (!isAmount(amount)) return t('billing.buy.amountForm');
  const pounds = Number(amount);
  if (pounds < MINIMUM_GBP) return t('billing.buy.belowMinimum', { minimum: MINIMUM_GBP });
  if (pounds > MAX_TOP_UP_GBP) {
    return t('billing.buy.aboveMaximum', { maximum: MAX_TOP_UP_GBP.toLocaleString('en-GB') });
  }
  return undefined;
}
