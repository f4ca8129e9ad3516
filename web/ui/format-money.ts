import { numberFormat } from '../lib/locale.ts';

const pounds = (signDisplay: 'auto' | 'exceptZero'): Intl.NumberFormat =>
  numberFormat({
    style: 'currency',
    currency: 'GBP',
    // Elsewhere than in Britain the sign would be "GBP" or "UK£".
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay,
  });

/**
 * Writes pounds for a reader: thousands separated, two places, up to four where a price has them.
 * A decimal string is formatted as it stands and never passes through a float.
 */
export function formatPounds(value: string | number, { signed = false } = {}): string {
  return pounds(signed ? 'exceptZero' : 'auto').format(value as Intl.StringNumericLiteral | number);
}
