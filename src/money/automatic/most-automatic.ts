import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Config } from '../config.ts';
import { type Coin, COINS } from '../payments/catalogue.ts';

/**
 * The sum from which on people decide; null: they decide on every payment. What needs two administrators is never
 * verified without one.
 */
export function mostAutomatic({
  automatic,
  approvalAboveGbp,
}: Pick<Config, 'automatic' | 'approvalAboveGbp'>): Money | null {
  if (automatic === null) return null;
  const below = parseMoney(automatic.belowGbp);
  const above = approvalAboveGbp === null ? null : parseMoney(approvalAboveGbp);
  return above !== null && above < below ? above : below;
}

/**
 * The coins whose payments may be verified without a person although all customers pay to one address: there the last
 * digits of an amount say whose a payment is, which somebody may hit by chance.
 */
export const automaticAtSharedAddress = ({
  automatic,
  wallets,
  addressKeys,
}: Pick<Config, 'automatic' | 'wallets' | 'addressKeys'>): Coin[] =>
  automatic === null ? [] : COINS.filter(({ id, chain }) => wallets[id]?.demo === false && !addressKeys[chain]);
