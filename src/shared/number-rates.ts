/** A reseller's saving on a number's month while the package runs, in per cent of the standard price. */
export const NUMBER_DISCOUNT_PERCENT = 50;

/** The rest of the standard price, in per cent. */
export const RESELLER_NUMBER_PERCENT = 100 - NUMBER_DISCOUNT_PERCENT;

/**
 * A reseller's price for a month, rounded up to a whole penny.
 * @param monthlyPrice the standard price in pounds with two decimals
 */
export function resellerNumberPrice(monthlyPrice: string): string {
  const pence = (BigInt(monthlyPrice.replace('.', '')) * BigInt(RESELLER_NUMBER_PERCENT) + 99n) / 100n;
  const digits = pence.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
