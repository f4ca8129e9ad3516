import { lookUp } from '../chain/look-up.ts';
import { ChainFault, type Sighting } from '../chain/port.ts';
import type { Config } from '../config.ts';
import { fromUnits } from '../evidence/units.ts';
import type { Coin } from '../payments/catalogue.ts';

/** An address of ours, and the coin that customers pay there. */
export interface WatchedAddress {
  coin: Coin;
  address: string;
  /** Null for a chain's own coin. */
  contract: string | null;
  /** When it had last been looked at: what is new was not there then. Null before the first look. */
  lookedAt: Date | null;
}

/** One output of a transaction that reached us. */
export interface Arrived {
  outputIndex: number | null;
  /** In the coin, a decimal string. */
  amount: string;
}

/** Looks a transaction up for an address. @throws {ChainFault} if no endpoint answers */
export async function lookUpTransaction(
  { chains }: Pick<Config, 'chains'>,
  { coin, address, contract }: WatchedAddress,
  hash: string,
): Promise<Sighting> {
  const endpoints = chains.endpoints[coin.chain];
  const { sighting, fault } = await lookUp(coin.chain, endpoints, {
    hash,
    address,
    contract,
    traces: chains.etherTraces,
  });
  if (!sighting) throw new ChainFault(fault);
  return sighting;
}

/** Each output that reached the address; where a chain does not show them, the whole transaction. */
export function arrivedBy(sighting: Sighting, { decimals }: Coin): Arrived[] {
  if (!sighting.found || sighting.failed) return [];
  const { outputs, arrived } = sighting;
  if (outputs.length > 0) {
    return outputs.map(({ index, amount }) => ({ outputIndex: index, amount: fromUnits(amount, decimals) }));
  }
  return arrived === null || arrived === 0n ? [] : [{ outputIndex: null, amount: fromUnits(arrived, decimals) }];
}
