const plain = pounds('auto');
const signedPounds = pounds('exceptZero');

function pounds(signDisplay: 'auto' | 'exceptZero'): Intl.NumberFormat {
  return new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
    signDisplay,
  });
}

/**
 * Writes pounds for a reader: thousands separated, two places, up to four where a price has them.
 * A decimal string is formatted as it stands and never passes through a float.
 */
export function formatPounds(value: string | number, { signed = false } = {}): string {
  return (signed ? signedPounds : plain).format(value as Intl.StringNumericLiteral | number);
}
