import { type Money, parseMoney } from '../../platform/kit/money.ts';
import type { Config } from '../config.ts';

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
