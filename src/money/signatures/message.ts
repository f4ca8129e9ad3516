import { formatMoney, type Money } from '../../platform/kit/money.ts';

/**
 * The text that the sender of a payment signs, the same for each payment at any time. One line of plain characters where
 * the product's name is plain, because some wallets show and sign nothing else.
 * @param product the name under which the customer knows us
 */
export const messageFor = (
  product: string,
  { id, amount, createdAt }: { id: string; amount: Money; createdAt: Date },
): string =>
  `${product}: I made payment ${id} of ${formatMoney(amount)} GBP on ${createdAt.toISOString().slice(0, 10)}`;
