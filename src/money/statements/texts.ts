import { isDecimal } from '../../platform/kit/decimal.ts';
import { findCoin } from '../payments/catalogue.ts';
import type { TransactionType } from '../payments/contract.ts';
import type { QuotedRate } from '../rates/contract.ts';

/** The words of a printed statement, which is in English whatever the language of the screen. */
export const TYPE_NAMES: Readonly<Record<TransactionType, string>> = {
  credit_purchase: 'Credit purchase',
  sms_charge: 'SMS',
  voice_charge: 'Voice call',
  reseller_package: 'Reseller package',
  voice_package: 'SIP trunk package',
  did_purchase: 'DID number',
  refund: 'Refund',
  adjustment: 'Adjustment',
  credit_transfer: 'Credit transfer',
  reseller_margin: 'Reseller margin',
  payment_reversal: 'Payment reversed',
  debt_payment: 'Debt paid',
  other: 'Other',
};

/** `1234.50` in the form for readers, `£1,234.50`. */
export function pounds(amount: string, { signed = false } = {}): string {
  if (!isDecimal(amount)) throw new TypeError(`not an amount of money: ${amount}`);
  return (signed ? SIGNED_POUNDS : POUNDS).format(amount);
}

const IN_POUNDS = { style: 'currency', currency: 'GBP' } as const;
const POUNDS = new Intl.NumberFormat('en-GB', IN_POUNDS);
const SIGNED_POUNDS = new Intl.NumberFormat('en-GB', { ...IN_POUNDS, signDisplay: 'exceptZero' });

/** `2026-11-30` in the form for readers, `30 November 2026`. */
export const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** A time in UTC, `30/11/2026, 14:05`. */
export const minute = (at: string): string => MINUTE.format(new Date(at));

const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Says who said what a coin costs, such as `kraken 55555.5, coinbase 55556.1`: pounds for one coin. */
export const sourcesText = ({ sources }: QuotedRate): string =>
  sources.map(({ source, price }) => (price === null ? source : `${source} ${price}`)).join(', ');

/** The rate of a payment, `0.00180000 BTC at 0.000018 BTC per pound (fixed)`. */
export function rateText(quoted: QuotedRate): string {
  const symbol = findCoin(quoted.cryptocurrency)?.symbol ?? quoted.cryptocurrency;
  return `${quoted.cryptoAmount} ${symbol} at ${quoted.rate} ${symbol} per pound (${sourcesText(quoted)})`;
}
