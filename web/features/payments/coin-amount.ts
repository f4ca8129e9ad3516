/**
 * A coin's amount as a whole number of its smallest unit, e.g. wei. What the unit cannot hold counts up:
 * a payment must not fall short.
 * @param amount decimal string
 */
export function atomicUnits(amount: string, decimals: number): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(amount);
  if (!match) throw new TypeError(`not an amount: ${amount}`);
  const [, whole = '0', fraction = ''] = match;
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const hasRest = /[1-9]/.test(fraction.slice(decimals));
  return (hasRest ? units + 1n : units).toString();
}

/** A decimal without the zeros that say nothing, as payment URIs want it. */
export function withoutTrailingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
