/**
 * A decimal amount in a coin's smallest unit. Digits beyond the smallest unit are cut off: nobody can pay
 * them.
 * @param decimals places of the smallest unit
 * @throws {TypeError} where the text is no decimal number
 */
export function toUnits(amount: string, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) throw new TypeError(`not a decimal number: ${amount}`);
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** As `toUnits`, with digits beyond the smallest unit rounded up. */
export const toUnitsUp = (amount: string, decimals: number): bigint => {
  const units = toUnits(amount, decimals);
  const hasRest = /[1-9]/.test(amount.split('.')[1]?.slice(decimals) ?? '');
  return hasRest ? units + 1n : units;
};

/** The smallest unit as a decimal amount, with as many places as it takes and at least two. */
export function fromUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}.${fraction.padEnd(2, '0')}`;
}
