import { lookUp } from '../chain/look-up.ts';
import type { Deps } from '../deps.ts';
import type { Money } from '../../platform/kit/money.ts';
import { judge, type Judgement, valueOf } from './judge.ts';
import { findOtherUse, type Payment } from './payment.ts';
import { fromUnits } from './units.ts';

/** What one lookup found of a payment, or why it found nothing. */
export interface Finding extends Judgement {
  transactionHash: string;
  /** Whether an endpoint answered, and the transaction was there. */
  answered: boolean;
  found: boolean;
  confirmations: number;
  arrived: string | null;
  arrivedValue: Money | null;
  blockTime: Date | null;
  source: string | null;
  fault: string | null;
}

/** Whether an endpoint of the payment's chain is configured. */
export const isConfigured = ({ config }: Pick<Deps, 'config'>, { coin }: Payment): boolean =>
  config.chains.endpoints[coin.chain].length > 0;

/**
 * Asks the chain for a payment. Changes nothing, and takes as long as the endpoints do.
 * @param transactionHash in the normal form of the chain
 */
export async function look(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  payment: Payment,
  transactionHash: string,
): Promise<Finding> {
  const { coin, address, contract, due } = payment;
  const target = { hash: transactionHash, address, contract };
  const { sighting, source, fault } = await lookUp(coin.chain, config.chains.endpoints[coin.chain], target);
  const otherUse = await findOtherUse(db, payment, transactionHash);
  const seen = sighting?.found ? sighting : null;
  const arrived = seen?.arrived ?? null;
  return {
    ...judge(sighting, due, otherUse !== null),
    transactionHash,
    source,
    fault,
    answered: sighting !== null,
    found: seen !== null,
    confirmations: seen?.confirmations ?? 0,
    arrived: arrived === null ? null : fromUnits(arrived, coin.decimals),
    arrivedValue: arrived === null ? null : valueOf(arrived, due),
    blockTime: seen?.blockTime ?? null,
  };
}
