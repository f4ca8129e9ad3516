import { formatPounds } from './format-money.ts';

interface MoneyProps {
  /** Pounds as a decimal string. */
  value: string;
  /** Shows a plus before what adds to the balance. */
  signed?: boolean;
}

/** An amount of money. */
export function Money({ value, signed = false }: MoneyProps) {
  return <span className="whitespace-nowrap">{formatPounds(value, { signed })}</span>;
}
