/**
 * A decimal amount in a coin's smallest unit. Digits below the smallest unit are cut off, because nobody can pay them.
 * @param decimals places of the smallest unit
 * @throws {TypeError} if the text is not a decimal number
 */
export function toUnits(amount: string, decimals: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) throw new TypeError(`not a decimal number: ${amount}`);
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Does the same as `toUnits`, but digits below the smallest unit are rounded up. */
export const toUnitsUp = (amount: string, decimals: number): bigint => {
  const units = toUnits(amount, decimals);
  const hasRest = /[1-9]/.test(amount.split('.')[1]?.slice(decimals) ?? '');
  return hasRest ? units + 1n : units;
};

/** An amount in the smallest unit as a decimal, with as many places as it needs and at least two. */
export function fromUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}.${fraction.padEnd(2, '0')}`;
}
